// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/data_loader.h"

#include <new>
#include <pthread.h>

namespace stepglass::capture {
namespace {

constexpr std::size_t kPrefetchDepth = 4;
constexpr std::size_t kMostBatches = 10;
constexpr std::size_t kInMemoryBatches = 2;

std::size_t batchBytes(const WorkloadOptions& o)
{
    return static_cast<std::size_t>(o.batch * (o.inFeatures + o.outFeatures)) * sizeof(float);
}

} // namespace

DataLoader::DataLoader(Device& device, Recorder& recorder, const WorkloadOptions& options)
    : m_device(device)
    , m_recorder(recorder)
    , m_options(options)
    , m_kind(options.copy == CopyMode::Blocking ? HostMemory::Pageable : HostMemory::Pinned)
    , m_dataset(options)
{
    const std::size_t count = options.loader == LoaderMode::InMemory ? kInMemoryBatches : kPrefetchDepth + 1;
    for (std::size_t i = 0; i < count; ++i)
        m_free.push_back(newBatch());
    if (options.loader == LoaderMode::InMemory) {
        for (std::size_t i = 0; i < count; ++i)
            make(*m_batches[i], static_cast<std::int64_t>(i));
    } else if (options.loader == LoaderMode::Prefetch) {
        m_thread = std::thread([this] {
            pthread_setname_np(pthread_self(), "data-loader");
            run();
        });
    }
}

DataLoader::~DataLoader()
{
    if (m_thread.joinable()) {
        {
            const std::lock_guard lock(m_mutex);
            m_quit = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }
    for (const auto& batch : m_batches)
        m_device.releaseHost(batch->x, batchBytes(m_options), m_kind);
}

HostBatch* DataLoader::newBatch()
{
    auto batch = std::make_unique<HostBatch>();
    batch->x = static_cast<float*>(m_device.allocateHost(batchBytes(m_options), m_kind));
    if (!batch->x)
        throw std::bad_alloc();
    batch->target = batch->x + m_options.batch * m_options.inFeatures;
    batch->kind = m_kind;
    batch->copied = m_device.createEvent();
    m_batches.push_back(std::move(batch));
    return m_batches.back().get();
}

void DataLoader::make(HostBatch& batch, std::int64_t index)
{
    batch.index = index;
    {
        OperatorScope scope(m_recorder, "mlp::decode");
        m_dataset.decode(index, batch.x);
    }
    {
        OperatorScope scope(m_recorder, "mlp::augment");
        m_dataset.augment(index, batch.x);
    }
    OperatorScope scope(m_recorder, "mlp::collate");
    m_dataset.target(batch.target);
}

void DataLoader::run()
{
    for (std::int64_t index = 0;; ++index) {
        HostBatch* batch = nullptr;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_quit || (!m_free.empty() && m_ready.size() < kPrefetchDepth); });
            if (m_quit)
                return;
            batch = m_free.front();
            m_free.pop_front();
        }
        {
            const RegionScope region(m_recorder, "load_batch");
            make(*batch, index);
        }
        {
            const std::lock_guard lock(m_mutex);
            m_ready.push_back(batch);
        }
        m_changed.notify_all();
    }
}

// Batches the device has taken become free; where it lags, more are made, up to a bound, rather than wait for it.
HostBatch* DataLoader::freeBatch()
{
    while (!m_inFlight.empty() && m_device.query(m_inFlight.front()->copied)) {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(m_inFlight.front());
        m_inFlight.pop_front();
    }
    const std::lock_guard lock(m_mutex);
    if (m_free.empty() && m_ready.empty()) {
        if (m_batches.size() < kMostBatches) {
            m_free.push_back(newBatch());
        } else if (!m_inFlight.empty()) {
            m_device.synchronizeEvent(m_inFlight.front()->copied);
            m_free.push_back(m_inFlight.front());
            m_inFlight.pop_front();
        }
    }
    return m_free.empty() ? nullptr : m_free.front();
}

HostBatch* DataLoader::next()
{
    const RegionScope region(m_recorder,
                             m_options.loader == LoaderMode::Prefetch ? "enumerate(DataLoader)#Prefetch.next"
                             : m_options.loader == LoaderMode::Inline ? "enumerate(DataLoader)#Inline.next"
                                                                      : "enumerate(DataLoader)#InMemory.next");
    const std::int64_t index = m_next++;
    if (m_options.loader == LoaderMode::InMemory)
        return m_batches[static_cast<std::size_t>(index) % m_batches.size()].get();
    HostBatch* batch = freeBatch();
    if (m_options.loader == LoaderMode::Inline) {
        m_free.pop_front();
        make(*batch, index);
        return batch;
    }
    m_changed.notify_all();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_ready.empty(); });
    batch = m_ready.front();
    m_ready.pop_front();
    lock.unlock();
    m_changed.notify_all();
    return batch;
}

void DataLoader::recycle(HostBatch* batch)
{
    if (m_options.loader != LoaderMode::InMemory)
        m_inFlight.push_back(batch);
}

} // namespace stepglass::capture
