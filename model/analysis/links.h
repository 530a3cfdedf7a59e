// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to what in a whole trace: the call that launched a device slice, the operator that asked for it, the
// thread that stopped the profiler. Computed once a trace, off the UI thread; linear in its size.
#pragma once

#include "model/core/trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace stepglass {

class Links
{
public:
    // The runtime call with the device slice's correlation (Ascend: connection_id); of several the earliest. None for
    // what is not on a device, and where the launch is not in the file.
    SliceId launchOf(SliceId deviceSlice) const;
    // The device slices of a call, in file order.
    std::span<const SliceId> launchedBy(SliceId call) const;
    // The operator (or region) of a device slice or of a runtime call: the one whose External id it carries. Where
    // External ids name nothing (see below): the innermost operator that covers the start of the (launch) call on its
    // thread. Ascend: the operator at the start of the slice's `async_npu` arrow. None where there is none.
    SliceId operatorOf(SliceId deviceSliceOrCall) const;

    // The same by row of trace.deviceWork(): what loops over all of them use.
    SliceId launchOfRow(std::uint32_t row) const { return m_launch[row]; }
    SliceId operatorOfRow(std::uint32_t row) const { return m_operator[row]; }
    std::uint32_t rowOf(SliceId deviceSlice) const; // kNoRow for what is not on a device
    static constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;
    SliceId operatorOfCall(SliceId call) const; // as operatorOf(), for calls only
    // All runtime calls and the profiler's overhead records, ascending, and the operator of each.
    std::span<const SliceId> calls() const { return m_calls; }
    SliceId operatorOfCallAt(std::size_t i) const { return m_callOperator[i]; }
    // Where `call`, which must be one of calls(), stands among them.
    std::size_t placeOfCall(SliceId call) const { return m_places.before(call); }

    // In the whole trace every call's External id merely repeats its correlation (Kineto until early 2024), or no call
    // and no device slice has one: operators come from the launch calls.
    bool externalIdsNameNothing() const { return m_externalIdsNameNothing; }
    // Every call whose External id names an operator runs on that operator's thread. True where ids name nothing.
    bool callsStayOnTheirThreads() const { return m_callsStayOnTheirThreads; }
    // The thread of the first step, else the main thread (tid = pid), else that of the first operator; none without.
    ThreadId stoppingThread() const { return m_stoppingThread; }

    // Device work (kernels, copies, sets) by how it is linked.
    std::uint32_t linkedCount() const { return m_linked; }
    std::uint32_t withoutLaunchCount() const { return m_withoutLaunch; }
    std::uint32_t startsBeforeLaunchCount() const { return m_early; }
    Ns longestLead() const { return m_longestLead; } // by how much, at most, device work starts before its launch

private:
    friend class Linker;

    // How many of a set of slices come before one: a bit for each slice, and a count for each 64.
    class Places
    {
    public:
        void resize(std::uint32_t slices) { m_words.resize(slices / 64 + 1); }
        void add(SliceId s) { m_words[s.value / 64].bits |= bit(s); }
        void count();
        bool holds(SliceId s) const { return s.value / 64 < m_words.size() && (wordOf(s).bits & bit(s)) != 0; }
        std::size_t before(SliceId s) const { return wordOf(s).before + bitsIn(wordOf(s).bits & (bit(s) - 1)); }

    private:
        struct Word
        {
            std::uint64_t bits = 0;
            std::uint32_t before = 0;
        };
        // Without the processor's own instruction, which not all have, the library's function would be called.
        static std::uint32_t bitsIn(std::uint64_t word)
        {
            word -= word >> 1 & 0x5555555555555555u;
            word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
            word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
            return static_cast<std::uint32_t>(word * 0x0101010101010101u >> 56);
        }
        static std::uint64_t bit(SliceId s) { return std::uint64_t{1} << (s.value % 64); }
        const Word& wordOf(SliceId s) const { return m_words[s.value / 64]; }
        std::vector<Word> m_words;
    };

    Places m_places; // of m_calls
    ColumnView<DeviceWork> m_work;
    std::vector<SliceId> m_launch, m_operator; // by device row
    std::vector<SliceId> m_calls, m_callOperator;
    std::vector<std::uint32_t> m_firstLaunched; // by call, and one beyond
    std::vector<SliceId> m_launched;
    ThreadId m_stoppingThread;
    bool m_externalIdsNameNothing = false;
    bool m_callsStayOnTheirThreads = true;
    std::uint32_t m_linked = 0, m_withoutLaunch = 0, m_early = 0;
    Ns m_longestLead = 0;
};

// Null when stopped.
std::shared_ptr<const Links> linkTrace(const Trace& trace, std::stop_token stop = {});

} // namespace stepglass
