// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/write/table_columns.h"
#include "model/write/table_writer.h"

#include <nlohmann/json.hpp>

namespace stepglass {
namespace {

nlohmann::ordered_json jsonOf(const OperatorTable& table, const OperatorRow& row)
{
    nlohmann::ordered_json json;
    json["name"] = row.name;
    json["on"] = row.onDevice ? "device" : "host";
    json["region"] = row.region;
    json["calls"] = row.calls;
    json["self_cpu_ns"] = row.selfCpu;
    json["cpu_ns"] = row.cpu;
    json["self_device_ns"] = row.selfDevice;
    json["device_ns"] = row.device;
    if (row.idleInside >= 0)
        json["idle_ns"] = row.idleInside;
    if (table.groupedByShape)
        json["shapes"] = row.shapes;
    if (table.hasMemory) {
        json["cpu_bytes"] = row.cpuBytes;
        json["self_cpu_bytes"] = row.selfCpuBytes;
        json["device_bytes"] = row.deviceBytes;
        json["self_device_bytes"] = row.selfDeviceBytes;
    }
    return json;
}

} // namespace

std::string tableJson(const OperatorTable& table, const TablePrint& print)
{
    // Names may hold bytes that are no UTF-8: they are replaced, never thrown about.
    const auto text = [](const nlohmann::ordered_json& json) {
        return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    };
    std::string result = "{\"version\":1,\"mode\":";
    result += table.mode == CountingMode::PyTorch ? "\"pytorch\"" : "\"wall\"";
    result += ",\"scope\":" + text(scopeText(table.scope, table.origin)) + ",\"rows\":[";
    bool first = true;
    for (const std::uint32_t i : printedRows(table, print)) {
        result += (first ? "\n" : ",\n") + text(jsonOf(table, table.rows[i]));
        first = false;
    }
    result += "\n],\"self_cpu_total_ns\":" + std::to_string(table.selfCpuTotal);
    return result + ",\"self_device_total_ns\":" + std::to_string(table.selfDeviceTotal) + "}\n";
}

} // namespace stepglass
