// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/operator_rows.h"

#include "model/core/wide_int.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace stepglass {

std::string_view toText(RowKind kind)
{
    constexpr std::string_view kNames[] = {"operator", "region", "call",   "python",      "overhead", "kernel",
                                           "copy",     "sync",   "memory", "not covered", "idle",     "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

namespace {

struct SortName
{
    std::string_view name;
    RowSort sort;
};

constexpr std::array<SortName, 11> kSortNames{{
    {"self_cpu_time_total", RowSort::SelfCpu},
    {"cpu_time_total", RowSort::Cpu},
    {"self_device_time_total", RowSort::SelfDevice},
    {"device_time_total", RowSort::Device},
    {"cpu_time", RowSort::CpuAverage},
    {"device_time", RowSort::DeviceAverage},
    {"count", RowSort::Calls},
    {"cpu_memory_usage", RowSort::CpuBytes},
    {"self_cpu_memory_usage", RowSort::SelfCpuBytes},
    {"device_memory_usage", RowSort::DeviceBytes},
    {"self_device_memory_usage", RowSort::SelfDeviceBytes},
}};

std::string withDeviceWord(std::string_view name)
{
    std::string text(name);
    for (const std::string_view word : {"cuda", "xpu", "privateuse1", "mtia", "npu"}) {
        // `cpu` holds no such word, but `npu` could end inside one: only whole parts of the name count.
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            const bool begins = at == 0 || text[at - 1] == '_';
            const bool ends = at + word.size() == text.size() || text[at + word.size()] == '_';
            if (begins && ends)
                text.replace(at, word.size(), "device");
        }
    }
    return text;
}

// A figure that orders rows; averages compare as fractions (value / calls).
std::int64_t figure(const OperatorRow& row, RowSort sort)
{
    switch (sort) {
    case RowSort::SelfCpu:
        return row.selfCpu;
    case RowSort::Cpu:
    case RowSort::CpuAverage:
        return row.cpu;
    case RowSort::SelfDevice:
        return row.selfDevice;
    case RowSort::Device:
    case RowSort::DeviceAverage:
        return row.device;
    case RowSort::Calls:
        return static_cast<std::int64_t>(row.calls);
    case RowSort::CpuBytes:
        return row.cpuBytes;
    case RowSort::SelfCpuBytes:
        return row.selfCpuBytes;
    case RowSort::DeviceBytes:
        return row.deviceBytes;
    case RowSort::SelfDeviceBytes:
        return row.selfDeviceBytes;
    case RowSort::Min:
        return row.min;
    case RowSort::Median:
        return row.median;
    case RowSort::Max:
        return row.max;
    case RowSort::Kernels:
        return static_cast<std::int64_t>(row.kernels);
    case RowSort::IdleInside:
        return row.idleInside;
    case RowSort::FirstAppearance:
    case RowSort::Name:
        break;
    }
    return 0;
}

bool less(const OperatorRow& a, const OperatorRow& b, RowSort sort)
{
    if (sort == RowSort::CpuAverage || sort == RowSort::DeviceAverage) {
        const auto calls = [](const OperatorRow& r) {
            return static_cast<WideInt>(std::max<std::uint64_t>(r.calls, 1));
        };
        return figure(a, sort) * calls(b) < figure(b, sort) * calls(a);
    }
    return figure(a, sort) < figure(b, sort);
}

} // namespace

bool OperatorTable::hasDeviceTime() const
{
    // PyTorch goes by the rows that are there; wall mode keeps its columns also where those rows were left out.
    return (mode == CountingMode::Wall && selfDeviceTotal > 0) ||
           std::any_of(rows.begin(), rows.end(), [](const OperatorRow& r) { return r.selfDevice > 0; });
}

bool OperatorTable::hasDeviceMemory() const
{
    return std::any_of(rows.begin(), rows.end(), [](const OperatorRow& r) { return r.selfDeviceBytes > 0; });
}

std::optional<RowSort> rowSortOf(std::string_view name)
{
    if (name.empty())
        return RowSort::FirstAppearance;
    const std::string plain = withDeviceWord(name);
    const auto it =
        std::find_if(kSortNames.begin(), kSortNames.end(), [&](const SortName& s) { return s.name == plain; });
    return it != kSortNames.end() ? std::optional(it->sort) : std::nullopt;
}

std::string_view rowSortNames()
{
    return "self_cpu_time_total, cpu_time_total, cpu_time, self_device_time_total, device_time_total, device_time, "
           "count, [self_]cpu_memory_usage, [self_]device_memory_usage (cuda or xpu for device)";
}

std::vector<std::uint32_t> rowOrder(const OperatorTable& table, RowSort sort, bool reversed)
{
    std::vector<std::uint32_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::vector<OperatorRow>& rows = table.rows;
    if (sort == RowSort::Name) {
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return rows[a].name < rows[b].name; });
    } else if (sort != RowSort::FirstAppearance) {
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return less(rows[b], rows[a], sort); });
    }
    if (reversed)
        std::reverse(order.begin(), order.end());
    return order;
}

OperatorTable withRows(const OperatorTable& table, const std::vector<std::uint32_t>& rows)
{
    OperatorTable result = table;
    result.rows.clear();
    for (const std::uint32_t i : rows)
        result.rows.push_back(table.rows[i]);
    return result;
}

} // namespace stepglass
