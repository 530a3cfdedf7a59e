// SPDX-License-Identifier: GPL-3.0-or-later
// From a path to a trace: what everybody uses to open one.
#pragma once

#include "model/core/status.h"
#include "model/core/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace stepglass {

// Bytes of the file as it is stored; bytesTotal is 0 where that is not known (standard input, a growing file).
struct LoadProgress
{
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
};

struct LoadOptions
{
    // The file is still growing: wait at its end until its text is complete, or `stop` is requested.
    bool follow = false;
    // Stops loading. While following that is the way to finish (the result is what was there); else the result is an
    // error.
    std::stop_token stop;
    // Called on the loading thread with what was read so far, as early as possible and then so seldom that publishing
    // costs little. The last, complete one is not passed here but returned.
    std::function<void(std::shared_ptr<const Trace>, LoadProgress)> onSnapshot;
    // 0: as many as the machine has. The result does not depend on it.
    unsigned threads = 0;
};

// Reads a trace of Trace Event JSON: plain, gzip, zstd, zip with one member, or standard input for "-". Whatever is
// wrong with a part of it is in the trace's issues. An error is one sentence: file, place, reason.
Result<std::shared_ptr<const Trace>> loadTrace(const std::string& path, const LoadOptions& options = {});

// Bytes of memory that the trace of this file will take, judged by its size; 0 if that cannot be told.
std::uint64_t estimatedMemory(const std::string& path);

} // namespace stepglass
