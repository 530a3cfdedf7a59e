// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cuda/activities.h"

#include <string>
#include <string_view>

namespace stepglass::capture::cuda {

// "Memcpy HtoD (Pinned -> Device)" and "Memset (Device)", as Kineto writes them.
std::string copyName(CopyKind kind, MemoryKind from, MemoryKind to);
std::string setName(MemoryKind memory);
const char* syncName(SyncKind kind);
const char* overheadName(OverheadKind kind);

// CUPTI's name of a call without its version and stream suffix: "cudaLaunchKernel_ptsz_v7000" -> "cudaLaunchKernel".
std::string_view callName(std::string_view name);
// True for calls that start work on the device: an arrow leaves them.
bool startsDeviceWork(std::string_view call);
// True for calls not worth a row: they read or set a little state and never wait.
bool isQuiet(std::string_view call, bool driver);

// A kernel's symbol as the source has it; the symbol itself where it is not mangled.
std::string demangled(const char* symbol);

} // namespace stepglass::capture::cuda
