// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of row a slice makes.
#pragma once

#include "model/core/kinds.h"
#include "model/core/operator_rows.h"

namespace stepglass {

RowKind rowKindOf(SliceKind kind);

} // namespace stepglass
