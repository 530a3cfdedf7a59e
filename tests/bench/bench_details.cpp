// SPDX-License-Identifier: GPL-3.0-or-later
// How long the details of a slice take to be read back from its file: records at places drawn at random, far from each
// other, so that nothing of the one before helps.
//
//     bench_details FILE [--slices N]
//
// Prints the median and the longest time, on the clock and of the processor.
#include "model/read/event_text.h"
#include "model/read/ingest.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

using namespace stepglass;

namespace {

double processorMs()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

double clockMs()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void report(const char* what, std::vector<double>& values)
{
    std::sort(values.begin(), values.end());
    std::printf("%s: median %.1f ms, longest %.1f ms\n", what, values[values.size() / 2], values.back());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "bench_details FILE [--slices N]\n");
        return 2;
    }
    const int count = argc > 3 && std::strcmp(argv[2], "--slices") == 0 ? std::max(1, std::atoi(argv[3])) : 40;
    const auto trace = loadTrace(argv[1], {});
    if (!trace.ok() || trace.value()->sliceCount() == 0) {
        std::fprintf(stderr, "%s\n", trace.ok() ? "no slices" : trace.status().message().c_str());
        return 3;
    }
    const EventTextReader reader(*trace.value());
    std::mt19937 random(1);
    std::uniform_int_distribution<std::uint32_t> slice(0, trace.value()->sliceCount() - 1);
    std::vector<double> onClock, ofProcessor;
    for (int i = 0; i < count; ++i) {
        const SliceId id(slice(random));
        const double clock = clockMs(), processor = processorMs();
        const auto text = reader.text(trace.value()->source(id));
        const bool found = text.ok() && text.value().find(trace.value()->name(id)) != std::string::npos;
        decodeArgs(text.ok() ? text.value() : std::string());
        onClock.push_back(clockMs() - clock);
        ofProcessor.push_back(processorMs() - processor);
        if (!found) {
            std::fprintf(stderr, "the record of slice %u was not found\n", id.value);
            return 1;
        }
    }
    std::printf("%u slices, %d read back\n", trace.value()->sliceCount(), count);
    report("on the clock", onClock);
    report("of the processor", ofProcessor);
    return 0;
}
