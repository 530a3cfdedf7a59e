// SPDX-License-Identifier: GPL-3.0-or-later
// The only owner of UI state that more than one view shares. Views read it, call its setters and repaint on changed();
// no view knows another. Lives on the UI thread.
#pragma once

#include "model/analysis/flow_arrows.h"
#include "model/analysis/steps.h"
#include "model/core/operator_rows.h"
#include "model/core/scope.h"
#include "model/core/trace.h"
#include "views/document/selection.h"

#include <QFlags>
#include <QObject>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace stepglass {

struct AnalysisResults;
struct Diagnosis;
class Links;

struct Mark
{
    Ns time = 0;
    QString note;
    friend bool operator==(const Mark&, const Mark&) = default;
};

class TraceDocument : public QObject
{
    Q_OBJECT

public:
    enum class Change
    {
        Trace = 1 << 0,     // a new snapshot; the selection has been found again in it
        Analysis = 1 << 1,  // new results, or none any more
        Links = 1 << 2,     // who launched what
        Range = 1 << 3,     // the visible range
        Scope = 1 << 4,     // what the figures speak of
        Selection = 1 << 5, //
        Reveal = 1 << 6,    // the selected slice is to be brought into view (vertically: the range has been moved)
        Tracks = 1 << 7,    // collapsed, hidden, pinned, order
        Follow = 1 << 8,
        Marks = 1 << 9,      // and saved views
        Mode = 1 << 10,      // PyTorch or wall
        Diagnosis = 1 << 11, // of the devices: breakdown, gaps, findings
        Device = 1 << 12,    // the device that views of one device speak of
    };
    Q_DECLARE_FLAGS(Changes, Change)

    // How a new range enters the history of undoZoom().
    enum class History
    {
        Step, // one step of its own
        Glide // goes on with the step before where that is fresh (half a second): wheel and held keys
    };
    enum class Reveal
    {
        No,
        Yes
    };

    explicit TraceDocument(QObject* parent = nullptr);
    ~TraceDocument() override;

    // ---- data. A snapshot may be null only before the first one.
    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    void setTrace(std::shared_ptr<const Trace> trace);
    const std::shared_ptr<const AnalysisResults>& analysis() const { return m_analysis; }
    void setAnalysis(std::shared_ptr<const AnalysisResults> analysis);
    const std::shared_ptr<const Links>& links() const { return m_links; }
    void setLinks(std::shared_ptr<const Links> links);

    const std::shared_ptr<const Diagnosis>& diagnosis() const { return m_diagnosis; }
    void setDiagnosis(std::shared_ptr<const Diagnosis> diagnosis);

    // ---- visible range, kept at least kMinVisible long and in touch with the trace
    static constexpr Ns kMinVisible = 100;
    TimeRange visible() const { return m_visible; }
    TimeRange whole() const; // the trace's span, never empty
    void setVisible(TimeRange range, History history = History::Glide);
    void showWhole() { setVisible(whole(), History::Step); }
    void fitSelection();
    // How far the view may go where that is further than the trace: another trace is shown beside it.
    void setRoom(TimeRange room) { m_room = room; }
    bool canUndoZoom() const { return !m_history.empty(); }
    void undoZoom();

    // ---- scope
    const Scope& scope() const { return m_scope; }
    void setScope(const Scope& scope);
    // Makes these steps the scope and brings them into view.
    void goToSteps(const Step& first, const Step& last);
    bool followsEnd() const { return m_followsEnd; }
    void setFollowsEnd(bool follows);

    // ---- selection
    const Selection& selection() const { return m_selection; }
    void select(SliceId slice, Reveal reveal = Reveal::No);
    void selectRow(const RowName& row);
    // A walk over the slices of the selected row has reached `slice`: the row stays selected.
    void walkTo(SliceId slice);
    void selectGap(const std::string& device, TimeRange range);
    void selectInstant(std::uint32_t row);
    // None unless one is selected.
    const InstantRecord* selectedInstant() const;
    void clearSelection();
    // Narrows the selected row to slices of that length; nothing without a row.
    void setBand(std::optional<DurationBand> band);

    // ---- a walk over places. Another selection ends it, but what is looked up from a stop does not.
    void startWalk(std::shared_ptr<const Walk> walk); // with its longest stop; no stops: nothing
    const std::shared_ptr<const Walk>& walk() const { return m_walk; }
    std::size_t walkPlace() const { return m_walkPlace; }
    void walkToStop(std::size_t place);
    void walkBy(int direction); // round and round
    void selectFromWalk(SliceId slice);
    // The selected slice, or that of a walk; none without.
    SliceId selectedSlice() const { return m_selection.slice; }
    // The row a slice belongs to.
    RowName rowOf(SliceId slice) const;
    // Whether `slice` is one of `row`'s. Compares ids: cheap enough for every slice of a frame.
    bool inSelectedRow(SliceId slice) const;
    // The slices of the selected row (and band) by start, found when first asked for: a pass over the trace. Of traces
    // with more than kQuickSlices slices only what setRowSlices() brought (nothing before that).
    const std::vector<SliceId>& rowSlices() const;
    const std::vector<SliceId>& rowSlicesOfAnyLength() const;
    static constexpr std::uint32_t kQuickSlices = 4'000'000;
    void setRowSlices(const RowName& row, std::vector<SliceId> slices);
    // The arrows that the file's flow records draw at the selected slice, found when first asked for. Of traces with
    // more than kQuickFlows records only what setSelectedFlows() brought (nothing before that).
    const std::vector<FlowArrow>& selectedFlows() const;
    static constexpr std::uint32_t kQuickFlows = 20'000;
    void setSelectedFlows(SliceId slice, std::vector<FlowArrow> flows);

    // ---- tracks and groups, by keys that outlive a snapshot
    bool isCollapsed(const std::string& key) const { return m_collapsed.contains(key); }
    void setCollapsed(const std::string& key, bool collapsed) { setMember(m_collapsed, key, collapsed); }
    bool isHidden(const std::string& key) const { return m_hidden.contains(key); }
    void setHidden(const std::string& key, bool hidden) { setMember(m_hidden, key, hidden); }
    const std::set<std::string>& hidden() const { return m_hidden; }
    void showAllTracks();
    bool isPinned(const std::string& key) const { return m_pinned.contains(key); }
    void setPinned(const std::string& key, bool pinned) { setMember(m_pinned, key, pinned); }
    // Keys that were dragged to a place of their own, in order; the others keep their natural order after them.
    const std::vector<std::string>& order() const { return m_order; }
    void setOrder(std::vector<std::string> order);

    // ---- marks and saved views (1 to 9)
    const std::vector<Mark>& marks() const { return m_marks; }
    void toggleMark(Ns time); // within a hundredth of the view of a mark: takes that one away
    void setMarks(std::vector<Mark> marks);
    void saveView(int number);
    bool recallView(int number); // false where none was saved
    const std::array<std::optional<TimeRange>, 9>& savedViews() const { return m_savedViews; }

    // As Track::device spells it; empty: the first.
    const std::string& device() const { return m_device; }
    void setDevice(const std::string& device);

    CountingMode tableMode() const { return m_tableMode; }
    void setTableMode(CountingMode mode);

    // Merges what is set during its life into one signal.
    class Batch
    {
    public:
        explicit Batch(TraceDocument& document);
        ~Batch();
        Batch(const Batch&) = delete;
        Batch& operator=(const Batch&) = delete;

    private:
        TraceDocument& m_document;
    };

Q_SIGNALS:
    void changed(stepglass::TraceDocument::Changes changes);

private:
    void notify(Changes changes);
    void setMember(std::set<std::string>& set, const std::string& key, bool member);
    TimeRange clamped(TimeRange range) const;
    Selection ofSlice(SliceId slice) const;
    void applySelection(const Selection& selection, Changes further = {});
    void applyInWalk(const Selection& selection, Changes further);
    void bringIntoView(SliceId slice);
    void resolveSelection(const Trace& before);
    void resolveInstant(const Trace& before);
    void resolveRowIds();

    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const AnalysisResults> m_analysis;
    std::shared_ptr<const Links> m_links;
    std::shared_ptr<const Diagnosis> m_diagnosis;
    TimeRange m_visible;
    TimeRange m_room; // empty: the trace alone
    std::vector<TimeRange> m_history;
    qint64 m_lastRangeChange = 0; // ms
    Scope m_scope;
    Selection m_selection;
    StringId m_rowName; // of the selected row; empty for the row of all steps
    bool m_rowNameKnown = false;
    mutable std::optional<std::vector<SliceId>> m_rowSlices;
    mutable std::vector<FlowArrow> m_flows;
    mutable SliceId m_flowsOf; // slice that m_flows are of
    mutable std::optional<std::vector<SliceId>> m_bandSlices;
    std::shared_ptr<const Walk> m_walk;
    std::size_t m_walkPlace = 0;
    std::set<std::string> m_collapsed, m_hidden, m_pinned;
    std::vector<std::string> m_order;
    std::vector<Mark> m_marks;
    std::array<std::optional<TimeRange>, 9> m_savedViews;
    CountingMode m_tableMode = CountingMode::PyTorch;
    std::string m_device;
    bool m_followsEnd = false;
    int m_batchDepth = 0;
    Changes m_pending;
};

// The row that holds every step.
inline constexpr const char* kStepsRow = "ProfilerStep*";

// All slices of a row, by start.
std::vector<SliceId> slicesOfRow(const Trace& trace, const RowName& row, std::stop_token stop = {});

// The same slice in another snapshot of the same trace (row numbers change with the last one); none if it has gone.
SliceId sameSlice(const Trace& before, SliceId slice, const Trace& now);

} // namespace stepglass

Q_DECLARE_OPERATORS_FOR_FLAGS(stepglass::TraceDocument::Changes)
