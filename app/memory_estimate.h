// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a trace will fit into memory, before it is opened.
#pragma once

#include <QString>

#include <cstdint>

namespace stepglass {

// Bytes that can be had without swapping; 0 where the system does not say.
std::uint64_t availableMemory();

// One sentence if `needed` bytes for the trace of `path` are more than half of the `available` ones, else empty.
QString memoryWarning(const QString& path, std::uint64_t needed, std::uint64_t available);

} // namespace stepglass
