// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/health.h"
#include "model/analysis/trace_summary.h"

#include <string>

namespace stepglass {

// `info --json`: version, producer, counts, health. Bytes that are no UTF-8 become U+FFFD.
std::string infoJson(const Trace& trace, const TraceSummary& summary, const Health& health);

} // namespace stepglass
