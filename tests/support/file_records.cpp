// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_records.h"

#include "model/read/byte_source.h"
#include "model/read/ingest.h"
#include "tests/support/text_trace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace stepglass::test {
namespace {

[[noreturn]] void stop(const std::string& message)
{
    std::fprintf(stderr, "%s\n", message.c_str());
    std::abort();
}

std::string readAll(const std::string& path)
{
    auto source = openSource(path);
    if (!source.ok())
        stop(source.status().message());
    std::string text;
    std::vector<char> block(1 << 20);
    while (true) {
        const auto got = source.value()->read(block.data(), block.size());
        if (!got.ok())
            stop(got.status().message());
        if (got.value() == 0)
            return text;
        text.append(block.data(), got.value());
    }
}

// The object that begins at or after `at`.
std::string_view objectAt(std::string_view text, std::size_t at)
{
    at = text.find('{', at);
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = at; i < text.size(); ++i) {
        if (quoted) {
            if (text[i] == '\\')
                ++i;
            else if (text[i] == '"')
                quoted = false;
        } else if (text[i] == '"') {
            quoted = true;
        } else if (text[i] == '{') {
            ++depth;
        } else if (text[i] == '}' && --depth == 0) {
            return text.substr(at, i + 1 - at);
        }
    }
    return {};
}

} // namespace

std::string findTrace(const std::string& fileName)
{
    std::error_code error;
    const std::filesystem::recursive_directory_iterator all(tracesFolder(), error);
    if (error)
        return {};
    std::vector<std::string> found;
    for (const auto& entry : all) {
        const bool golden = entry.path().string().find("/golden/", tracesFolder().size()) != std::string::npos;
        if (entry.path().filename() == fileName && !golden)
            found.push_back(entry.path().string());
    }
    std::sort(found.begin(), found.end());
    return found.empty() ? std::string() : found.front();
}

FileRecords::FileRecords(const std::string& path)
    : m_text(readAll(path))
{
    auto trace = loadTrace(path);
    if (!trace.ok())
        stop(trace.status().message());
    m_trace = trace.value();
}

nlohmann::json FileRecords::record(SliceId slice) const
{
    return nlohmann::json::parse(objectAt(m_text, m_trace->source(slice)), nullptr, false);
}

std::vector<SliceId> FileRecords::inFileOrder() const
{
    std::vector<SliceId> slices;
    for (std::uint32_t i = 0; i < m_trace->sliceCount(); ++i)
        slices.push_back(SliceId(i));
    std::stable_sort(slices.begin(), slices.end(),
                     [&](SliceId a, SliceId b) { return m_trace->source(a) < m_trace->source(b); });
    return slices;
}

std::vector<std::string> goldensIn(const std::string& folder)
{
    std::error_code error;
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(goldenFolder() + "/" + folder, error)) {
        if (entry.path().extension() == ".json")
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

nlohmann::json readJson(const std::string& path)
{
    std::ifstream file(path);
    return nlohmann::json::parse(file, nullptr, false);
}

} // namespace stepglass::test
