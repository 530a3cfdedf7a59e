// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Small helpers of the capture tests: what a trace file holds, read by a library that is not ours.
namespace capture_files {

using nlohmann::json;

inline json readJson(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return json::parse(file.readAll().toStdString(), nullptr, false);
}

inline std::vector<json> events(const json& trace, const std::string& category, const std::string& phase = "X")
{
    std::vector<json> found;
    for (const json& event : trace["traceEvents"])
        if (event["ph"] == phase && event.value("cat", "") == category)
            found.push_back(event);
    return found;
}

inline int countNamed(const std::vector<json>& events, const std::string& name)
{
    int count = 0;
    for (const json& event : events)
        count += event["name"] == name ? 1 : 0;
    return count;
}

inline double endOf(const json& event)
{
    return event["ts"].get<double>() + event["dur"].get<double>();
}

} // namespace capture_files
