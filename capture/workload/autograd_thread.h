// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/scope.h"

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace stepglass::capture {

// The thread on which the backward pass runs where a device does the work, as in PyTorch.
class AutogradThread
{
public:
    explicit AutogradThread(Recorder& recorder);
    ~AutogradThread();
    AutogradThread(const AutogradThread&) = delete;
    AutogradThread& operator=(const AutogradThread&) = delete;

    // Runs work there, inside `region`, and returns when it is done. What work throws is thrown here.
    void run(const Region* region, std::function<void()> work);

private:
    void loop();

    Recorder& m_recorder;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    const Region* m_region = nullptr;
    std::function<void()> m_work;
    std::exception_ptr m_failure;
    bool m_done = true;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace stepglass::capture
