// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cuda/launch_log.h"
#include "capture/cuda/occupancy.h"
#include "capture/recorder/activity_sink.h"
#include "capture/recorder/status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace stepglass::capture::cuda {

struct CuptiAttach
{
    std::uint32_t number = 0;
    int error = 0;    // CUptiResult of what it refused, 0 = nothing
    std::string text; // its name
};

// CUPTI's version as it counts: 130001. Needs no driver.
std::uint32_t cuptiVersion();

// Gives CUPTI the recorder's clock and makes this process its one user. Before the CUDA context is made: CUPTI ties the
// device's clock to the host's then. Once a process is enough, more do nothing; the newest sink's clock counts.
CuptiAttach attachCupti(ActivitySink& sink);
// Gives CUPTI back. The device must be idle and no other thread inside a CUDA call.
void detachCupti();

// Reads CUPTI's activity records while started and hands them to the recorder, from a thread of its own, a few times in
// each 200 ms: CUPTI's own period returns full buffers only, so this one asks for those that are part full, too.
class CuptiSource
{
public:
    CuptiSource(ActivitySink& sink, DeviceLimits limits);
    ~CuptiSource();
    CuptiSource(const CuptiSource&) = delete;
    CuptiSource& operator=(const CuptiSource&) = delete;

    // Failure: what CUPTI refused, with its remedy.
    Status start();
    // Hands over all that has happened. The device should be idle, or its open work is left for later.
    void collect();
    // collect(), and records nothing from then on.
    void stop();
    bool isStarted() const { return m_started.load(std::memory_order_relaxed); }

    // Ties the CUDA calls that this thread makes from now on, until pop(), to a launch. Only between start and stop.
    void push(const Launch& launch);
    void pop();

private:
    struct Work;
    std::unique_ptr<Work> m_work;
    std::atomic<bool> m_started{false};
};

} // namespace stepglass::capture::cuda
