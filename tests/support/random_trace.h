// SPDX-License-Identifier: GPL-3.0-or-later
// Small traces drawn by chance, for properties that must hold in every trace.
#pragma once

#include "model/core/trace.h"

#include <cstdint>
#include <memory>

namespace stepglass::test {

// A trace of at most ~250 ns: one to three host threads with steps, regions, operators, Python frames, launches,
// blocking calls, overhead, and one or two devices whose kernels, copies, sets and synchronisation rows may overlap,
// lie before their launch, have no launch or length 0. The same seed gives the same trace.
std::shared_ptr<const Trace> randomTrace(std::uint32_t seed);

} // namespace stepglass::test
