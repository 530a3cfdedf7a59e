// SPDX-License-Identifier: GPL-3.0-or-later
// All about what is selected. A slice: facts, the slices that enclose it, others of its name, and its args as the file
// has them; args are asked for with argsWanted(), and come with setArgs(): reading them back may take a moment. An idle
// stretch: the gap inspector. During a walk its places stand beside either.
#pragma once

#include "views/document/trace_document.h"
#include "views/theme/theme.h"

#include <QWidget>

#include <optional>

class QHBoxLayout;
class QListWidget;
class QPlainTextEdit;
class QStackedWidget;

namespace stepglass {

class GapPage;
class PairsTable;
class WalkList;

class DetailsPanel : public QWidget
{
    Q_OBJECT

public:
    // `durations`: a view of the lengths of the selected name's slices; taken over.
    DetailsPanel(TraceDocument& document, QWidget* durations, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setArgs(std::uint64_t source, const QString& text);
    PairsTable& facts() const { return *m_facts; }
    QListWidget& parents() const { return *m_parents; }
    QPlainTextEdit& args() const { return *m_args; }
    GapPage& gap() const { return *m_gap; }
    WalkList& walkList() const { return *m_walk; }

Q_SIGNALS:
    // Of the record that begins at byte `source` of the text.
    void argsWanted(quint64 source);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildSlicePage(QWidget* durations);
    void refresh();
    void showSlice(SliceId slice);
    void showInstant(const InstantRecord& instant);
    void showParents(std::vector<SliceId> parents);
    void showArgs(std::uint64_t source);

    TraceDocument& m_document;
    WalkList* m_walk;
    QStackedWidget* m_pages;
    GapPage* m_gap;
    PairsTable* m_facts;
    QListWidget* m_parents;
    QPlainTextEdit* m_args;
    std::vector<SliceId> m_parentSlices;
    std::optional<std::uint64_t> m_shown; // the record whose args were asked for
};

} // namespace stepglass
