// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/kernel_call.h"

#include <string>

namespace stepglass::capture {

// Runs a kernel on the calling thread, float32, matrices through CBLAS. What the cpu and the emulated device share.
void runOnHost(const KernelCall& call);

// Threads that CBLAS may use from now on, in the whole process.
void setBlasThreads(int count);
std::string blasDescription();

} // namespace stepglass::capture
