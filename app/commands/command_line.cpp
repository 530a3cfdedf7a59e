// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that sees CLI11, which costs 15 s to compile: options become the plain structs of options.h here.
#include "app/commands/command_line.h"

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/scope_text.h"
#include "app/preset_choices.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <system_error>

namespace stepglass {
namespace {

constexpr const char* kFileHelp = "Trace: .json, .json.gz, .zip or .zst; - for standard input";

using Run = std::function<int()>;

// Adds a subcommand whose options live as long as the app; `run` is what main() calls once all is parsed.
template<class Options>
std::pair<CLI::App*, std::shared_ptr<Options>> addCommand(CLI::App& app, Run& run, const char* name, const char* help,
                                                          int (*command)(const Options&))
{
    CLI::App* sub = app.add_subcommand(name, help);
    auto options = std::make_shared<Options>();
    sub->callback([&run, options, command] { run = [options, command] { return command(*options); }; });
    return {sub, options};
}

// An option whose text `parse` (-> Result) turns into a value; its error is a usage error.
template<class Target, class Parse>
CLI::Option* addParsed(CLI::App& app, const std::string& name, Target& target, Parse parse, const std::string& help)
{
    const auto read = [&target, parse, name](const std::string& text) {
        const auto result = parse(text);
        if (!result.ok())
            throw CLI::ValidationError(name, result.status().message());
        target = result.value();
    };
    return app.add_option_function<std::string>(name, read, help);
}

template<class T>
using Choices = std::vector<std::pair<std::string, T>>;

template<class T>
CLI::Option* addChoice(CLI::App& app, const std::string& name, T& target, const Choices<T>& choices,
                       const std::string& help)
{
    std::string words;
    for (const auto& choice : choices)
        words += (words.empty() ? "" : "|") + choice.first;
    const auto parse = [choices, words](const std::string& text) -> Result<T> {
        for (const auto& choice : choices) {
            if (choice.first == text)
                return choice.second;
        }
        return Status::error("'" + text + "' is none of " + words);
    };
    return addParsed(app, name, target, parse, help)->type_name(words);
}

// Checked on the text, in plain words: CLI11's own checks name the largest double, and a number that is too large for
// its type becomes the largest one in silence.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most = std::numeric_limits<int>::max())
{
    const auto check = [least, most](const std::string& given) -> std::string {
        const std::string text = given.starts_with('+') ? given.substr(1) : given;
        std::int64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (stop != end || error == std::errc::invalid_argument)
            return "must be a whole number, not '" + given + "'";
        const bool beyond = error == std::errc::result_out_of_range;
        if (beyond ? text.starts_with('-') : value < least)
            return "must be " + std::to_string(least) + " or more, not " + given;
        return beyond || value > most ? "must be at most " + std::to_string(most) + ", not " + given : std::string();
    };
    return {check, ""};
}

void addFile(CLI::App& app, std::string& file)
{
    app.add_option("file", file, kFileHelp)->required()->type_name("FILE");
}

void addOutput(CLI::App& app, std::string& output, const char* help)
{
    app.add_option("-o,--output", output, help)->required()->type_name("FILE");
}

void addStepRegion(CLI::App& app, std::string& region)
{
    app.add_option("--step-region", region, "The region that counts as a step where there is no ProfilerStep#N")
        ->type_name("NAME");
}

void addScope(CLI::App& app, ScopeOptions& scope)
{
    auto* steps =
        addParsed(app, "--steps", scope.steps, parseSteps, "Only these steps, such as 2..5")->type_name("N[..M]");
    auto* range = addParsed(app, "--range", scope.range, parseRange,
                            "Only this range, counted from the first record, such as 1.2ms..3ms")
                      ->type_name("FROM..TO");
    range->excludes(steps);
    addStepRegion(app, scope.stepRegion);
}

void addInfo(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "info", "What a trace holds, and what was odd about it", runInfo);
    addFile(*sub, o->file);
    sub->add_flag("--json", o->json, "As JSON");
}

void addTable(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "table", "The operator table, as PyTorch prints it or by the clock", runTable);
    addFile(*sub, o->file);
    addScope(*sub, o->scope);
    sub->add_option("--sort-by", o->sortBy, "Such as self_cpu_time_total; without: order of first appearance")
        ->type_name("NAME");
    sub->add_option("--row-limit", o->rowLimit, "Rows to print, -1 for all (text: 15, other formats: all)");
    addChoice<TableModeOption>(*sub, "--mode", o->mode,
                               {{"pytorch", TableModeOption::PyTorch}, {"wall", TableModeOption::Wall}},
                               "How time is counted (pytorch)");
    addChoice<TableKindOption>(*sub, "--kind", o->kind,
                               {{"all", TableKindOption::All},
                                {"operators", TableKindOption::Operators},
                                {"kernels", TableKindOption::Kernels},
                                {"regions", TableKindOption::Regions},
                                {"copies", TableKindOption::Copies}},
                               "Only rows of this kind (all)");
    addChoice<TableFormatOption>(*sub, "--format", o->format,
                                 {{"text", TableFormatOption::Text},
                                  {"csv", TableFormatOption::Csv},
                                  {"markdown", TableFormatOption::Markdown},
                                  {"json", TableFormatOption::Json}},
                                 "How to print (text)");
    sub->add_flag("--group-by-input-shape", o->groupByInputShape, "A row for each shape of the inputs");
    sub->add_flag("--include-python-functions", o->includePythonFunctions, "Rows for Python frames too");
    sub->add_option("--max-name-column-width", o->maxNameColumnWidth, "Longer names are cut (55)");
    addChoice<std::string>(*sub, "--time-unit", o->timeUnit, {{"s", "s"}, {"ms", "ms"}, {"us", "us"}},
                           "One unit for all times");
}

void addTree(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "tree", "Regions, their operators, their kernels, with times", runTree);
    addFile(*sub, o->file);
    addScope(*sub, o->scope);
    sub->add_option("--region", o->region, "Only below this region")->type_name("NAME");
    sub->add_option("--depth", o->depth, "Levels to print, -1 for all (-1)");
    sub->add_flag("--json", o->json, "As JSON");
}

void addSteps(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "steps", "Where each step went, and why the device was idle", runSteps);
    addFile(*sub, o->file);
    addStepRegion(*sub, o->stepRegion);
    sub->add_flag("--json", o->json, "As JSON");
}

void addFindings(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "findings", "What slows the step down, and what to try", runFindings);
    addFile(*sub, o->file);
    addScope(*sub, o->scope);
    addChoice<FailOn>(*sub, "--fail-on", o->failOn, {{"warn", FailOn::Warn}, {"high", FailOn::High}},
                      "Exit with 1 on a finding of this severity or above");
    sub->add_option("--set", o->settings, "A threshold, such as launch-bound.micro_gap=50us")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
    sub->add_flag("--json", o->json, "As JSON");
}

void addCompare(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "compare", "Two runs: A B, or A... --to B...", runCompare);
    const std::shared_ptr<CompareOptions> options = o;
    sub->add_option("files", o->before, "Traces, or results of benchmark")->required()->type_name("FILE");
    sub->add_option("--to", o->after, "The files of the second side")->type_name("FILE");
    addStepRegion(*sub, o->stepRegion);
    addChoice<bool>(*sub, "--fail-on", o->failOnSlower, {{"slower", true}}, "Exit with 1 if the second side is slower");
    sub->add_flag("--json", o->json, "As JSON");
    sub->callback([&run, options] {
        if (options->after.empty() && options->before.size() == 2) {
            options->after = {options->before.back()};
            options->before.pop_back();
        }
        if (options->after.empty())
            throw CLI::ValidationError("FILE", "two files are needed, or several with --to between the sides");
        run = [options] { return runCompare(*options); };
    });
}

void addRender(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "render", "The timeline as a picture", runRender);
    addFile(*sub, o->file);
    addOutput(*sub, o->output, "The picture: .png, .svg or .pdf");
    addScope(*sub, o->scope);
    sub->add_option("--width", o->width, "Width in logical pixels (1600)")->check(CLI::Range(200, 32000));
    sub->add_option("--dpi", o->dpi, "96 makes a logical pixel one of the picture (96)")->check(CLI::Range(24, 1200));
    addChoice<bool>(*sub, "--theme", o->dark, {{"light", false}, {"dark", true}}, "Colours (light)");
    sub->add_option("--tracks", o->tracks, "Only tracks whose names match")->type_name("PATTERN");
    sub->add_option("--table", o->tableRows, "Adds this many rows of the table")->check(wholeNumber(0));
}

void addWorkload(CLI::App& sub, WorkloadCommandOptions& o)
{
    std::string presets = "A built-in step:";
    for (const PresetChoice& choice : presetChoices())
        presets += std::string(" ") + choice.name;
    sub.add_option("--preset", o.preset, presets)->type_name("NAME");
    addChoice<std::string>(sub, "--backend", o.backend,
                           {{"auto", "auto"}, {"cpu", "cpu"}, {"emulated", "emulated"}, {"cuda", "cuda"}},
                           "Where the step runs (auto)");
    sub.add_option("--batch", o.batch, "Samples a step")->check(wholeNumber(1));
    sub.add_option("--in-features", o.inFeatures, "Width of the input")->check(wholeNumber(1));
    sub.add_option("--hidden", o.hidden, "Width of the hidden layer")->check(wholeNumber(1));
    sub.add_option("--out-features", o.outFeatures, "Width of the output")->check(wholeNumber(1));
    sub.add_option("--lr", o.learningRate, "Learning rate");
    sub.add_option("--seed", o.seed, "Of weights and data")
        ->check(wholeNumber(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
}

void addCapture(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "capture", "Records the built-in training step", runCapture);
    addOutput(*sub, o->output, "The trace: .json or .json.gz");
    addWorkload(*sub, o->workload);
    const CLI::Validator count = wholeNumber(0);
    sub->add_option("--skip-first", o->skipFirst, "Steps before the first cycle")->check(count);
    sub->add_option("--wait", o->wait, "Steps of a cycle that pass unseen")->check(count);
    sub->add_option("--warmup", o->warmup, "Steps of a cycle whose records are thrown away")->check(count);
    sub->add_option("--active", o->active, "Steps of a cycle that are recorded (5; 20 of a preset other than baseline)")
        ->check(wholeNumber(1));
    sub->add_option("--repeat", o->repeat, "Cycles; of several each has a file, NAME.1.json ...; 0 until stopped")
        ->check(count);
    sub->add_option("--steps", o->steps, "Stop after so many steps")->check(wholeNumber(1));
    sub->add_flag("--record-shapes", o->recordShapes, "Record the shapes of inputs");
    sub->add_flag("--with-stack", o->withStack, "Record call stacks");
    sub->add_flag("--profile-memory", o->profileMemory, "Record memory");
    sub->add_option("--max-size", o->maxSize, "The oldest cycle goes first, such as 500MB")->type_name("SIZE");
    sub->add_option("--table", o->tableRows, "Print this many rows of the table afterwards")->check(count);
}

void addBenchmark(CLI::App& app, Run& run)
{
    auto [sub, o] = addCommand(app, run, "benchmark", "Times the built-in training step", runBenchmark);
    addWorkload(*sub, o->workload);
    sub->add_option("--warmup", o->warmup, "Steps before measuring (5)")->check(wholeNumber(0));
    sub->add_option("--steps", o->steps, "Measured steps (20)")->check(wholeNumber(1));
    sub->add_flag("--overhead", o->overhead, "Also with recording, in as many pairs: what the profiler costs");
    sub->add_flag("--json", o->json, "As JSON");
    sub->add_option("-o,--output", o->output, "Where the result goes; without: standard output")->type_name("FILE");
}

void addDoctor(CLI::App& app, Run& run)
{
    CLI::App* sub = app.add_subcommand("doctor", "What this machine can capture, and what it lacks");
    sub->callback([&run] { run = runDoctor; });
}

void addCommands(CLI::App& app, Run& run)
{
    addInfo(app, run);
    addTable(app, run);
    addTree(app, run);
    addSteps(app, run);
    addFindings(app, run);
    addCompare(app, run);
    addRender(app, run);
    addCapture(app, run);
    addBenchmark(app, run);
    addDoctor(app, run);
}

bool hasDisplay()
{
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return set("DISPLAY") || set("WAYLAND_DISPLAY") || set("QT_QPA_PLATFORM");
}

int openWindow(const WindowOptions& options)
{
    for (const std::string& file : options.files) {
        if (file == "-")
            return fail(kBadUsage, "the window does not read standard input; the commands do");
        std::error_code error;
        if (!std::filesystem::exists(file, error))
            return fail(kUnreadable, file + ": no such file, and no command of that name (--help lists them)");
    }
    if (!hasDisplay())
        return fail(kBadUsage, "there is no display for the window; the commands need none (--help lists them)");
    return runWindow(options);
}

int parseAndRun(CLI::App& app, Run& run, int argc, char** argv)
{
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        print(app.help());
        return kDone;
    } catch (const CLI::CallForAllHelp&) {
        print(app.help("", CLI::AppFormatMode::All));
        return kDone;
    } catch (const CLI::CallForVersion& version) {
        print(std::string(version.what()) + "\n");
        return kDone;
    } catch (const CLI::ParseError& error) {
        const auto subcommands = app.get_subcommands();
        const std::string where = subcommands.empty() ? "" : subcommands.front()->get_name() + ": ";
        return fail(kBadUsage, where + error.what());
    }
    return run();
}

// On any thread: the one line and the code of an input that could not be read.
[[noreturn]] void endWithoutMemory()
{
    const char* reason = nullptr;
    try {
        if (const std::exception_ptr error = std::current_exception())
            std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
        reason = "stepglass: out of memory: the trace does not fit; a shorter capture would\n";
    } catch (const std::system_error&) {
        reason = "stepglass: the system gives no further thread: memory or threads are limited\n";
    } catch (...) {
        std::abort(); // a fault of the program's own, to be looked into
    }
    std::fputs(reason != nullptr ? reason : "stepglass: ended by an unknown error\n", stderr);
    std::_Exit(kUnreadable);
}

} // namespace

int runCommandLine(int argc, char** argv)
{
    std::set_terminate(endWithoutMemory);
    std::signal(SIGPIPE, SIG_IGN); // a write to a closed pipe fails instead, see finishOutput()
    CLI::App app("Where does the time of a training step go? Without a command: the window.", "stepglass");
    app.set_version_flag("--version", "stepglass " STEPGLASS_VERSION);
    app.set_help_all_flag("--help-all", "Help of every command");
    app.require_subcommand(0, 1);
    WindowOptions window;
    app.add_option("files", window.files, "Traces to open as tabs")->type_name("FILE");
    app.add_option("--capture", window.capturePreset, "Start capturing this preset at once")->type_name("PRESET");
    Run run = [&window] { return openWindow(window); };
    addCommands(app, run);
    return finishOutput(parseAndRun(app, run, argc, argv));
}

} // namespace stepglass
