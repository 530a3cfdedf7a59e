// SPDX-License-Identifier: GPL-3.0-or-later
// A scope in words.
#pragma once

#include "model/core/scope.h"

#include <QString>

namespace stepglass {

// "whole trace", "step 3", "steps 2–5", "16.52 ms – 19.20 ms" (since `zero`).
QString scopeText(const Scope& scope, Ns zero);

} // namespace stepglass
