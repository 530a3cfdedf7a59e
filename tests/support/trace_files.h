// SPDX-License-Identifier: GPL-3.0-or-later
// Finding real traces and their golden figures: those of the repository, and those of the folder of real traces.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stepglass::test {

struct GoldenFile
{
    std::string name;             // of the golden file, without its ending
    std::filesystem::path golden; // the figures
    std::filesystem::path trace;  // empty: there is no trace of that name
};

// Every golden file of `kind` ("counts") below the golden folders, with its trace: a golden file is called
// `<folder>__<trace>.json`, the folder's slashes written as dashes; a trace of that name in another folder is taken
// where the named one has none.
std::vector<GoldenFile> goldenFiles(const std::string& kind);

// Every file below the folder of real traces that should be offered to the reader (no notes, no golden figures), and
// those of the repository.
std::vector<std::filesystem::path> traceFiles();

} // namespace stepglass::test
