// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hta_rows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace stepglass::test {
namespace {

std::optional<std::int64_t> integer(const nlohmann::json& args, const char* key)
{
    if (!args.is_object() || !args.contains(key))
        return std::nullopt;
    const nlohmann::json& value = args[key];
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (!value.is_string())
        return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

Ns wholeMicros(Ns ns, bool up)
{
    const Ns rest = ((ns % 1000) + 1000) % 1000;
    return ns - rest + (up && rest > 0 ? 1000 : 0);
}

bool startsWith(const std::string& text, const char* prefix)
{
    return text.rfind(prefix, 0) == 0;
}

} // namespace

HtaClass htaClass(const std::string& name)
{
    if (startsWith(name, "nccl") && name.find("Kernel") != std::string::npos)
        return HtaClass::Communication;
    if (startsWith(name, "Memcpy") || startsWith(name, "Memset") || startsWith(name, "dma"))
        return HtaClass::Memory;
    if (name.find("Memcpy") != std::string::npos || name.find("Sync") != std::string::npos)
        return HtaClass::Other;
    return HtaClass::Computation;
}

HtaRows::HtaRows(const FileRecords& file, bool narrowed)
{
    for (SliceId slice : file.inFileOrder()) {
        const nlohmann::json record = file.record(slice);
        if (!record.is_object() || !record.contains("dur") || !record.contains("cat") || record["cat"] == "Trace")
            continue;
        HtaRow row;
        row.slice = slice;
        row.start = file.trace().start(slice);
        row.duration = file.trace().duration(slice);
        if (narrowed) {
            const Ns end = wholeMicros(row.end(), false);
            row.start = wholeMicros(row.start, true);
            row.duration = end - row.start;
        }
        row.thread = record.value("pid", nlohmann::json()).dump() + " " + record.value("tid", nlohmann::json()).dump();
        row.name = record.value("name", "");
        row.category = record["cat"].get<std::string>();
        if (record.contains("args")) {
            row.stream = integer(record["args"], "stream");
            row.correlation = integer(record["args"], "correlation");
            if (record["args"].is_object() && record["args"].contains("memory bandwidth (GB/s)") &&
                record["args"]["memory bandwidth (GB/s)"].is_number())
                row.bandwidth = record["args"]["memory bandwidth (GB/s)"].get<double>();
        }
        if (row.stream == -1)
            row.stream.reset();
        row.index = m_all.size();
        m_all.push_back(std::move(row));
    }
    m_firstKept = !m_all.empty() && file.trace().source(m_all.front().slice) == file.firstRecord();
    link();
}

Ns HtaRows::begin() const
{
    return std::min_element(m_all.begin(), m_all.end(),
                            [](const HtaRow& a, const HtaRow& b) { return a.start < b.start; })
        ->start;
}

void HtaRows::link()
{
    std::map<std::int64_t, std::size_t> lastG, lastC;
    for (const HtaRow& row : m_all) {
        const bool g = (row.stream.value_or(-1) >= 0 && row.correlation.value_or(-1) >= 0) ||
                       row.name == "Event Sync" || row.name == "Context Sync";
        m_isG.push_back(g);
        if (row.correlation.value_or(-1) >= 0)
            (g ? lastG : lastC)[*row.correlation] = row.index;
    }
    for (HtaRow& row : m_all) {
        if (row.correlation.value_or(-1) < 0)
            continue;
        const auto& partners = m_isG[row.index] ? lastC : lastG;
        const auto found = partners.find(*row.correlation);
        row.link = found != partners.end() ? static_cast<std::int64_t>(found->second) : 0;
    }
}

std::vector<HtaRow> HtaRows::kept(bool lastStep) const
{
    std::set<std::string> steps;
    Ns last = 0;
    bool any = false;
    for (const HtaRow& row : m_all) {
        if (row.name.find("ProfilerStep") == std::string::npos)
            continue;
        steps.insert(row.name);
        if (!m_isG[row.index] && (!any || row.start > last))
            last = row.start;
        any = any || !m_isG[row.index];
    }
    if (steps.size() < 2)
        return m_all;
    std::vector<HtaRow> result;
    std::multiset<std::int64_t> correlations;
    for (const HtaRow& row : m_all) {
        if (m_isG[row.index] || (!lastStep && row.start >= last))
            continue;
        result.push_back(row);
        if (row.correlation)
            correlations.insert(*row.correlation);
    }
    for (const HtaRow& row : m_all) {
        const std::size_t times = m_isG[row.index] && row.correlation ? correlations.count(*row.correlation) : 0;
        result.insert(result.end(), times, row);
    }
    std::stable_sort(result.begin(), result.end(), [](const HtaRow& a, const HtaRow& b) { return a.index < b.index; });
    return result;
}

} // namespace stepglass::test
