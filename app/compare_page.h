// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs against each other: their timelines one above the other, aligned by steps and zoomed together; what differs,
// the verdict, and the findings that are gone, new or the same.
#pragma once

#include "app/compare_side.h"
#include "model/core/comparison.h"
#include "views/theme/theme.h"

#include <QWidget>

#include <array>

class QLabel;
class QSplitter;

namespace stepglass {

class CompareTable;
class NoteList;
class TimelineView;

class ComparePage : public QWidget
{
    Q_OBJECT

public:
    explicit ComparePage(QWidget* parent = nullptr);

    struct Input
    {
        QString path;
        std::shared_ptr<const Trace> trace; // where it is open already
    };
    void open(const Input& a, const Input& b);
    QString title() const;
    void setTheme(const Theme& theme);

    CompareSide& side(int i) { return *m_sides[static_cast<std::size_t>(i)]; }
    TimelineView& timeline(int i) { return *m_views[static_cast<std::size_t>(i)]; }
    const CompareTable& table() const { return *m_table; }
    QString verdictText() const;
    const NoteList& findings() const { return *m_findings; }
    bool done() const { return m_comparison != nullptr; }

private:
    QWidget* buildLeft();
    QWidget* buildRight();
    void sideReady();
    void show(std::shared_ptr<const Comparison> comparison);
    void showFindings(const Comparison& comparison);
    void follow(int moved);
    // The steps by which both views are aligned at the moment: the same index on both sides.
    int anchor(int moved);
    void pickRow(const FigureKey& key);

    std::array<CompareSide*, 2> m_sides{};
    std::array<TimelineView*, 2> m_views{};
    std::array<QLabel*, 2> m_heads{};
    QWidget* m_left = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_reason = nullptr;
    QLabel* m_warning = nullptr;
    CompareTable* m_table = nullptr;
    NoteList* m_findings = nullptr;
    LatestJob<std::shared_ptr<const Comparison>> m_job;
    std::shared_ptr<const Comparison> m_comparison;
    bool m_following = false;
};

} // namespace stepglass
