// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/document/trace_document.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace stepglass {

namespace {

constexpr qint64 kGlideMs = 500;
constexpr std::size_t kHistoryLength = 200;

} // namespace

SliceId sameSlice(const Trace& before, SliceId slice, const Trace& now)
{
    if (!slice.valid() || slice.value >= before.sliceCount())
        return {};
    const auto same = [&](SliceId other) {
        return now.source(other) == before.source(slice) && now.start(other) == before.start(slice) &&
               now.name(other) == before.name(slice);
    };
    if (slice.value < now.sliceCount() && same(slice))
        return slice;
    for (const Track& track : now.tracks()) {
        for (const Lane& lane : track.lanes) {
            const std::uint32_t first = lane.firstStartingFrom(before.start(slice));
            for (std::uint32_t i = first; i < lane.size() && lane.start(i) == before.start(slice); ++i) {
                if (same(lane.slice(i)))
                    return lane.slice(i);
            }
        }
    }
    return {};
}

std::vector<SliceId> slicesOfRow(const Trace& trace, const RowName& row, std::stop_token stop)
{
    std::vector<SliceId> found;
    const bool steps = row.name == kStepsRow;
    const StringId name = steps ? StringId() : trace.strings().find(row.name);
    if (!steps && name.empty())
        return found;
    for (std::uint32_t i = 0; i < trace.sliceCount() && !((i & 0xFFFFF) == 0 && stop.stop_requested()); ++i) {
        const SliceId slice(i);
        if (steps ? trace.kind(slice) == SliceKind::Step
                  : trace.nameId(slice) == name && isOnDevice(trace.kind(slice)) == row.onDevice)
            found.push_back(slice);
    }
    std::stable_sort(found.begin(), found.end(), [&](SliceId a, SliceId b) { return trace.start(a) < trace.start(b); });
    return found;
}

TraceDocument::TraceDocument(QObject* parent)
    : QObject(parent)
{
}

TraceDocument::~TraceDocument() = default;

TraceDocument::Batch::Batch(TraceDocument& document)
    : m_document(document)
{
    ++m_document.m_batchDepth;
}

TraceDocument::Batch::~Batch()
{
    if (--m_document.m_batchDepth == 0 && m_document.m_pending)
        m_document.notify({});
}

void TraceDocument::notify(Changes changes)
{
    m_pending |= changes;
    if (m_batchDepth > 0)
        return;
    const Changes all = std::exchange(m_pending, Changes());
    Q_EMIT changed(all);
}

// ---- data

void TraceDocument::setTrace(std::shared_ptr<const Trace> trace)
{
    if (trace == m_trace || !trace)
        return;
    const std::shared_ptr<const Trace> before = std::exchange(m_trace, std::move(trace));
    Changes changes = Change::Trace;
    const bool sawWhole = !before || before->empty() || m_visible == TimeRange{before->spanStart(), before->spanEnd()};
    const TimeRange old = m_visible;
    if (sawWhole)
        m_visible = whole();
    else if (m_followsEnd)
        m_visible = {m_trace->spanEnd() - old.length(), m_trace->spanEnd()};
    if (m_visible != old)
        changes |= Change::Range;
    if (before && m_trace->complete() && m_links) { // rows may have new numbers
        m_links.reset();
        changes |= Change::Links;
    }
    if (before) {
        m_walk.reset(); // its slices may have new numbers
        const Selection selection = m_selection;
        resolveSelection(*before);
        if (selection != m_selection)
            changes |= Change::Selection;
    }
    resolveRowIds();
    notify(changes);
}

void TraceDocument::setAnalysis(std::shared_ptr<const AnalysisResults> analysis)
{
    m_analysis = std::move(analysis);
    notify(Change::Analysis);
}

void TraceDocument::setLinks(std::shared_ptr<const Links> links)
{
    m_links = std::move(links);
    notify(Change::Links);
}

void TraceDocument::setDiagnosis(std::shared_ptr<const Diagnosis> diagnosis)
{
    m_diagnosis = std::move(diagnosis);
    notify(Change::Diagnosis);
}

// ---- visible range

TimeRange TraceDocument::whole() const
{
    if (!m_trace)
        return {0, 1'000'000};
    return {m_trace->spanStart(), std::max(m_trace->spanEnd(), m_trace->spanStart() + kMinVisible)};
}

// At most the whole trace and a tenth of it on either side.
TimeRange TraceDocument::clamped(TimeRange range) const
{
    TimeRange all = whole();
    if (!m_room.empty())
        all = {std::min(all.from, m_room.from), std::max(all.to, m_room.to)};
    const Ns slack = all.length() / 10;
    const Ns length = std::clamp(range.length(), kMinVisible, all.length() + 2 * slack);
    const Ns wanted = range.length() == length ? range.from : range.from + range.length() / 2 - length / 2;
    const Ns from = std::clamp(wanted, all.from - slack, all.to + slack - length);
    return {from, from + length};
}

void TraceDocument::setVisible(TimeRange range, History history)
{
    range = clamped(range);
    if (range == m_visible)
        return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool goesOn = history == History::Glide && now - m_lastRangeChange < kGlideMs && !m_history.empty();
    m_lastRangeChange = history == History::Glide ? now : 0;
    if (!goesOn && range.length() != m_visible.length()) {
        m_history.push_back(m_visible);
        if (m_history.size() > kHistoryLength)
            m_history.erase(m_history.begin());
    }
    m_visible = range;
    notify(Change::Range);
}

void TraceDocument::undoZoom()
{
    if (m_history.empty())
        return;
    m_visible = clamped(m_history.back());
    m_history.pop_back();
    m_lastRangeChange = 0;
    notify(Change::Range);
}

void TraceDocument::fitSelection()
{
    TimeRange range;
    if (m_selection.slice.valid())
        range = {m_trace->start(m_selection.slice), m_trace->end(m_selection.slice)};
    else if (m_selection.kind == Selection::Kind::Gap)
        range = m_selection.range;
    else if (const InstantRecord* instant = selectedInstant())
        range = {instant->time, instant->time};
    else if (m_scope.kind == Scope::Kind::Range)
        range = {m_scope.from, m_scope.to};
    else
        return;
    const Ns around = std::max<Ns>(range.length() / 5, kMinVisible / 2);
    setVisible({range.from - around, range.to + around}, History::Step);
}

void TraceDocument::bringIntoView(SliceId slice)
{
    const Ns start = m_trace->start(slice), end = m_trace->end(slice);
    const Ns length = m_visible.length();
    if (start >= m_visible.from && end <= m_visible.to)
        return;
    if (m_trace->duration(slice) > length) { // too long to fit: its start will do
        if (!m_visible.contains(start))
            setVisible({start - length / 5, start - length / 5 + length}, History::Step);
        return;
    }
    const Ns from = start + (end - start) / 2 - length / 2;
    setVisible({from, from + length}, History::Step);
}

// ---- scope

void TraceDocument::setScope(const Scope& scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    notify(Change::Scope);
}

void TraceDocument::goToSteps(const Step& first, const Step& last)
{
    const Batch batch(*this);
    setScope(Scope::steps(first.number, last.number));
    const Ns around = std::max<Ns>((last.end - first.start) / 50, 1);
    setVisible({first.start - around, last.end + around}, History::Step);
}

void TraceDocument::setFollowsEnd(bool follows)
{
    if (follows == m_followsEnd)
        return;
    m_followsEnd = follows;
    Changes changes = Change::Follow;
    if (follows && m_trace && m_visible != whole()) { // to the end at once, at the zoom that is
        const TimeRange old = m_visible;
        m_visible = clamped({m_trace->spanEnd() - old.length(), m_trace->spanEnd()});
        if (m_visible != old)
            changes |= Change::Range;
    }
    notify(changes);
}

// ---- selection

RowName TraceDocument::rowOf(SliceId slice) const
{
    if (!m_trace || !slice.valid() || slice.value >= m_trace->sliceCount())
        return {};
    const SliceKind kind = m_trace->kind(slice);
    if (kind == SliceKind::Step)
        return {kStepsRow, false};
    return {std::string(m_trace->name(slice)), isOnDevice(kind)};
}

Selection TraceDocument::ofSlice(SliceId slice) const
{
    Selection selection;
    selection.kind = Selection::Kind::Slice;
    selection.slice = slice;
    selection.row = rowOf(slice);
    return selection;
}

void TraceDocument::applySelection(const Selection& selection, Changes further)
{
    if (selection == m_selection && !further && !m_walk)
        return;
    m_walk.reset();
    applyInWalk(selection, further);
}

void TraceDocument::applyInWalk(const Selection& selection, Changes further)
{
    const bool sameRow = selection.row == m_selection.row;
    m_selection = selection;
    if (!sameRow)
        resolveRowIds();
    m_bandSlices.reset();
    notify(Change::Selection | further);
}

void TraceDocument::select(SliceId slice, Reveal reveal)
{
    if (!m_trace || !slice.valid() || slice.value >= m_trace->sliceCount())
        return;
    const Batch batch(*this);
    if (reveal == Reveal::Yes)
        bringIntoView(slice);
    applySelection(ofSlice(slice), reveal == Reveal::Yes ? Changes(Change::Reveal) : Changes());
}

void TraceDocument::selectRow(const RowName& row)
{
    Selection selection;
    selection.kind = Selection::Kind::Row;
    selection.row = row;
    applySelection(selection);
}

void TraceDocument::walkTo(SliceId slice)
{
    if (!m_trace || !slice.valid() || slice.value >= m_trace->sliceCount())
        return;
    const Batch batch(*this);
    bringIntoView(slice);
    Selection selection = m_selection.kind == Selection::Kind::Row ? m_selection : ofSlice(slice);
    selection.slice = slice;
    applySelection(selection, Change::Reveal);
}

void TraceDocument::selectGap(const std::string& device, TimeRange range)
{
    Selection gap;
    gap.kind = Selection::Kind::Gap;
    gap.device = device;
    gap.range = range;
    applySelection(gap);
}

void TraceDocument::selectInstant(std::uint32_t row)
{
    if (!m_trace || row >= m_trace->instants().size())
        return;
    Selection selection;
    selection.kind = Selection::Kind::Instant;
    selection.instant = row;
    applySelection(selection);
}

const InstantRecord* TraceDocument::selectedInstant() const
{
    const bool known =
        m_selection.kind == Selection::Kind::Instant && m_trace && m_selection.instant < m_trace->instants().size();
    return known ? &m_trace->instants()[m_selection.instant] : nullptr;
}

void TraceDocument::clearSelection()
{
    applySelection({});
}

void TraceDocument::setBand(std::optional<DurationBand> band)
{
    if (m_selection.row.empty() || band == m_selection.band)
        return;
    Selection selection;
    selection.kind = Selection::Kind::Row; // so that its slices are lit, the others dim
    selection.row = m_selection.row;
    selection.band = band;
    applySelection(selection);
}

// Instants keep their order from snapshot to snapshot, but the last one may have left out some.
void TraceDocument::resolveInstant(const Trace& before)
{
    const InstantRecord wanted = before.instants()[m_selection.instant];
    const auto& instants = m_trace->instants();
    for (std::uint32_t i = std::min(m_selection.instant + 1, instants.size()); i > 0; --i) {
        const InstantRecord& instant = instants[i - 1];
        if (instant.source == wanted.source && instant.time == wanted.time) {
            m_selection.instant = i - 1;
            return;
        }
    }
    m_selection = {};
}

void TraceDocument::resolveSelection(const Trace& before)
{
    if (m_selection.kind == Selection::Kind::Instant)
        resolveInstant(before);
    if (!m_selection.slice.valid())
        return;
    m_selection.slice = sameSlice(before, m_selection.slice, *m_trace);
    if (!m_selection.slice.valid() && m_selection.kind == Selection::Kind::Slice)
        m_selection = {};
}

void TraceDocument::resolveRowIds()
{
    m_rowName = {};
    m_rowNameKnown = false;
    m_rowSlices.reset();
    m_flowsOf = SliceId();
    m_flows.clear();
    m_bandSlices.reset();
    if (!m_trace || m_selection.row.empty())
        return;
    if (m_selection.row.name == kStepsRow) {
        m_rowNameKnown = true;
        return;
    }
    m_rowName = m_selection.slice.valid() && m_trace->name(m_selection.slice) == m_selection.row.name
                    ? m_trace->nameId(m_selection.slice)
                    : m_trace->strings().find(m_selection.row.name);
    m_rowNameKnown = !m_rowName.empty();
}

const std::vector<SliceId>& TraceDocument::rowSlices() const
{
    const std::vector<SliceId>& all = rowSlicesOfAnyLength();
    if (!m_selection.band)
        return all;
    if (!m_bandSlices) {
        m_bandSlices.emplace();
        std::copy_if(all.begin(), all.end(), std::back_inserter(*m_bandSlices),
                     [&](SliceId slice) { return m_selection.band->contains(m_trace->duration(slice)); });
    }
    return *m_bandSlices;
}

const std::vector<SliceId>& TraceDocument::rowSlicesOfAnyLength() const
{
    static const std::vector<SliceId> kNone;
    if (!m_rowSlices && m_trace && m_rowNameKnown && m_trace->sliceCount() <= kQuickSlices)
        m_rowSlices = slicesOfRow(*m_trace, m_selection.row);
    return m_rowSlices ? *m_rowSlices : kNone;
}

void TraceDocument::setRowSlices(const RowName& row, std::vector<SliceId> slices)
{
    if (row != m_selection.row)
        return;
    m_rowSlices = std::move(slices);
    m_bandSlices.reset();
    notify(Change::Selection);
}

const std::vector<FlowArrow>& TraceDocument::selectedFlows() const
{
    const SliceId slice = m_selection.slice;
    if (m_flowsOf != slice) {
        const bool quick = m_trace && slice.valid() && m_trace->flows().size() <= kQuickFlows;
        m_flows = quick ? flowArrowsOf(*m_trace, slice) : std::vector<FlowArrow>();
        m_flowsOf = slice;
    }
    return m_flows;
}

void TraceDocument::setSelectedFlows(SliceId slice, std::vector<FlowArrow> flows)
{
    if (slice != m_selection.slice)
        return;
    m_flows = std::move(flows);
    m_flowsOf = slice;
    notify(Change::Links);
}

bool TraceDocument::inSelectedRow(SliceId slice) const
{
    if (!m_rowNameKnown)
        return false;
    if (m_selection.band && !m_selection.band->contains(m_trace->duration(slice)))
        return false;
    const SliceKind kind = m_trace->kind(slice);
    if (m_rowName.empty())
        return kind == SliceKind::Step;
    return m_trace->nameId(slice) == m_rowName && isOnDevice(kind) == m_selection.row.onDevice;
}

// ---- tracks

void TraceDocument::setMember(std::set<std::string>& set, const std::string& key, bool member)
{
    if (member ? set.insert(key).second : set.erase(key) > 0)
        notify(Change::Tracks);
}

void TraceDocument::showAllTracks()
{
    if (m_hidden.empty())
        return;
    m_hidden.clear();
    notify(Change::Tracks);
}

void TraceDocument::setOrder(std::vector<std::string> order)
{
    if (order == m_order)
        return;
    m_order = std::move(order);
    notify(Change::Tracks);
}

// ---- marks, views, mode

void TraceDocument::toggleMark(Ns time)
{
    const Ns near = m_visible.length() / 100;
    const auto hit = std::find_if(m_marks.begin(), m_marks.end(),
                                  [&](const Mark& mark) { return std::abs(mark.time - time) <= near; });
    if (hit != m_marks.end())
        m_marks.erase(hit);
    else
        m_marks.push_back({time, QString()});
    std::sort(m_marks.begin(), m_marks.end(), [](const Mark& a, const Mark& b) { return a.time < b.time; });
    notify(Change::Marks);
}

void TraceDocument::setMarks(std::vector<Mark> marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    notify(Change::Marks);
}

void TraceDocument::saveView(int number)
{
    if (number < 1 || number > 9)
        return;
    m_savedViews[static_cast<std::size_t>(number - 1)] = m_visible;
    notify(Change::Marks);
}

bool TraceDocument::recallView(int number)
{
    if (number < 1 || number > 9 || !m_savedViews[static_cast<std::size_t>(number - 1)])
        return false;
    setVisible(*m_savedViews[static_cast<std::size_t>(number - 1)], History::Step);
    return true;
}

void TraceDocument::setDevice(const std::string& device)
{
    if (device == m_device)
        return;
    m_device = device;
    notify(Change::Device);
}

void TraceDocument::setTableMode(CountingMode mode)
{
    if (mode == m_tableMode)
        return;
    m_tableMode = mode;
    notify(Change::Mode);
}

} // namespace stepglass
