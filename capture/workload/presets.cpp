// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/presets.h"

namespace stepglass::capture {
namespace {

WorkloadOptions sized(const char* name, std::int64_t batch, std::int64_t in, std::int64_t hidden, std::int64_t out)
{
    WorkloadOptions options;
    options.preset = name;
    options.batch = batch;
    options.inFeatures = in;
    options.hidden = hidden;
    options.outFeatures = out;
    return options;
}

// Fine-tuning a small head on a large frozen layer: the layer's matmul is nearly all there is.
Preset bigKernel()
{
    WorkloadOptions o = sized("big-kernel", 1024, 2048, 1024, 16);
    o.freezeFirst = true;
    return {"big-kernel", "one huge matmul takes most of the step", "dominant-kernel", "balanced", o};
}

Preset balanced()
{
    return {"balanced", "the time is spread over many kernels", "", "big-kernel",
            sized("balanced", 32, 768, 3072, 768)};
}

// 416 parameters of 2,048 elements: W1 is 6656 x 64, W2 is 64 x 6656.
Preset smallParameters(const char* name, bool multiTensor)
{
    WorkloadOptions o = sized(name, 32, 64, 6656, 64);
    o.pieceElements = 2048;
    o.multiTensor = multiTensor;
    if (multiTensor)
        return {name, "the same parameters, one launch an operator for all", "", "tiny-ops", o};
    return {name, "an operator for each of 416 small parameters: the host cannot launch fast enough", "launch-bound",
            "fused", o};
}

Preset loading(const char* name, LoaderMode mode)
{
    WorkloadOptions o = sized(name, 96, 2048, 1024, 2048);
    o.loader = mode;
    o.augmentPasses = 288;
    if (mode == LoaderMode::Prefetch)
        return {name, "the same batches, made ahead by a loader thread", "", "slow-loader", o};
    return {name, "decodes and augments each batch on the step's own thread", "input-bound", "prefetch", o};
}

// A wide batch and next to no weights: all there is to do is to bring the batch over and to go through it a few times.
Preset copying(const char* name, CopyMode mode)
{
    WorkloadOptions o = sized(name, 2048, 4096, 8, 2048);
    o.loader = LoaderMode::InMemory;
    o.copy = mode;
    if (mode == CopyMode::Overlapped)
        return {name, "pinned memory, a stream of its own, a batch ahead", "", "serial-copy", o};
    return {name, "a large batch in pageable memory, and the host waits for its copy", "serial-copy", "overlapped-copy",
            o};
}

// Kernels of some 100 us: long enough that launching keeps up and one wait a step is nothing, short enough that 27 are
// felt.
Preset readingBack(const char* name, ReadBack mode)
{
    WorkloadOptions o = sized(name, 64, 256, 576, 256);
    o.readBack = mode;
    o.multiTensor = false;
    if (mode == ReadBack::OncePerStep)
        return {name, "reads only the loss, once a step", "", "item-every-op", o};
    return {name, "reads a value back after every operator, so host and device wait for each other", "frequent-sync",
            "item-once", o};
}

} // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = {
        {"baseline", "the step of the profiling tutorials: 32 x 2048, hidden 8192, AdamW", "", "", WorkloadOptions{},
         5},
        bigKernel(),
        balanced(),
        smallParameters("tiny-ops", false),
        smallParameters("fused", true),
        loading("slow-loader", LoaderMode::Inline),
        loading("prefetch", LoaderMode::Prefetch),
        copying("serial-copy", CopyMode::Blocking),
        copying("overlapped-copy", CopyMode::Overlapped),
        readingBack("item-every-op", ReadBack::EachOperator),
        readingBack("item-once", ReadBack::OncePerStep),
    };
    return all;
}

const Preset* findPreset(std::string_view name)
{
    if (name == "default")
        name = "baseline";
    for (const Preset& preset : presets())
        if (name == preset.name)
            return &preset;
    return nullptr;
}

std::string presetNames()
{
    std::string names;
    for (const Preset& preset : presets())
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
    return names;
}

} // namespace stepglass::capture
