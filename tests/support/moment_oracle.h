// SPDX-License-Identifier: GPL-3.0-or-later
// What a device did at one moment, and why it was idle then, by asking every slice: slow, and written apart from the
// analysis that it checks.
#pragma once

#include "model/core/breakdown.h"
#include "model/core/trace.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass::test {

class MomentOracle
{
public:
    explicit MomentOracle(const Trace& trace);

    // Classes and causes of `device` over [from, to), counted ns by ns.
    ActivityTimes activity(std::string_view device, Ns from, Ns to) const;
    IdleTimes idle(std::string_view device, Ns from, Ns to) const;

private:
    ActivityClass classAt(std::string_view device, Ns t) const; // remembers what it found
    ActivityClass findClass(std::string_view device, Ns t) const;
    IdleCause causeAt(std::string_view device, Ns from, Ns to, Ns t) const;
    IdleCause lateCause(ThreadId thread, Ns gapBegin, Ns launch, Ns t) const;
    bool anyAt(ThreadId thread, Ns t, bool (*accepts)(const MomentOracle&, SliceId)) const;
    SliceId launchOf(SliceId work) const;
    bool covered(ThreadId thread, Ns t) const;
    bool afterReturn(ThreadId thread, Ns gapBegin, Ns launch, Ns t) const;
    bool blocks(SliceId s, bool copy) const;

    const Trace& m_trace;
    std::vector<ThreadId> m_threads; // that of the steps first, then by id
    mutable std::map<std::pair<std::string, Ns>, ActivityClass> m_known;
    SliceId m_own; // the capture's own synchronisation
};

} // namespace stepglass::test
