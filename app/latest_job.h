// SPDX-License-Identifier: GPL-3.0-or-later
// A worker for one kind of question of which only the newest matters: a new one stops the one under way, and an answer
// that was overtaken is never delivered. One thread, made with the first question.
#pragma once

#include "app/background_thread.h"
#include "app/mailbox.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace stepglass {

template<class Answer>
class LatestJob
{
public:
    using Work = std::function<Answer(std::stop_token)>;
    using Deliver = std::function<void(Answer)>;

    // `deliver` is called on the thread of `receiver`, which must outlive this. Work that `yields` leaves the
    // processors to reading and to the window, and to a process that is captured, where they want them (see
    // Background::Analysis).
    LatestJob(QObject* receiver, Deliver deliver, bool yields = false)
        : m_receiver(receiver)
        , m_deliver(std::move(deliver))
        , m_yields(yields)
    {
    }
    ~LatestJob()
    {
        cancel();
        if (!m_thread.joinable())
            return;
        m_thread.request_stop();
        m_wake.notify_all();
        m_thread.join(); // before what it uses goes
        QCoreApplication::removePostedEvents(&m_context, QEvent::MetaCall);
    }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    void start(Work work)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stop.request_stop();
            m_stop = std::stop_source();
            m_pending = Question{std::move(work), ++m_newest, m_stop.get_token()};
        }
        m_running = true;
        if (!m_thread.joinable())
            m_thread = std::jthread([this](std::stop_token end) { run(end); });
        m_wake.notify_all();
    }
    // What is under way stops, and is not delivered.
    void cancel()
    {
        const std::lock_guard lock(m_mutex);
        m_stop.request_stop();
        m_pending.reset();
        ++m_newest;
        m_running = false;
    }
    // Asked and not yet answered. UI thread.
    bool running() const { return m_running; }

private:
    struct Question
    {
        Work work;
        std::uint64_t serial = 0;
        std::stop_token stop;
    };

    void run(std::stop_token end)
    {
        if (m_yields)
            yieldToWindow(Background::Analysis);
        for (;;) {
            Question question;
            {
                std::unique_lock lock(m_mutex);
                if (!m_wake.wait(lock, end, [this] { return m_pending.has_value(); }))
                    return;
                question = std::move(*m_pending);
                m_pending.reset();
            }
            Answer answer = question.work(question.stop);
            if (!question.stop.stop_requested() && m_box.put({question.serial, std::move(answer)}))
                QMetaObject::invokeMethod(
                    &m_context, [this] { collect(); }, Qt::QueuedConnection);
        }
    }
    void collect()
    {
        std::optional<std::pair<std::uint64_t, Answer>> answer = m_box.take();
        if (!answer || answer->first != m_newest || !m_receiver)
            return;
        m_running = false;
        m_deliver(std::move(answer->second));
    }

    QObject m_context; // lives on the thread that made this: where answers are collected
    QPointer<QObject> m_receiver;
    Deliver m_deliver;
    const bool m_yields;
    Mailbox<std::pair<std::uint64_t, Answer>> m_box;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Question> m_pending;
    std::stop_source m_stop;
    std::uint64_t m_newest = 0; // written by the UI thread only
    bool m_running = false;
    std::jthread m_thread;
};

} // namespace stepglass
