// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_digest.h"

#include <sstream>

namespace stepglass::test {
namespace {

class Digest
{
public:
    explicit Digest(const Trace& trace)
        : m_trace(trace)
    {
    }
    std::string text()
    {
        whole();
        tables();
        for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i)
            slice(SliceId(i));
        others();
        lanes();
        return m_out.str();
    }

private:
    std::string thread(ThreadId t) const
    {
        const ThreadInfo& info = m_trace.thread(t);
        return std::string(m_trace.text(m_trace.process(info.process).pid)) + '/' + std::string(m_trace.text(info.tid));
    }
    void whole()
    {
        const TraceInfo& info = m_trace.info();
        m_out << "span " << m_trace.spanStart() << ' ' << m_trace.spanEnd() << " read " << m_trace.recordsRead()
              << " shown " << m_trace.recordsShown() << " pairs " << m_trace.asyncPairs() << " valid " << info.validJson
              << " unparsable " << info.unparsableObjects << " producer " << info.producer << " base " << info.baseTime
              << " bytes " << info.inputBytes << '\n';
        for (const DeviceProperties& d : info.devices)
            m_out << "device " << d.id << ' ' << d.name << ' ' << d.totalMemory << ' ' << d.smCount << '\n';
        for (const auto& [key, json] : info.properties)
            m_out << "property " << key << ' ' << json << '\n';
        for (int r = 0; r < kIssueReasonCount; ++r) {
            const auto reason = static_cast<IssueReason>(r);
            const Issue& issue = m_trace.issues()[reason];
            if (issue.count > 0 && reason != IssueReason::LateEvent)
                m_out << "issue " << issueName(reason) << ' ' << issue.count << ' ' << issue.firstOffset << ' '
                      << issue.example << '\n';
        }
    }
    void tables()
    {
        for (int p = 0; p < 256; ++p) {
            if (m_trace.phaseCounts()[static_cast<std::size_t>(p)] > 0)
                m_out << "phase " << p << ' ' << m_trace.phaseCounts()[static_cast<std::size_t>(p)] << '\n';
        }
        for (const ProcessInfo& p : m_trace.processes())
            m_out << "process " << m_trace.text(p.pid) << ' ' << m_trace.text(p.name) << ' ' << m_trace.text(p.labels)
                  << ' ' << p.sortIndex << '\n';
        for (std::uint32_t t = 0; t < m_trace.threads().size(); ++t)
            m_out << "thread " << thread(ThreadId(t)) << ' ' << m_trace.text(m_trace.threads()[t].name) << ' '
                  << m_trace.threads()[t].sortIndex << '\n';
    }
    void slice(SliceId s)
    {
        m_out << "slice " << m_trace.start(s) << ' ' << m_trace.duration(s) << ' ' << kindName(m_trace.kind(s)) << ' '
              << thread(m_trace.thread(s)) << ' ' << m_trace.name(s) << ' ' << m_trace.text(m_trace.detail(s)) << " c"
              << m_trace.text(m_trace.correlation(s)) << " e" << m_trace.text(m_trace.externalId(s)) << " f"
              << int{m_trace.flags(s)} << " @" << m_trace.source(s) << " track " << m_trace.track(s).value;
        if (const DeviceWork* w = m_trace.deviceWork(s)) {
            m_out << " on " << m_trace.text(w->device) << '/' << m_trace.text(w->stream) << ' ' << w->bytes << ' '
                  << w->hasBytes << w->pageable << w->pinned;
            if (w->config.valid()) {
                const LaunchConfig& c = m_trace.config(w->config);
                m_out << " grid " << c.grid[0] << ' ' << c.grid[1] << ' ' << c.grid[2] << " block " << c.block[0] << ' '
                      << c.block[1] << ' ' << c.block[2] << ' ' << c.registersPerThread << ' ' << c.sharedMemory << ' '
                      << c.blocksPerSm << ' ' << c.warpsPerSm << ' ' << c.occupancyPercent;
            }
        }
        m_out << '\n';
    }
    void others()
    {
        for (std::uint32_t i = 0; i < m_trace.flows().size(); ++i) {
            const FlowRecord& f = m_trace.flows()[i];
            const auto [category, name] = m_trace.flowKind(f.kind);
            m_out << "flow " << f.time << ' ' << m_trace.text(category) << ' ' << m_trace.text(name) << ' '
                  << m_trace.text(f.id) << ' ' << thread(f.thread) << ' ' << static_cast<int>(f.phase)
                  << f.bindsToEnclosing << '\n';
        }
        for (std::uint32_t i = 0; i < m_trace.instants().size(); ++i) {
            const InstantRecord& r = m_trace.instants()[i];
            m_out << "instant " << r.time << ' ' << m_trace.text(r.name) << ' ' << thread(r.thread) << ' '
                  << static_cast<int>(r.scope) << " @" << r.source << '\n';
        }
        for (std::uint32_t i = 0; i < m_trace.memory().size(); ++i) {
            const MemoryRecord& r = m_trace.memory()[i];
            m_out << "memory " << r.time << ' ' << r.bytes << ' ' << r.totalAllocated << ' ' << r.totalReserved << ' '
                  << r.deviceType << ' ' << r.deviceId << ' ' << thread(r.thread) << '\n';
        }
        for (std::uint32_t i = 0; i < m_trace.counters().size(); ++i) {
            const CounterSample& c = m_trace.counters()[i];
            const EventBatch::Series& s = m_trace.series()[c.series.value];
            m_out << "counter " << c.time << ' ' << c.value << ' ' << m_trace.text(s.process) << ' '
                  << m_trace.text(s.name) << ' ' << m_trace.text(s.id) << ' ' << m_trace.text(s.key) << '\n';
        }
    }
    void lanes()
    {
        for (const Track& track : m_trace.tracks()) {
            m_out << "track " << static_cast<int>(track.kind) << ' ' << thread(track.thread) << ' '
                  << m_trace.text(track.device) << ' ' << m_trace.text(track.stream) << ' ' << track.nestedLanes;
            for (const Lane& lane : track.lanes) {
                m_out << " |";
                for (std::uint32_t i = 0; i < lane.size(); ++i)
                    m_out << ' ' << lane.slice(i).value;
            }
            m_out << '\n';
        }
    }

    const Trace& m_trace;
    std::ostringstream m_out;
};

} // namespace

std::string traceDigest(const Trace& trace)
{
    return Digest(trace).text();
}

std::string firstDifference(const std::string& a, const std::string& b)
{
    std::istringstream linesA(a);
    std::istringstream linesB(b);
    std::string lineA;
    std::string lineB;
    while (true) {
        const bool moreA = static_cast<bool>(std::getline(linesA, lineA));
        const bool moreB = static_cast<bool>(std::getline(linesB, lineB));
        if (!moreA && !moreB)
            return {};
        if (moreA != moreB || lineA != lineB)
            return (moreA ? lineA : "(end)") + "\n  against\n" + (moreB ? lineB : "(end)");
    }
}

} // namespace stepglass::test
