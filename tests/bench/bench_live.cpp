// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a live event: recorded, written, followed, published. A process records at a given rate for some seconds
// and writes its trace; this one follows the file. Says whether anything was lost, and how old the newest event of each
// snapshot was when it was published:
//   bench_live [events per second, default 500000] [seconds, default 20]
#include "model/read/ingest.h"
#include "tests/bench/live_recording.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace stepglass;
using namespace stepglass::capture;

namespace {

// In the process that is captured.
int recordInto(const std::string& path, std::int64_t rate, std::int64_t seconds, int report)
{
    const Recorded recorded = recordAtRate(path, rate, seconds);
    return ::write(report, &recorded, sizeof recorded) == sizeof recorded && recorded.status ? 0 : 1;
}

struct Followed
{
    std::uint64_t slices = 0;
    std::uint64_t snapshots = 0;
    std::vector<double> ageMs; // of the newest event, at each publish
};

Followed follow(const std::string& path)
{
    Followed followed;
    LoadOptions options;
    options.follow = true;
    std::uint32_t seen = 0;
    options.onSnapshot = [&](const std::shared_ptr<const Trace>& trace, LoadProgress) {
        ++followed.snapshots;
        if (trace->sliceCount() == seen)
            return;
        Ns newest = 0;
        for (std::uint32_t i = std::max(seen, trace->sliceCount() - std::min(trace->sliceCount(), 100'000U));
             i < trace->sliceCount(); ++i)
            newest = std::max(newest, trace->end(SliceId(i)));
        seen = trace->sliceCount();
        followed.ageMs.push_back(static_cast<double>(nowNs() - (trace->info().baseTime + newest)) / 1e6);
    };
    const auto result = loadTrace(path, options);
    if (result.ok())
        followed.slices = result.value()->sliceCount();
    else
        std::fprintf(stderr, "bench_live: %s\n", result.status().message().c_str());
    return followed;
}

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return -1;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double processorSeconds(int who)
{
    rusage use{};
    ::getrusage(who, &use);
    return static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

} // namespace

int main(int argc, char** argv)
{
    const std::int64_t rate = argc > 1 ? std::atoll(argv[1]) : 500'000;
    const std::int64_t seconds = argc > 2 ? std::atoll(argv[2]) : 20;
    const std::string path =
        (std::filesystem::temp_directory_path() / ("bench_live." + std::to_string(::getpid()) + ".json")).string();
    int report[2];
    if (::pipe(report) != 0)
        return 1;
    const pid_t child = ::fork();
    if (child == 0)
        std::_Exit(recordInto(path, rate, seconds, report[1]));
    ::close(report[1]);
    while (!std::filesystem::exists(path) && ::waitpid(child, nullptr, WNOHANG) == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const Followed followed = follow(path);
    Recorded recorded;
    const bool got = ::read(report[0], &recorded, sizeof recorded) == sizeof recorded;
    int ended = 0;
    ::waitpid(child, &ended, 0);
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    std::filesystem::remove(path);
    if (!got || ended != 0)
        return 1;
    rusage use{};
    ::getrusage(RUSAGE_SELF, &use);
    std::printf("recorded %" PRId64 " events in %.1f s (%.0f a second), %" PRIu64 " dropped, %.0f MB\n",
                recorded.events, recorded.took, static_cast<double>(recorded.events) / recorded.took, recorded.dropped,
                size / 1e6);
    std::printf("followed %" PRIu64 " slices in %" PRIu64 " snapshots, %.0f MB of memory\n", followed.slices,
                followed.snapshots, static_cast<double>(use.ru_maxrss) / 1024);
    std::printf("age of the newest event when published: median %.0f ms, 95 %% %.0f ms, most %.0f ms\n",
                quantile(followed.ageMs, 0.5), quantile(followed.ageMs, 0.95), quantile(followed.ageMs, 1));
    std::printf("processor time: recording and writing %.1f s, following %.1f s\n", processorSeconds(RUSAGE_CHILDREN),
                processorSeconds(RUSAGE_SELF));
    const bool whole = recorded.dropped == 0 && followed.slices == static_cast<std::uint64_t>(recorded.events);
    std::printf("%s\n", whole ? "nothing was lost" : "EVENTS WERE LOST");
    return whole ? 0 : 1;
}
