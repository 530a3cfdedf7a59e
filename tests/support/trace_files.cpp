// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_files.h"

#include "tests/support/text_trace.h"

#include <algorithm>
#include <map>

namespace fs = std::filesystem;

namespace stepglass::test {
namespace {

const char* const kOwnData = STEPGLASS_SOURCE_DIR "/tests/data";
const char* const kOwnGolden = STEPGLASS_SOURCE_DIR "/tests/golden";

// A file's name without the endings that say how it is packed.
std::string stemOf(const fs::path& file)
{
    std::string name = file.filename().string();
    for (const char* ending : {".gz", ".zst", ".zip", ".json"}) {
        if (name.ends_with(ending))
            name.resize(name.size() - std::string(ending).size());
    }
    return name;
}

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    if (!fs::is_directory(folder))
        return files;
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
        if (entry->is_directory() && entry->path().filename() == "golden")
            entry.disable_recursion_pending();
        else if (entry->is_regular_file())
            files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string folderName(const fs::path& trace)
{
    std::string folder = fs::relative(trace.parent_path(), tracesFolder()).generic_string();
    std::replace(folder.begin(), folder.end(), '/', '-');
    return folder;
}

fs::path traceFor(const std::string& golden, const std::vector<fs::path>& traces)
{
    const auto split = golden.find("__");
    const std::string folder = split == std::string::npos ? "" : golden.substr(0, split);
    const std::string stem = split == std::string::npos ? golden : golden.substr(split + 2);
    fs::path found;
    for (const fs::path& trace : traces) {
        if (stemOf(trace) != stem)
            continue;
        if (found.empty() || folderName(trace) == folder)
            found = trace;
    }
    return found;
}

} // namespace

std::vector<fs::path> traceFiles()
{
    std::vector<fs::path> files = filesBelow(kOwnData);
    for (const fs::path& file : filesBelow(tracesFolder())) {
        if (file.extension() != ".md" && file.extension() != ".txt")
            files.push_back(file);
    }
    return files;
}

std::vector<GoldenFile> goldenFiles(const std::string& kind)
{
    const std::vector<fs::path> traces = traceFiles();
    std::map<std::string, GoldenFile> byName; // the same name in both folders is the same trace
    for (const fs::path& folder : {fs::path(kOwnGolden) / kind, fs::path(goldenFolder()) / kind}) {
        for (const fs::path& file : filesBelow(folder)) {
            if (file.extension() != ".json")
                continue;
            const std::string name = file.stem().string();
            byName[name] = {name, file, traceFor(name, traces)};
        }
    }
    std::vector<GoldenFile> result;
    for (auto& [name, golden] : byName)
        result.push_back(std::move(golden));
    return result;
}

} // namespace stepglass::test
