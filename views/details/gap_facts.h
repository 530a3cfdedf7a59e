// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say about an idle stretch of a device.
#pragma once

#include "model/analysis/gaps.h"
#include "views/document/trace_document.h"

#include <QString>

#include <optional>

namespace stepglass {

// The whole gap that the selected idle stretch is of; none where nothing idle is selected, or not yet known why.
std::optional<Gap> gapOfSelection(const TraceDocument& document);

// "host work 80 %, launch latency 20 %": the causes, the largest first.
QString causesText(const Gap& gap);

// One plain sentence that says what the largest cause means.
QString causeSentence(IdleCause cause);
IdleCause mainCause(const Gap& gap);

} // namespace stepglass
