// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/stop_signals.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace stepglass::capture {
namespace {

std::atomic<std::int64_t> g_askedAtMs{0}; // 0: not asked
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

void onSignal(int number)
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const std::int64_t nowMs = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 + 1;
    std::int64_t asked = 0;
    if (g_askedAtMs.compare_exchange_strong(asked, nowMs) || nowMs - asked < kSameRequestMs)
        return;
    std::signal(number, SIG_DFL);
    std::raise(number); // takes effect when this function returns
}

} // namespace

void takeStopSignals()
{
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

void letStopSignalsIn()
{
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    ::sigprocmask(SIG_UNBLOCK, &stops, nullptr);
}

bool stopRequested()
{
    return g_askedAtMs != 0;
}

} // namespace stepglass::capture
