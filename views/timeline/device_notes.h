// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a device's name: how busy it was in the scope.
#pragma once

#include "model/analysis/device_activity.h"
#include "model/core/scope.h"

#include <QString>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace stepglass {

// "the trace", "step 3", "steps 2–5", "the range".
QString noteWords(const Scope& scope);

// By the key of the device's header row. `scope`: disjoint; `words` says what it is ("step 3"), empty: nothing is said.
std::map<std::string, QString> deviceNotes(const Trace& trace, const std::vector<DeviceActivity>& devices,
                                           std::span<const Interval> scope, const QString& words);

} // namespace stepglass
