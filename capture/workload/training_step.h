// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"
#include "capture/recorder/recorder.h"
#include "capture/workload/adamw.h"
#include "capture/workload/autograd_thread.h"
#include "capture/workload/data_loader.h"
#include "capture/workload/mlp.h"

#include <functional>
#include <memory>
#include <optional>

namespace stepglass::capture {

// One training loop's body: batch, zero_grad, forward, backward, optimizer_step, loss. The same code on every backend.
class TrainingStep
{
public:
    struct Created
    {
        std::unique_ptr<TrainingStep> step; // null on failure
        Status status;
    };
    // Checks the sizes against the device's memory, makes the weights from the seed and the loader.
    static Created create(Device& device, Recorder& recorder, const WorkloadOptions& options);
    // Sizes that make no sense or cannot be counted.
    static Status check(const WorkloadOptions& options);
    // Device memory the step needs, in bytes, about.
    static double memoryNeeded(const WorkloadOptions& options);

    ~TrainingStep();

    // Fails where setStop()'s function says so, before anything of the step is done.
    Status run();
    void setStop(std::function<bool()> stop) { m_stop = std::move(stop); }
    // Mean squared error of the last step whose loss was read back.
    float loss() const { return m_loss; }
    // Reads the last step's loss now, for runs with ReadBack::Never.
    Status readLoss();
    void setReadBack(ReadBack mode);
    std::int64_t stepsRun() const { return m_steps; }
    std::size_t parameterCount() const { return m_optimizer.parameterCount(); }

private:
    struct DeviceBatch
    {
        Tensor x;
        Tensor target;
        EventId ready = -1;    // the copy stream has filled it
        EventId consumed = -1; // the compute stream has read it
    };

    TrainingStep(Device& device, Recorder& recorder, const WorkloadOptions& options);

    void runStep();
    void fetch(Tensor& x, Tensor& target);
    void fetchAhead();
    void backward(const RegionScope& region, const Tensor& loss);
    Tensor randomWeight(std::int64_t rows, std::int64_t cols, std::uint64_t stream);

    Device& m_device;
    Recorder& m_recorder;
    const WorkloadOptions m_options;
    CachingAllocator m_allocator;
    Ops m_ops;
    DataLoader m_loader;
    Mlp m_model;
    AdamW m_optimizer;
    std::optional<AutogradThread> m_autograd;
    std::function<bool()> m_stop;
    ReadBack m_readBack;
    float m_loss = 0;
    Tensor m_lastLoss;
    std::int64_t m_steps = 0;

    // Overlapped copies only.
    StreamId m_copyStream = -1;
    DeviceBatch m_ahead[2];
    std::int64_t m_fetched = 0;
};

} // namespace stepglass::capture
