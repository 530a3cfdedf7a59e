// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace stepglass::capture {

// Page-aligned memory from the system, large pages asked for; null if there is none. freeHostPages gives it back.
void* allocateHostPages(std::size_t bytes);
void freeHostPages(void* memory, std::size_t bytes);

// Memory this process may still take, in bytes: what the system has available, or the control group's rest if less.
std::int64_t availableMemory();

} // namespace stepglass::capture
