// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line asks for, as plain values: command_line.cpp fills them, one file a subcommand acts on them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepglass {

// `--range 1.2ms..3ms`: ns since the first record of the trace, from <= t < to.
struct RangeOption
{
    std::int64_t from = 0;
    std::int64_t to = 0;
};

// `--steps 2..5` or `--steps 3`: the numbers in the names of the steps (ProfilerStep#2 ...), both included. For regions
// that --step-region makes steps, their place in time, from 0.
struct StepsOption
{
    std::int64_t first = 0;
    std::int64_t last = 0;
};

// The part of the trace that a command looks at; at most one of steps and range is set.
struct ScopeOptions
{
    std::optional<StepsOption> steps;
    std::optional<RangeOption> range;
    std::string stepRegion; // the region that counts as a step where the trace has no ProfilerStep#N; empty: none
};

struct WindowOptions
{
    std::vector<std::string> files;
    std::string capturePreset; // start capturing at once; empty: do not
};

struct InfoOptions
{
    std::string file;
    bool json = false;
};

enum class TableModeOption
{
    PyTorch,
    Wall
};
enum class TableKindOption
{
    All,
    Operators,
    Kernels,
    Regions,
    Copies
};
enum class TableFormatOption
{
    Text,
    Csv,
    Markdown,
    Json
};

struct TableOptions
{
    std::string file;
    ScopeOptions scope;
    std::string sortBy;          // empty: order of first appearance
    std::optional<int> rowLimit; // -1: all; not given: 15 for text, all for the others
    TableModeOption mode = TableModeOption::PyTorch;
    TableKindOption kind = TableKindOption::All;
    TableFormatOption format = TableFormatOption::Text;
    bool groupByInputShape = false;
    bool includePythonFunctions = false;
    int maxNameColumnWidth = 55;
    std::string timeUnit; // "s", "ms", "us"; empty: by the size of each figure
};

struct TreeOptions
{
    std::string file;
    ScopeOptions scope;
    std::string region; // empty: the whole tree
    int depth = -1;     // -1: all levels
    bool json = false;
};

struct StepsCommandOptions
{
    std::string file;
    std::string stepRegion;
    bool json = false;
};

enum class FailOn
{
    Never,
    Warn,
    High
};

struct FindingsOptions
{
    std::string file;
    ScopeOptions scope;
    std::vector<std::string> settings; // `launch-bound.micro_gap=50us`
    FailOn failOn = FailOn::Never;
    bool json = false;
};

struct CompareOptions
{
    std::vector<std::string> before;
    std::vector<std::string> after;
    std::string stepRegion;
    bool failOnSlower = false;
    bool json = false;
};

struct RenderOptions
{
    std::string file;
    std::string output; // .png, .svg or .pdf
    ScopeOptions scope;
    int width = 1600; // logical pixels
    int dpi = 96;     // 96: one pixel of the picture a logical pixel
    bool dark = false;
    std::string tracks; // a pattern that the tracks' names must match; empty: all
    int tableRows = 0;  // 0: no table
};

// The built-in step; the capture process has its own reading of the same options.
struct WorkloadCommandOptions
{
    std::string backend = "auto";
    std::string preset; // empty: the default one
    std::optional<int> batch, inFeatures, hidden, outFeatures;
    std::optional<double> learningRate;
    std::optional<std::int64_t> seed;
};

struct CaptureCommandOptions
{
    std::string output;
    WorkloadCommandOptions workload;
    std::optional<int> wait, warmup, active, repeat, skipFirst, steps;
    bool recordShapes = false;
    bool withStack = false;
    bool profileMemory = false;
    std::string maxSize; // "500MB"; empty: no limit
    int tableRows = 0;   // print the table afterwards; 0: do not
};

struct BenchmarkCommandOptions
{
    WorkloadCommandOptions workload;
    int warmup = 5;
    int steps = 20;
    bool overhead = false; // also with recording: the profiler's own cost
    bool json = false;
    std::string output; // empty: standard output
};

} // namespace stepglass
