// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/agent_options.h"

#include "capture/device/backends.h"
#include "capture/workload/presets.h"
#include "capture/workload/training_step.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace stepglass::capture {
namespace {

bool parseInteger(const std::string& text, std::int64_t& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

bool parseNumber(const std::string& text, double& value)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && std::isfinite(value);
}

// Given values in the order of the command line, before a preset's sizes are known.
struct Given
{
    std::map<std::string, std::int64_t> integers;
    std::map<std::string, std::string> texts;
    std::set<std::string> flags;
    double lr = -1;
};

const std::set<std::string> kIntegers = {"--batch",  "--in-features", "--hidden", "--out-features", "--wait",
                                         "--warmup", "--active",      "--repeat", "--skip-first",   "--steps",
                                         "--seed",   "--table",       "--pairs"};
const std::set<std::string> kTexts = {"--output", "--preset", "--backend", "--max-size"};
const std::set<std::string> kFlags = {"--record-shapes", "--with-stack", "--profile-memory", "--benchmark",
                                      "--doctor",        "--presets",    "--overhead",       "--json",
                                      "--help",          "--version"};

std::string takeValue(const std::string& name, const std::string& value, Given& given)
{
    if (kTexts.contains(name)) {
        given.texts[name] = value;
        return {};
    }
    if (name == "--lr") {
        if (!parseNumber(value, given.lr) || given.lr < 0)
            return "--lr needs a number of 0 or more, not '" + value + "'";
        return {};
    }
    if (!parseInteger(value, given.integers[name]))
        return name + " needs a whole number of at most " + std::to_string(INT64_MAX) + ", not '" + value + "'";
    return {};
}

std::string readArguments(int argc, const char* const* argv, Given& given)
{
    for (int i = 1; i < argc; ++i) {
        std::string name = argv[i];
        std::string value;
        bool hasValue = false;
        if (const std::size_t equal = name.find('='); name.starts_with("--") && equal != std::string::npos) {
            value = name.substr(equal + 1);
            name.resize(equal);
            hasValue = true;
        }
        if (name == "-o")
            name = "--output";
        if (name == "-h")
            name = "--help";
        if (kFlags.contains(name) && !hasValue) {
            given.flags.insert(name);
            continue;
        }
        if (!kIntegers.contains(name) && !kTexts.contains(name) && name != "--lr")
            return "unknown option '" + std::string(argv[i]) + "'; see --help";
        if (!hasValue && ++i >= argc)
            return name + " needs a value";
        if (!hasValue)
            value = argv[i];
        if (std::string error = takeValue(name, value, given); !error.empty())
            return error;
    }
    return {};
}

template<typename T>
void assign(const Given& given, const char* name, T& target)
{
    if (const auto found = given.integers.find(name); found != given.integers.end())
        target = static_cast<T>(found->second);
}

std::string text(const Given& given, const char* name, const std::string& fallback)
{
    const auto found = given.texts.find(name);
    return found == given.texts.end() ? fallback : found->second;
}

AgentMode modeOf(const Given& given)
{
    const std::pair<const char*, AgentMode> modes[] = {{"--help", AgentMode::Help},
                                                       {"--version", AgentMode::Version},
                                                       {"--doctor", AgentMode::Doctor},
                                                       {"--presets", AgentMode::Presets},
                                                       {"--benchmark", AgentMode::Benchmark}};
    for (const auto& [flag, mode] : modes)
        if (given.flags.contains(flag))
            return mode;
    return AgentMode::Capture;
}

std::string fill(const Given& given, AgentOptions& options)
{
    options.mode = modeOf(given);
    options.output = text(given, "--output", "");
    options.backend = text(given, "--backend", options.backend);
    const std::string name = text(given, "--preset", options.workload.preset);
    const Preset* preset = findPreset(name);
    if (!preset)
        return "there is no preset '" + name + "'; choose one of " + presetNames();
    options.workload = preset->options;
    options.workload.preset = preset->name;
    assign(given, "--batch", options.workload.batch);
    assign(given, "--in-features", options.workload.inFeatures);
    assign(given, "--hidden", options.workload.hidden);
    assign(given, "--out-features", options.workload.outFeatures);
    assign(given, "--seed", options.workload.seed);
    if (given.lr >= 0)
        options.workload.lr = given.lr;
    assign(given, "--wait", options.schedule.wait);
    assign(given, "--warmup", options.schedule.warmup);
    assign(given, "--warmup", options.warmup);
    options.schedule.active = preset->active;
    assign(given, "--active", options.schedule.active);
    assign(given, "--repeat", options.schedule.repeat);
    assign(given, "--skip-first", options.schedule.skipFirst);
    assign(given, "--steps", options.steps);
    assign(given, "--pairs", options.pairs);
    options.recorder.recordShapes = given.flags.contains("--record-shapes");
    options.recorder.withStack = given.flags.contains("--with-stack");
    options.recorder.profileMemory = given.flags.contains("--profile-memory");
    options.overhead = given.flags.contains("--overhead");
    options.json = given.flags.contains("--json");
    if (const auto size = given.texts.find("--max-size"); size != given.texts.end()) {
        options.maxBytes = parseSize(size->second);
        if (options.maxBytes < 1)
            return "--max-size needs a size such as 500M or 2G, not '" + size->second + "'";
    }
    return {};
}

std::string validate(const Given& given, const AgentOptions& options)
{
    if (!isBackendName(options.backend))
        return "there is no backend '" + options.backend + "'; choose one of auto, cpu, emulated or cuda";
    if (const Status sizes = TrainingStep::check(options.workload); !sizes)
        return sizes.message();
    if (given.integers.contains("--steps") && options.steps < 1)
        return "--steps is " + std::to_string(options.steps) + "; it must be 1 or more";
    if (given.integers.contains("--pairs") && (options.pairs < 1 || options.pairs > 100'000))
        return "--pairs is " + std::to_string(options.pairs) + "; it must be 1 to 100000";
    if (given.integers.contains("--warmup") && options.warmup < 0)
        return "--warmup must be 0 or more";
    constexpr std::int64_t kMostSteps = 1'000'000'000;
    if (std::max(options.steps, options.warmup) > kMostSteps)
        return "--steps and --warmup cannot be above " + std::to_string(kMostSteps);
    if (options.mode == AgentMode::Capture) {
        if (const Status schedule = options.schedule.check(); !schedule)
            return schedule.message();
        if (options.output.empty())
            return "say where the trace goes: -o out.json";
        if (options.output == "-")
            return "the trace grows as a file that can be opened meanwhile: name one with -o, '-' is none";
        if (const std::int64_t before = options.schedule.stepsBefore(); options.steps > 0 && options.steps <= before)
            return "--steps " + std::to_string(options.steps) + " ends before anything is recorded; at least " +
                   std::to_string(before + 1) + " steps are needed, since --skip-first, --wait and --warmup let " +
                   std::to_string(before) + " pass (--wait 0 --warmup 0 records from the first)";
    }
    return {};
}

} // namespace

std::int64_t parseSize(const std::string& size)
{
    std::string digits = size;
    std::int64_t unit = 1;
    if (!digits.empty() && (digits.back() == 'B' || digits.back() == 'b'))
        digits.pop_back();
    if (!digits.empty()) {
        const std::size_t power = std::string("KMGkmg").find(digits.back());
        if (power != std::string::npos) {
            unit = std::int64_t{1} << (10 * (power % 3 + 1));
            digits.pop_back();
        }
    }
    std::int64_t value = 0;
    if (!parseInteger(digits, value) || value < 0 || value > INT64_MAX / unit)
        return -1;
    return value * unit;
}

ParsedOptions parseOptions(int argc, const char* const* argv)
{
    ParsedOptions parsed;
    Given given;
    parsed.error = readArguments(argc, argv, given);
    if (parsed.error.empty())
        parsed.error = fill(given, parsed.options);
    if (parsed.error.empty() && parsed.options.mode <= AgentMode::Benchmark)
        parsed.error = validate(given, parsed.options);
    return parsed;
}

std::string usage()
{
    return "Usage: stepglass-capture -o out.json[.gz] [options]     captures the built-in training step\n"
           "       stepglass-capture --benchmark [--overhead]       times it; JSON on standard output or -o FILE\n"
           "       stepglass-capture --doctor | --presets           what can run here; what presets there are\n"
           "\n"
           "  --preset NAME          one of " +
           presetNames() +
           "\n"
           "  --backend NAME         auto (cuda where it works, else emulated), cpu, emulated, cuda\n"
           "  --batch N --in-features N --hidden N --out-features N --lr X --seed N\n"
           "  --skip-first N --wait N --warmup N --active N --repeat N    schedule; repeat 0: until stopped.\n"
           "                         Without --active, 5 steps are recorded, and 20 of a preset other than baseline\n"
           "  --record-shapes --with-stack --profile-memory\n"
           "  --steps N              stop after N steps; with --benchmark: measured steps\n"
           "  --overhead --pairs N   with --benchmark: also the step while recorded against the step alone, in N pairs "
           "(as\n"
           "                         many as measured steps)\n"
           "  --max-size SIZE        of all files together (500M, 2G); the oldest cycle goes first\n"
           "\n"
           "One JSON line a step goes to standard output. SIGINT and SIGTERM end the capture with a whole file.\n"
           "Exit code: 0 done, 2 bad usage, 4 the capture failed.\n";
}

} // namespace stepglass::capture
