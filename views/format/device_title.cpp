// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/format/device_title.h"

#include "views/format/format.h"

#include <algorithm>

namespace stepglass {

namespace {

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() < 6 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

const ProcessInfo* processOfPid(const Trace& trace, StringId pid)
{
    const auto it = std::find_if(trace.processes().begin(), trace.processes().end(),
                                 [pid](const ProcessInfo& p) { return p.pid == pid; });
    return it == trace.processes().end() ? nullptr : &*it;
}

} // namespace

QString deviceTitle(const Trace& trace, StringId device)
{
    const std::string_view id = trace.text(device);
    // Worker threads are no GPU, and their name says what they are.
    const bool emulated = trace.info().producer.find("emulated") != std::string::npos;
    for (const DeviceProperties& properties : trace.info().devices) {
        if (properties.id == id && !properties.name.empty())
            return emulated ? QString::fromStdString(properties.name)
                            : QStringLiteral("GPU %1  %2").arg(toQString(id), QString::fromStdString(properties.name));
    }
    if (isNumber(id))
        return (emulated ? QStringLiteral("Emulated device ") : QStringLiteral("GPU ")) + toQString(id);
    const ProcessInfo* process = processOfPid(trace, device);
    if (process == nullptr)
        return toQString(id);
    const QString label = toQString(trace.text(process->labels));
    const QString name = toQString(trace.text(process->name));
    if (name.isEmpty())
        return label.isEmpty() ? toQString(id) : label;
    return label.isEmpty() || name.contains(label) ? name : label + QStringLiteral("  ") + name;
}

} // namespace stepglass
