// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace stepglass::capture {

enum class LoaderMode : std::uint8_t
{
    Prefetch, // a thread decodes and augments ahead of the step
    Inline,   // the step's own thread does, before each step
    InMemory, // batches lie ready in host memory
};

enum class CopyMode : std::uint8_t
{
    Pinned,     // from pinned memory, asynchronous, on the compute stream
    Blocking,   // from pageable memory, the host waits
    Overlapped, // from pinned memory on a stream of its own, a batch ahead, into a double buffer
};

enum class ReadBack : std::uint8_t
{
    OncePerStep,  // the loss, at the end of a step
    EachOperator, // and a value after every operator
    Never,        // nothing: for timing the queueing of steps
};

// Everything that decides what a step does. Presets are values of this.
struct WorkloadOptions
{
    std::string preset = "baseline";
    std::int64_t batch = 32;
    std::int64_t inFeatures = 2048;
    std::int64_t hidden = 8192;
    std::int64_t outFeatures = 2048;
    double lr = 1e-3;
    std::uint64_t seed = 1;

    bool freezeFirst = false;       // W1 is not trained
    bool multiTensor = true;        // optimizer: one launch an operator, or one an operator and parameter
    std::int64_t pieceElements = 0; // parameters split into pieces of at most this size
    LoaderMode loader = LoaderMode::Prefetch;
    int augmentPasses = 1; // smoothing passes over each sample
    CopyMode copy = CopyMode::Pinned;
    ReadBack readBack = ReadBack::OncePerStep;
};

} // namespace stepglass::capture
