// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/background_thread.h"

#include <sys/resource.h>
#include <unistd.h>

namespace stepglass {

void yieldToWindow()
{
    constexpr int kNice = 5;
    // On Linux a thread has a priority of its own, which threads inherit from the one that starts them.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
}

} // namespace stepglass
