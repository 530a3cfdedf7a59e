// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/record.h"

#include <cstddef>
#include <string_view>

namespace stepglass::capture {

// What a device backend sees of the recorder. All virtual, so that a backend loaded at run time needs no symbol of the
// program that loads it.
class ActivitySink
{
public:
    virtual ~ActivitySink() = default;

    // True while records are wanted, warm-up included. A backend may skip all its bookkeeping otherwise.
    virtual bool recording() const = 0;
    // Operator, region and recording that the calling thread is in.
    virtual LaunchContext context() = 0;
    // A correlation id never used before, for a call and the device work it starts.
    virtual std::uint64_t nextCorrelation() = 0;
    // Any thread. The record's epoch decides whether it is kept.
    virtual void add(const Record& record) = 0;
    // Records that the calling thread may add now before one is dropped. Not for the workload's threads: they never
    // wait.
    virtual std::size_t room() = 0;
    // Records that a backend knows to be lost before they reached add().
    virtual void addDropped(std::uint64_t count) = 0;
    virtual const char* intern(std::string_view text) = 0;
    // The recorder's clock (clock.h), for a backend that has records stamped elsewhere. Any thread.
    virtual std::int64_t now() const = 0;
    // System id of the calling thread, as add() stamps it on host records.
    virtual std::int32_t threadId() = 0;
};

} // namespace stepglass::capture
