// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/background_thread.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

namespace stepglass {

void yieldToWindow(Background work)
{
    const int nice = work == Background::Reading ? 5 : 15;
    // On Linux a thread has a priority of its own, which threads inherit from the one that starts them.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice);
}

void keepMemory()
{
    constexpr int kMiB = 1 << 20;
    mallopt(M_TOP_PAD, 32 * kMiB);
    mallopt(M_TRIM_THRESHOLD, 128 * kMiB);
    // The most that glibc takes: it would find this size by itself, but any of the three calls stops it from doing so.
    mallopt(M_MMAP_THRESHOLD, 32 * kMiB);
}

} // namespace stepglass
