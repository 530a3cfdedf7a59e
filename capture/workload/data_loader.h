// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"
#include "capture/recorder/scope.h"
#include "capture/workload/dataset.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace stepglass::capture {

// A batch in host memory: x and, behind it, the target.
struct HostBatch
{
    float* x = nullptr;
    float* target = nullptr;
    HostMemory kind = HostMemory::Pinned;
    std::int64_t index = -1;
    EventId copied = -1; // happens when the device has taken it
};

// Makes the batches, in order 0, 1, 2, ..., the way the options say. Call from the step's thread.
class DataLoader
{
public:
    // Throws std::bad_alloc where host memory is short.
    DataLoader(Device& device, Recorder& recorder, const WorkloadOptions& options);
    ~DataLoader();
    DataLoader(const DataLoader&) = delete;
    DataLoader& operator=(const DataLoader&) = delete;

    // The next batch, inside a region that names the loader. Valid until recycled.
    HostBatch* next();
    // Gives it back: it is made anew once its `copied` event has happened.
    void recycle(HostBatch* batch);

private:
    HostBatch* newBatch();
    HostBatch* freeBatch();
    void make(HostBatch& batch, std::int64_t index);
    void run();

    Device& m_device;
    Recorder& m_recorder;
    const WorkloadOptions m_options;
    const HostMemory m_kind;
    Dataset m_dataset;
    std::vector<std::unique_ptr<HostBatch>> m_batches;
    std::deque<HostBatch*> m_inFlight; // recycled, the device may still read them
    std::int64_t m_next = 0;

    std::mutex m_mutex; // what follows
    std::condition_variable m_changed;
    std::deque<HostBatch*> m_free;
    std::deque<HostBatch*> m_ready;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace stepglass::capture
