// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a trace loads, against two ways to read the same file: nlohmann::json's SAX parser, and simdjson On-Demand
// fed in pieces of 1 MB; both only fill plain columns, on one thread, where we publish a trace with its lanes,
// their level of detail and its links.
// On-Demand's own code knows no dispatch at run time: it is compiled for AVX2 where the machine has it
// (tests/CMakeLists.txt), as we are not.
//
//     bench_load [FILE.json] [--runs N]
//
// Each measurement runs in a process of its own (so peak memory is its own), the kinds in turn, all on the same warm
// machine: after a run that is not counted. Medians are printed, then the ratios. Without a file one of 100 MB in
// Kineto's style is written to the folder for temporary files.
#include "model/analysis/links.h"
#include "model/read/ingest.h"
#include "tests/bench/simdjson_columns.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// What nlohmann's reader fills.
struct Columns
{
    std::vector<double> start, duration;
    std::vector<std::uint32_t> name, category;
    std::vector<std::int64_t> pid, tid;
    std::map<std::string, std::uint32_t, std::less<>> names;

    std::uint32_t intern(std::string_view text)
    {
        const auto it = names.find(text);
        return it != names.end() ? it->second : names.emplace(text, names.size()).first->second;
    }
};

// Events are the objects at depth 2 of the top-level object's array.
class SaxColumns : public nlohmann::json_sax<nlohmann::json>
{
public:
    Columns columns;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t v) override { return number(static_cast<double>(v)); }
    bool number_unsigned(number_unsigned_t v) override { return number(static_cast<double>(v)); }
    bool number_float(number_float_t v, const string_t&) override { return number(v); }
    bool string(string_t& text) override
    {
        if (m_depth == 3 && m_key == "name")
            columns.name.push_back(columns.intern(text));
        else if (m_depth == 3 && m_key == "cat")
            columns.category.push_back(columns.intern(text));
        return true;
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return deeper(); }
    bool end_object() override { return higher(); }
    bool start_array(std::size_t) override { return deeper(); }
    bool end_array() override { return higher(); }
    bool key(string_t& text) override
    {
        if (m_depth == 3)
            m_key = text;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

private:
    bool deeper()
    {
        ++m_depth;
        return true;
    }
    bool higher()
    {
        --m_depth;
        return true;
    }
    bool number(double v)
    {
        if (m_depth != 3)
            return true;
        if (m_key == "ts")
            columns.start.push_back(v);
        else if (m_key == "dur")
            columns.duration.push_back(v);
        else if (m_key == "pid")
            columns.pid.push_back(static_cast<std::int64_t>(v));
        else if (m_key == "tid")
            columns.tid.push_back(static_cast<std::int64_t>(v));
        return true;
    }
    int m_depth = 0;
    std::string m_key;
};

std::size_t loadByNlohmann(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    SaxColumns sax;
    nlohmann::json::sax_parse(file, &sax);
    return sax.columns.start.size();
}

struct Loaded
{
    double seconds = 0;
    double firstPicture = 0;
    std::uint64_t records = 0;
};

Loaded loadByUs(const std::string& path, unsigned threads)
{
    Loaded result;
    const Clock::time_point begin = Clock::now();
    stepglass::LoadOptions options;
    options.threads = threads;
    options.onSnapshot = [&](const std::shared_ptr<const stepglass::Trace>&, stepglass::LoadProgress) {
        if (result.firstPicture == 0)
            result.firstPicture = secondsSince(begin);
    };
    const auto trace = stepglass::loadTrace(path, options);
    if (trace.ok())
        stepglass::linkTrace(*trace.value());
    result.seconds = secondsSince(begin);
    result.records = trace.ok() ? trace.value()->recordsRead() : 0;
    return result;
}

struct Run
{
    double seconds = 0;
    double processor = 0; // seconds of processor time
    double firstPicture = 0;
    double megabytes = 0; // peak resident
    std::uint64_t records = 0;
};

// Runs `work` in a process of its own.
Run measured(const std::function<Loaded()>& work)
{
    int channel[2];
    if (pipe(channel) != 0)
        std::exit(1);
    const pid_t child = fork();
    if (child == 0) {
        const Loaded loaded = work();
        const ssize_t n = write(channel[1], &loaded, sizeof loaded);
        _exit(n == sizeof loaded ? 0 : 1);
    }
    Loaded loaded;
    close(channel[1]);
    const ssize_t n = read(channel[0], &loaded, sizeof loaded);
    close(channel[0]);
    rusage usage = {};
    int status = 0;
    wait4(child, &status, 0, &usage);
    if (n != sizeof loaded || status != 0)
        std::fprintf(stderr, "a run failed\n");
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return {loaded.seconds, seconds(usage.ru_utime) + seconds(usage.ru_stime), loaded.firstPicture,
            static_cast<double>(usage.ru_maxrss) / 1024, loaded.records};
}

template<class Work>
std::function<Loaded()> timed(Work work)
{
    return [work] {
        const Clock::time_point begin = Clock::now();
        const std::size_t n = work();
        return Loaded{secondsSince(begin), 0, n};
    };
}

double median(std::vector<Run> runs, double Run::*value)
{
    std::sort(runs.begin(), runs.end(), [&](const Run& a, const Run& b) { return a.*value < b.*value; });
    return runs[runs.size() / 2].*value;
}

std::string packedCopy(const std::string& path)
{
    std::string packed = path + ".bench.gz";
    std::ifstream in(path, std::ios::binary);
    gzFile out = gzopen(packed.c_str(), "wb6");
    std::vector<char> piece(std::size_t{1} << 20);
    while (in.read(piece.data(), std::ssize(piece)) || in.gcount() > 0)
        gzwrite(out, piece.data(), static_cast<unsigned>(in.gcount()));
    gzclose(out);
    return packed;
}

// Operators, launches, kernels and arrows, laid out as Kineto does.
std::string writtenTrace(std::uint64_t bytes)
{
    std::string path = (std::filesystem::temp_directory_path() / "stepglass-bench.json").string();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    std::mt19937_64 random(1);
    std::fprintf(file, "{\n  \"schemaVersion\": 1,\n  \"traceEvents\": [");
    double ts = 4871392002150.123;
    for (std::uint64_t i = 0; static_cast<std::uint64_t>(std::ftell(file)) < bytes; ++i) {
        const double dur = 1 + static_cast<double>(random() % 40'000) / 1000;
        std::fprintf(
            file,
            "%s\n  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op%d\", \"pid\": 48213, \"tid\": 48213,"
            "\n    \"ts\": %.3f, \"dur\": %.3f,\n    \"args\": {\n      \"External id\": %llu,\"Record function id\": "
            "0, \"Input Dims\": [[8, 2048, 4096], [4096, %d], [4096]], \"Input type\": [\"float\", \"float\", "
            "\"float\"], \"Ev Idx\": %llu\n    }\n  },",
            i > 0 ? "," : "", static_cast<int>(random() % 200), ts, dur, static_cast<unsigned long long>(i),
            static_cast<int>(random() % 64), static_cast<unsigned long long>(i));
        std::fprintf(
            file,
            "\n  {\n    \"ph\": \"s\", \"id\": %llu, \"pid\": 48213, \"tid\": 48213, \"ts\": %.3f,\n    \"cat\": "
            "\"ac2g\", \"name\": \"ac2g\"\n  },\n  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm_%d\", "
            "\"pid\": 0, \"tid\": 7,\n    \"ts\": %.3f, \"dur\": %.3f,\n    \"args\": {\n      \"External id\": %llu, "
            "\"device\": 0, \"stream\": 7, \"correlation\": %llu, \"grid\": [%d, 1, 1], \"block\": [256, 1, 1]\n    "
            "}\n  }",
            static_cast<unsigned long long>(i), ts, static_cast<int>(random() % 30), ts + dur, dur,
            static_cast<unsigned long long>(i), static_cast<unsigned long long>(i), static_cast<int>(random() % 4096));
        ts += 2 * dur;
    }
    std::fprintf(file, "\n  ],\n  \"traceName\": \"bench\"\n}\n");
    std::fclose(file);
    return path;
}

} // namespace

int main(int argc, char** argv)
{
    std::string path;
    int runs = 5;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
            runs = std::atoi(argv[++i]);
        else
            path = argv[i];
    }
    const bool own = path.empty();
    if (own)
        path = writtenTrace(100'000'000);
    const std::string packed = packedCopy(path);
    const std::vector<std::pair<const char*, std::function<Loaded()>>> kinds{
        {"stepglass", [&] { return loadByUs(path, 0); }},
        {"stepglass, 1 thread", [&] { return loadByUs(path, 1); }},
        {"stepglass, .gz", [&] { return loadByUs(packed, 0); }},
        {"simdjson On-Demand, 1 MB", timed([&] { return loadBySimdjson(path); })},
        {"nlohmann SAX", timed([&] { return loadByNlohmann(path); })},
    };
    std::vector<std::vector<Run>> results(kinds.size());
    for (int run = 0; run < runs; ++run) {
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            measured(kinds[0].second); // after seconds of one thread alone the other processors are slow at first
            results[k].push_back(measured(kinds[k].second));
        }
    }
    struct stat info = {};
    stat(path.c_str(), &info);
    std::printf("%s: %.1f MB, medians of %d, simdjson On-Demand for %s\n%-26s %9s %9s %9s %9s %10s\n", path.c_str(),
                static_cast<double>(info.st_size) / 1e6, runs, simdjsonImplementation(), "", "s", "cpu s", "MB/s",
                "peak MB", "records");
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const double seconds = median(results[k], &Run::seconds);
        std::printf("%-26s %9.3f %9.3f %9.0f %9.0f %10llu\n", kinds[k].first, seconds,
                    median(results[k], &Run::processor), static_cast<double>(info.st_size) / 1e6 / seconds,
                    median(results[k], &Run::megabytes), static_cast<unsigned long long>(results[k].front().records));
    }
    const auto ratio = [&](std::size_t a, double Run::*value) {
        return median(results[a], value) / median(results[0], value);
    };
    const double perEvent =
        (median(results[0], &Run::megabytes) - 40) * 1048576 / static_cast<double>(results[0].front().records);
    std::printf("faster than nlohmann SAX %.1fx (cpu %.1fx), than simdjson On-Demand %.2fx (cpu %.2fx)\n"
                ".gz takes %.2fx of plain; first picture after %.3f s; peak 40 MB + %.0f B/record\n",
                ratio(4, &Run::seconds), ratio(4, &Run::processor), ratio(3, &Run::seconds), ratio(3, &Run::processor),
                ratio(2, &Run::seconds), median(results[0], &Run::firstPicture), perEvent);
    std::filesystem::remove(packed);
    if (own)
        std::filesystem::remove(path);
}
