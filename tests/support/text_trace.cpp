// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/text_trace.h"

#include "model/core/trace_builder.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

namespace stepglass::test {
namespace {

[[noreturn]] void fail(const std::string& what)
{
    std::fprintf(stderr, "text trace: %s\n", what.c_str());
    std::abort();
}

const std::map<std::string_view, SliceKind> kKinds{
    {"step", SliceKind::Step},           {"region", SliceKind::Region},   {"op", SliceKind::Operator},
    {"call", SliceKind::RuntimeCall},    {"python", SliceKind::Python},   {"overhead", SliceKind::Overhead},
    {"kernel", SliceKind::Kernel},       {"htod", SliceKind::MemcpyHtoD}, {"dtoh", SliceKind::MemcpyDtoH},
    {"dtod", SliceKind::MemcpyDtoD},     {"memset", SliceKind::Memset},   {"sync", SliceKind::Sync},
    {"gpuregion", SliceKind::GpuRegion}, {"other", SliceKind::Other},
};

Ns micros(std::string_view text)
{
    return std::llround(std::strtod(std::string(text).c_str(), nullptr) * 1000);
}

// Words of an item; a quoted one may hold blanks.
std::vector<std::string> words(std::string_view item)
{
    std::vector<std::string> result;
    std::size_t i = 0;
    while (true) {
        i = item.find_first_not_of(" \t", i);
        if (i == std::string_view::npos)
            return result;
        const bool quoted = item[i] == '"';
        const std::size_t begin = quoted ? i + 1 : i;
        std::size_t end = item.find_first_of(quoted ? "\"" : " \t", begin);
        if (end == std::string_view::npos)
            end = item.size();
        result.emplace_back(item.substr(begin, end - begin));
        i = quoted ? end + 1 : end;
        if (i >= item.size())
            return result;
    }
}

std::array<std::uint32_t, 3> dimensions(const std::string& text)
{
    std::array<std::uint32_t, 3> d{1, 1, 1};
    std::sscanf(text.c_str(), "%ux%ux%u", &d[0], &d[1], &d[2]);
    return d;
}

class Drawing
{
public:
    void line(std::string_view text)
    {
        const std::size_t colon = text.find(": ");
        const std::size_t slash = text.find('/');
        if (colon == std::string_view::npos || slash > colon)
            fail("no `pid/tid: ` in " + std::string(text));
        m_pid = text.substr(0, slash);
        m_tid = text.substr(slash + 1, colon - slash - 1);
        text.remove_prefix(colon + 2);
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(';'), text.size());
            item(words(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    std::shared_ptr<const Trace> finish()
    {
        TraceBuilder builder;
        builder.append(m_batch);
        return builder.finish();
    }

private:
    void item(const std::vector<std::string>& w)
    {
        if (w.empty())
            return;
        if (w.size() < 3)
            fail("an item needs kind, name and time: " + w.front());
        ++m_batch.records;
        const ThreadId thread = m_batch.thread(m_pid, m_tid);
        if (w[0] == "instant") {
            m_batch.instants.push_back({micros(w[2]), m_offset++, m_batch.strings.intern(w[1]), thread, {}});
            return;
        }
        if (w[0] == "flow" || w[0] == "process") {
            other(w, thread);
            return;
        }
        const auto kind = kKinds.find(w[0]);
        if (kind == kKinds.end())
            fail("no such kind: " + w[0]);
        SliceRecord slice;
        slice.kind =
            kind->second == SliceKind::Kernel && isCommunicationName(w[1]) ? SliceKind::Communication : kind->second;
        slice.name = m_batch.strings.intern(w[1]);
        slice.thread = thread;
        slice.source = m_offset++;
        const std::size_t dash = w[2].find('-');
        slice.start = micros(w[2].substr(0, dash));
        slice.duration = micros(w[2].substr(dash + 1)) - slice.start;
        addSlice(slice, keys(w));
    }
    void other(const std::vector<std::string>& w, ThreadId thread)
    {
        if (w[0] == "process") {
            MetadataRecord record;
            record.what = MetadataRecord::What::ProcessName;
            record.thread = thread;
            record.text = m_batch.strings.intern(w[1]);
            m_batch.metadata.push_back(record);
            return;
        }
        auto k = keys(w);
        FlowRecord flow;
        flow.time = micros(w[2]);
        flow.id = m_batch.idKey(k["id"]);
        flow.thread = thread;
        flow.kind = m_batch.flowKind(w[1], w[1]);
        flow.phase = k["ph"] == "s" ? FlowPhase::Start : FlowPhase::End;
        flow.bindsToEnclosing = true;
        m_batch.flows.push_back(flow);
    }
    static std::map<std::string, std::string> keys(const std::vector<std::string>& w)
    {
        std::map<std::string, std::string> result;
        for (std::size_t i = 3; i < w.size(); ++i)
            result[w[i].substr(0, w[i].find('='))] = w[i].substr(w[i].find('=') + 1);
        return result;
    }
    void addSlice(SliceRecord slice, std::map<std::string, std::string> k)
    {
        if (k.contains("corr"))
            slice.correlation = m_batch.idKey(k["corr"]);
        if (k.contains("ext"))
            slice.externalId = m_batch.idKey(k["ext"]);
        if (k.contains("shapes") || k.contains("cat"))
            slice.detail = m_batch.strings.intern(k.contains("shapes") ? k["shapes"] : k["cat"]);
        if (isOnDevice(slice.kind))
            addWork(slice, k);
        m_batch.slices.push_back(slice);
    }
    void addWork(const SliceRecord& slice, std::map<std::string, std::string>& k)
    {
        DeviceWork work;
        work.slice = SliceId(static_cast<std::uint32_t>(m_batch.slices.size()));
        work.device = m_batch.strings.intern(k.contains("dev") ? k["dev"] : m_pid);
        work.stream = m_batch.idKey(k.contains("stream") ? k["stream"] : m_tid);
        work.hasBytes = k.contains("bytes");
        work.bytes = work.hasBytes ? std::strtoull(k["bytes"].c_str(), nullptr, 10) : 0;
        const std::string_view name = m_batch.strings[slice.name];
        work.pageable = name.find("Pageable") != std::string_view::npos;
        work.pinned = name.find("Pinned") != std::string_view::npos;
        addConfig(work, k);
        m_batch.deviceWork.push_back(work);
    }

    void addConfig(DeviceWork& work, std::map<std::string, std::string>& k)
    {
        LaunchConfig config;
        if (k.contains("grid"))
            config.grid = dimensions(k["grid"]);
        if (k.contains("block"))
            config.block = dimensions(k["block"]);
        if (k.contains("regs"))
            config.registersPerThread = static_cast<std::uint32_t>(std::stoul(k["regs"]));
        if (k.contains("smem"))
            config.sharedMemory = static_cast<std::uint32_t>(std::stoul(k["smem"]));
        if (k.contains("bps"))
            config.blocksPerSm = std::stof(k["bps"]);
        if (k.contains("occ"))
            config.occupancyPercent = std::stof(k["occ"]);
        if (!(config == LaunchConfig()))
            work.config = m_batch.config(config);
    }

    EventBatch m_batch;
    std::string m_pid, m_tid;
    std::uint64_t m_offset = 0;
};

} // namespace

std::shared_ptr<const Trace> textTrace(std::string_view drawing)
{
    Drawing result;
    std::istringstream lines{std::string(drawing)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin != std::string::npos && line[begin] != '#')
            result.line(std::string_view(line).substr(begin));
    }
    return result.finish();
}

SliceId sliceNamed(const Trace& trace, std::string_view name)
{
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.name(SliceId(i)) == name)
            return SliceId(i);
    }
    fail("no slice named " + std::string(name));
}

namespace {

std::string brokenLane(const Trace& trace, const Lane& lane, std::vector<bool>& seen)
{
    for (std::uint32_t i = 0; i < lane.size(); ++i) {
        const SliceId s = lane.slice(i);
        if (s.value >= trace.sliceCount() || seen[s.value])
            return "a lane holds a slice twice, or one that is none";
        seen[s.value] = true;
        if (lane.start(i) != trace.start(s) || lane.end(i) != trace.end(s))
            return "a lane's times differ from its slice's";
        if (i > 0 && lane.start(i) < lane.end(i - 1))
            return "a lane overlaps itself";
        if (lane.start(i) < trace.spanStart() || lane.end(i) > trace.spanEnd())
            return "a slice lies outside the span";
    }
    return {};
}

} // namespace

std::string brokenInvariant(const Trace& trace)
{
    std::vector<bool> seen(trace.sliceCount());
    std::uint32_t total = 0;
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        std::uint32_t inTrack = 0;
        for (const Lane& lane : trace.tracks()[t].lanes) {
            if (std::string broken = brokenLane(trace, lane, seen); !broken.empty())
                return broken;
            inTrack += lane.size();
        }
        if (inTrack != trace.tracks()[t].sliceCount)
            return "a track's lanes do not hold all of its slices";
        total += inTrack;
    }
    if (total != trace.sliceCount())
        return "a slice is in no lane";
    for (std::uint32_t i = 1; i < trace.deviceWork().size(); ++i) {
        if (!(trace.deviceWork()[i - 1].slice < trace.deviceWork()[i].slice))
            return "device rows do not ascend";
    }
    if (trace.recordsRead() != trace.recordsShown() + trace.issues().setAside())
        return "read is not shown + set aside";
    return {};
}

std::string tracesFolder()
{
    const char* folder = std::getenv("STEPGLASS_TRACES");
    return folder != nullptr ? folder : STEPGLASS_TRACES_DEFAULT;
}

std::string goldenFolder()
{
    const char* folder = std::getenv("STEPGLASS_GOLDEN");
    return folder != nullptr ? folder : tracesFolder() + "/golden";
}

} // namespace stepglass::test
