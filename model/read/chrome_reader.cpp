// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/chrome_reader.h"

#include "model/read/decimal_time.h"
#include "model/read/json_text.h"

#include <algorithm>
#include <cstring>

namespace stepglass {
namespace {

std::optional<Ns> timeOf(const Token& t)
{
    return t.isScalar() ? decimalMicros(t.text()) : std::nullopt;
}

std::optional<std::int64_t> integerOf(const Token& t)
{
    return t.isScalar() ? decimalInteger(t.text()) : std::nullopt;
}

// Only the first character of a longer phase counts.
char phaseOf(const Token& t)
{
    if (t.isNull() || t.size == 0)
        return '\0';
    return t.escaped ? decodedText(t.text()).front() : t.data[0];
}

bool isTrue(const Token& t)
{
    return t && t.text() != "false" && t.text() != "0" && t.text() != "null";
}

} // namespace

void ChromeReader::begin(EventBatch& batch)
{
    m_batch = &batch;
    m_texts.clear();
    m_shapes.clear();
    m_ruleOf.clear();
    for (ThreadEntry& entry : m_threads)
        entry.id = {};
}

void ChromeReader::aside(IssueReason reason, std::uint64_t offset, std::string_view example, std::uint64_t records)
{
    m_batch->records += records;
    m_batch->issues.add(reason, offset, example, records);
}

void ChromeReader::event(const EventFields& f, std::uint64_t offset)
{
    ++m_batch->records;
    m_offset = offset;
    Common c{offset, 0, phaseOf(f[Field::Phase])};
    ++m_batch->phaseCounts[static_cast<unsigned char>(c.phase)];
    if (c.phase == '\0') {
        m_batch->issues.add(IssueReason::NoPhase, offset, "an object without `ph`");
        return;
    }
    if (c.phase == 'M') {
        metadata(f, c);
        return;
    }
    const std::optional<Ns> time = timeOf(f[Field::Time]);
    if (!time) {
        const Token& t = f[Field::Time];
        m_batch->issues.add(IssueReason::UnreadableTime, offset, t ? "`ts` " + std::string(t.text()) : "no `ts`");
        return;
    }
    c.time = *time;
    timed(f, c);
}

void ChromeReader::timed(const EventFields& f, const Common& c)
{
    switch (c.phase) {
    case 'X':
        return complete(f, c);
    case 'B':
    case 'E':
        return duration(f, c);
    case 'i':
    case 'I':
    case 'R':
        return instant(f, c);
    case 'C':
        return counter(f, c);
    case 's':
    case 't':
    case 'f':
        return flow(f, c);
    case 'T': // Perfetto's thread states use it too
        if (f[Field::Category].text() == "thread_state")
            return notDrawn(IssueReason::UnknownPhase, f, c);
        return async(f, c);
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'p':
    case 'F':
        return async(f, c);
    case 'P':
        return notDrawn(IssueReason::SamplingData, f, c);
    case 'N':
    case 'O':
    case 'D':
        return notDrawn(IssueReason::ObjectSnapshot, f, c);
    default:
        return notDrawn(IssueReason::UnknownPhase, f, c);
    }
}

void ChromeReader::notDrawn(IssueReason reason, const EventFields& f, const Common& c)
{
    m_batch->otherTimes.push_back(c.time);
    m_batch->issues.add(reason, c.offset, std::string("`ph` ") + c.phase + " " + decoded(f[Field::Name]));
}

void ChromeReader::complete(const EventFields& f, const Common& c)
{
    const Token& dur = f[Field::Duration];
    std::optional<Ns> duration = timeOf(dur);
    std::uint8_t flags = 0;
    if (!duration && dur) {
        m_batch->issues.add(IssueReason::UnreadableTime, c.offset, "`dur` " + std::string(dur.text()));
        return;
    }
    if (!duration) {
        flags = kMissingDuration;
        m_batch->issues.add(IssueReason::MissingDuration, c.offset, decoded(f[Field::Name]), 0);
    } else if (*duration < 0) {
        flags = kNegativeDuration;
        m_batch->issues.add(IssueReason::NegativeDuration, c.offset, decoded(f[Field::Name]), 0);
    }
    const Category cat = category(f[Field::Category]);
    SliceRecord record = slice(f, c, cat);
    record.duration = std::max<Ns>(duration.value_or(0), 0);
    record.flags |= flags;
    const SliceId id(static_cast<std::uint32_t>(m_batch->slices.size()));
    const bool unresolved = needsNames(cat.rule);
    if (unresolved || isOnDevice(record.kind)) {
        DeviceWork work = deviceWork(f, record);
        work.slice = id;
        m_batch->deviceWork.push_back(work);
    }
    if (unresolved)
        m_batch->unresolved.push_back({id, cat.id, text(f[Field::TaskType])});
    m_batch->slices.push_back(record);
    if (f.has(Field::BindId))
        flowOfSlice(f, c);
}

void ChromeReader::duration(const EventFields& f, const Common& c)
{
    const Category cat = category(f[Field::Category]);
    DurationRecord record{slice(f, c, cat), c.phase == 'B'};
    if (record.begin && (needsNames(cat.rule) || isOnDevice(record.slice.kind))) {
        DeviceWork work = deviceWork(f, record.slice);
        work.slice = SliceId(static_cast<std::uint32_t>(m_batch->durations.size()));
        m_batch->durationDeviceWork.push_back(work);
    }
    m_batch->durations.push_back(record);
    if (record.begin && f.has(Field::BindId))
        flowOfSlice(f, c);
}

SliceRecord ChromeReader::slice(const EventFields& f, const Common& c, const Category& cat)
{
    SliceRecord r;
    r.start = c.time;
    r.source = c.offset;
    r.name = text(f[Field::Name]);
    r.thread = thread(f);
    r.kind = sliceKind(cat.rule, m_batch->strings[r.name], f[Field::CopyKind].text(), f[Field::Direction].text());
    if (isRegion(r.kind) && cat.rule == CategoryRule::Operator)
        r.flags |= kOperatorCategory;
    if (r.kind == SliceKind::Operator || isRegion(r.kind) ||
        (cat.rule == CategoryRule::None && f.has(Field::InputDims)))
        r.detail = shapes(f[Field::InputDims]);
    else if (r.kind == SliceKind::Other)
        r.detail = cat.id;
    r.correlation = idKey(f.either(Field::Correlation, Field::ConnectionId));
    r.externalId = idKey(f.either(Field::ExternalId, Field::ExternalIdLower));
    return r;
}

void ChromeReader::instant(const EventFields& f, const Common& c)
{
    if (c.phase != 'R' && f[Field::Name].text() == "[memory]")
        return memory(f, c);
    InstantRecord r;
    r.time = c.time;
    r.source = c.offset;
    r.name = text(f[Field::Name]);
    r.thread = thread(f);
    const std::string_view scope = f[Field::Scope].text();
    r.scope = scope == "g" ? InstantScope::Global : scope == "p" ? InstantScope::Process : InstantScope::Thread;
    m_batch->instants.push_back(r);
}

void ChromeReader::memory(const EventFields& f, const Common& c)
{
    MemoryRecord r;
    r.time = c.time;
    r.source = c.offset;
    r.thread = thread(f);
    r.bytes = integerOf(f[Field::MemoryBytes]).value_or(0);
    r.totalAllocated = integerOf(f[Field::TotalAllocated]).value_or(-1);
    r.totalReserved = integerOf(f[Field::TotalReserved]).value_or(-1);
    r.deviceType = static_cast<std::int16_t>(integerOf(f[Field::DeviceType]).value_or(0));
    r.deviceId = static_cast<std::int16_t>(integerOf(f[Field::DeviceId]).value_or(-1));
    m_batch->memory.push_back(r);
}

void ChromeReader::async(const EventFields& f, const Common& c)
{
    AsyncRecord r;
    r.time = c.time;
    r.source = c.offset;
    r.category = text(f[Field::Category]);
    r.name = text(f[Field::Name]);
    r.thread = thread(f);
    r.classic = c.phase == 'S' || c.phase == 'T' || c.phase == 'F' || c.phase == 'p';
    r.phase = c.phase == 'b' || c.phase == 'S'   ? AsyncPhase::Begin
              : c.phase == 'e' || c.phase == 'F' ? AsyncPhase::End
                                                 : AsyncPhase::Instant;
    const ScopedId id = scopedId(f);
    r.id = idKey(id.token);
    r.local = id.local;
    m_batch->asyncs.push_back(r);
}

void ChromeReader::flow(const EventFields& f, const Common& c)
{
    FlowRecord r;
    r.time = c.time;
    r.id = idKey(scopedId(f).token);
    r.thread = thread(f);
    r.kind = m_batch->flowKindOf(text(f[Field::Category]), text(f[Field::Name]));
    r.phase = c.phase == 's' ? FlowPhase::Start : c.phase == 't' ? FlowPhase::Step : FlowPhase::End;
    r.bindsToEnclosing = f[Field::BindingPoint].text() == "e";
    m_batch->flows.push_back(r);
}

// `bind_id` with `flow_in`, `flow_out` on a slice: an arrow's end at it, told by the id alone.
void ChromeReader::flowOfSlice(const EventFields& f, const Common& c)
{
    const bool in = isTrue(f[Field::FlowIn]);
    const bool out = isTrue(f[Field::FlowOut]);
    if (!in && !out)
        return;
    FlowRecord r;
    r.time = c.time;
    r.id = idKey(f[Field::BindId]);
    r.thread = thread(f);
    r.kind = m_batch->flowKind({}, "bind_id");
    r.phase = in && out ? FlowPhase::Step : out ? FlowPhase::Start : FlowPhase::End;
    r.bindsToEnclosing = true;
    m_batch->flows.push_back(r);
    ++m_batch->flowsOfSlices;
}

// What our own capture says it had to let go; it always says so at a clean end, mostly of none.
void ChromeReader::droppedRecords(const EventFields& f, const Common& c)
{
    const double count = decimalNumber(f[Field::RecordCount].text()).value_or(0);
    if (count >= 1 && count < 1e15) // beyond that it is no count
        m_batch->issues.add(IssueReason::DroppedRecords, c.offset, "the capture was too slow for them",
                            static_cast<std::uint64_t>(count));
}

void ChromeReader::metadata(const EventFields& f, const Common& c)
{
    constexpr std::array<std::pair<std::string_view, MetadataRecord::What>, 5> kNames{{
        {"process_name", MetadataRecord::What::ProcessName},
        {"thread_name", MetadataRecord::What::ThreadName},
        {"process_labels", MetadataRecord::What::ProcessLabels},
        {"process_sort_index", MetadataRecord::What::ProcessSortIndex},
        {"thread_sort_index", MetadataRecord::What::ThreadSortIndex},
    }};
    MetadataRecord r;
    const auto it =
        std::find_if(kNames.begin(), kNames.end(), [&](const auto& row) { return row.first == f[Field::Name].text(); });
    r.what = it != kNames.end() ? it->second : MetadataRecord::What::Other;
    if (f[Field::Name].text() == "dropped_records")
        droppedRecords(f, c);
    if (r.what != MetadataRecord::What::Other)
        r.thread = thread(f);
    if (r.what == MetadataRecord::What::ProcessLabels)
        r.text = text(f[Field::Labels]);
    else if (r.what == MetadataRecord::What::ProcessName || r.what == MetadataRecord::What::ThreadName)
        r.text = text(f[Field::ArgName]);
    if (r.what == MetadataRecord::What::ProcessName)
        m_marks |= marksOfProcess(m_batch->strings[r.text]);
    if (r.what == MetadataRecord::What::ThreadName && m_batch->strings[r.text].starts_with("Hip "))
        m_marks |= kMarkRocm;
    if (f[Field::SortIndex].isScalar())
        r.number = decimalNumber(f[Field::SortIndex].text()).value_or(0);
    m_batch->metadata.push_back(r);
}

} // namespace stepglass
