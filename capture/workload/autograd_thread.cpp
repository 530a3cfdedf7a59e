// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/autograd_thread.h"

#include <pthread.h>
#include <utility>

namespace stepglass::capture {

AutogradThread::AutogradThread(Recorder& recorder)
    : m_recorder(recorder)
{
    m_thread = std::thread([this] {
        pthread_setname_np(pthread_self(), "autograd");
        loop();
    });
}

AutogradThread::~AutogradThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void AutogradThread::run(const Region* region, std::function<void()> work)
{
    std::unique_lock lock(m_mutex);
    m_region = region;
    m_work = std::move(work);
    m_done = false;
    m_changed.notify_all();
    m_changed.wait(lock, [this] { return m_done; });
    if (m_failure)
        std::rethrow_exception(std::exchange(m_failure, nullptr));
}

void AutogradThread::loop()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_quit || !m_done; });
        if (m_quit)
            return;
        const std::function<void()> work = std::exchange(m_work, nullptr);
        const Region* region = m_region;
        lock.unlock();
        std::exception_ptr failure;
        try {
            const RegionGuest guest(m_recorder, region);
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        m_failure = failure;
        m_done = true;
        m_changed.notify_all();
    }
}

} // namespace stepglass::capture
