// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/training_step.h"

#include "capture/workload/random.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>

namespace stepglass::capture {
namespace {

std::string gigabytes(double bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / 1e9);
    return text;
}

AdamWOptions optimizerOptions(const WorkloadOptions& options)
{
    AdamWOptions adamw;
    adamw.lr = options.lr;
    adamw.multiTensor = options.multiTensor;
    adamw.pieceElements = options.pieceElements;
    return adamw;
}

} // namespace

Status TrainingStep::check(const WorkloadOptions& options)
{
    constexpr std::int64_t kMost = 1 << 24; // BLAS counts in 32 bits, and floats index exactly up to here
    const std::pair<const char*, std::int64_t> sizes[] = {{"batch", options.batch},
                                                          {"in-features", options.inFeatures},
                                                          {"hidden", options.hidden},
                                                          {"out-features", options.outFeatures}};
    for (const auto& [name, value] : sizes) {
        if (value < 1)
            return Status::failure(std::string(name) + " is " + std::to_string(value) + "; it must be 1 or more");
        if (value > kMost)
            return Status::failure(std::string(name) + " is " + std::to_string(value) + "; at most " +
                                   std::to_string(kMost) + " is possible");
    }
    if (!std::isfinite(options.lr) || options.lr < 0)
        return Status::failure("lr must be a number of 0 or more");
    return {};
}

double TrainingStep::memoryNeeded(const WorkloadOptions& o)
{
    const auto b = static_cast<double>(o.batch);
    const auto h = static_cast<double>(o.hidden);
    const auto edge = static_cast<double>(o.inFeatures) + static_cast<double>(o.outFeatures);
    const double weights = h * edge * 5;               // weight, gradient, two averages, root
    const double activations = b * (4 * h + 3 * edge); // forward and backward
    const double host = b * edge * 10;                 // batches of the loader
    return 4 * (weights + activations + host);
}

TrainingStep::Created TrainingStep::create(Device& device, Recorder& recorder, const WorkloadOptions& options)
{
    Created created;
    created.status = check(options);
    if (!created.status)
        return created;
    const double needed = memoryNeeded(options);
    const auto available = static_cast<double>(device.info().memoryBytes);
    if (needed > 0.9 * available) {
        created.status =
            Status::failure("these sizes need about " + gigabytes(needed) + " and " + gigabytes(available) +
                            " are available; choose a smaller batch or fewer features");
        return created;
    }
    try {
        created.step.reset(new TrainingStep(device, recorder, options));
        device.synchronize();
        created.status = device.status();
    } catch (const std::bad_alloc&) {
        created.status = Status::failure("out of memory while preparing the step (about " + gigabytes(needed) +
                                         " needed); choose a smaller batch or fewer features");
    }
    if (!created.status)
        created.step.reset();
    return created;
}

TrainingStep::TrainingStep(Device& device, Recorder& recorder, const WorkloadOptions& options)
    : m_device(device)
    , m_recorder(recorder)
    , m_options(options)
    , m_allocator(device, recorder)
    , m_ops(device, recorder, m_allocator, device.defaultStream())
    , m_loader(device, recorder, options)
    , m_model(m_ops, randomWeight(options.hidden, options.inFeatures, 1),
              randomWeight(options.outFeatures, options.hidden, 2), options.freezeFirst)
    , m_optimizer(m_ops, m_model.parameters(), optimizerOptions(options))
    , m_readBack(options.readBack)
{
    m_ops.setReadBackEach(m_readBack == ReadBack::EachOperator);
    if (device.info().asynchronous)
        m_autograd.emplace(recorder);
    if (options.copy == CopyMode::Overlapped) {
        m_copyStream = device.createStream();
        for (DeviceBatch& batch : m_ahead) {
            batch.x = m_ops.empty(options.batch, options.inFeatures);
            batch.target = m_ops.empty(options.batch, options.outFeatures);
            batch.ready = device.createEvent();
            batch.consumed = device.createEvent();
        }
        fetchAhead();
    }
}

TrainingStep::~TrainingStep()
{
    m_device.synchronize(); // the queues still hold addresses of what is released next
}

// PyTorch's default for Linear: uniform within 1 / sqrt(fan in).
Tensor TrainingStep::randomWeight(std::int64_t rows, std::int64_t cols, std::uint64_t stream)
{
    const Tensor weight = m_ops.empty(rows, cols);
    Random random(m_options.seed * 1000 + stream);
    const float bound = 1.0F / std::sqrt(static_cast<float>(cols));
    constexpr std::int64_t kPiece = std::int64_t{1} << 20;
    std::vector<float> piece(static_cast<std::size_t>(std::min(kPiece, weight.count())));
    for (std::int64_t at = 0; at < weight.count(); at += kPiece) {
        const std::int64_t count = std::min(kPiece, weight.count() - at);
        std::generate_n(piece.begin(), count, [&] { return random.uniform(bound); });
        m_device.copy(m_ops.stream(), weight.data() + at, piece.data(), static_cast<std::size_t>(count) * sizeof(float),
                      CopyDirection::HostToDevice, HostMemory::Pageable);
    }
    return weight;
}

void TrainingStep::setReadBack(ReadBack mode)
{
    m_readBack = mode;
    m_ops.setReadBackEach(mode == ReadBack::EachOperator);
}

Status TrainingStep::run()
{
    if (m_stop && m_stop())
        return Status::failure("stopped before step " + std::to_string(m_steps));
    try {
        runStep();
    } catch (const std::bad_alloc&) {
        return Status::failure("out of memory in step " + std::to_string(m_steps) +
                               "; choose a smaller batch or fewer features");
    }
    ++m_steps;
    return m_device.status();
}

Status TrainingStep::readLoss()
{
    if (m_lastLoss)
        m_loss = m_ops.item(m_lastLoss);
    return m_device.status();
}

void TrainingStep::fetch(Tensor& x, Tensor& target)
{
    if (m_options.copy == CopyMode::Overlapped) {
        const DeviceBatch& batch = m_ahead[m_steps % 2];
        m_device.wait(m_ops.stream(), batch.ready);
        x = batch.x;
        target = batch.target;
        return;
    }
    HostBatch* batch = m_loader.next();
    const bool blocking = m_options.copy == CopyMode::Blocking;
    x = m_ops.to(batch->x, m_options.batch, m_options.inFeatures, batch->kind, blocking);
    target = m_ops.to(batch->target, m_options.batch, m_options.outFeatures, batch->kind, blocking);
    m_device.record(batch->copied, m_ops.stream());
    m_loader.recycle(batch);
}

// Starts the copy of the next batch into the half of the double buffer that is not in use.
void TrainingStep::fetchAhead()
{
    HostBatch* batch = m_loader.next();
    const DeviceBatch& into = m_ahead[m_fetched % 2];
    ++m_fetched;
    OperatorScope scope(m_recorder, "mlp::copy_");
    if (scope.wantsShapes())
        scope.setShapes({into.x.shape(), into.target.shape()});
    m_device.wait(m_copyStream, into.consumed);
    m_device.copyAsync(m_copyStream, into.x.data(), batch->x, static_cast<std::size_t>(into.x.count()) * sizeof(float),
                       CopyDirection::HostToDevice, batch->kind);
    m_device.copyAsync(m_copyStream, into.target.data(), batch->target,
                       static_cast<std::size_t>(into.target.count()) * sizeof(float), CopyDirection::HostToDevice,
                       batch->kind);
    m_device.record(into.ready, m_copyStream);
    m_device.record(batch->copied, m_copyStream);
    m_loader.recycle(batch);
}

void TrainingStep::backward(const RegionScope& region, const Tensor& loss)
{
    const Tensor one = m_ops.onesLike(loss);
    if (m_autograd)
        m_autograd->run(region.region(), [&] { m_model.backward(one); });
    else
        m_model.backward(one);
}

void TrainingStep::runStep()
{
    Tensor x;
    Tensor target;
    fetch(x, target);
    {
        const RegionScope region(m_recorder, "zero_grad");
        m_optimizer.zeroGrad();
    }
    {
        const RegionScope region(m_recorder, "forward");
        m_lastLoss = m_model.forward(x, target);
    }
    {
        const RegionScope region(m_recorder, "backward");
        backward(region, m_lastLoss);
    }
    if (m_options.copy == CopyMode::Overlapped) {
        m_device.record(m_ahead[m_steps % 2].consumed, m_ops.stream());
        fetchAhead();
    }
    {
        const RegionScope region(m_recorder, "optimizer_step");
        m_optimizer.step();
    }
    if (m_readBack != ReadBack::Never)
        m_loss = m_ops.item(m_lastLoss);
}

} // namespace stepglass::capture
