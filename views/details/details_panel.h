// SPDX-License-Identifier: GPL-3.0-or-later
// All about the selected slice: facts, the slices that enclose it, others of its name, and its args as the file has
// them. Args are asked for with argsWanted(), and come with setArgs(): reading them back may take a moment.
#pragma once

#include "views/document/trace_document.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QTableWidget;

namespace stepglass {

class DetailsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsPanel(TraceDocument& document, QWidget* parent = nullptr);

    void setArgs(SliceId slice, const QString& text);

Q_SIGNALS:
    void argsWanted(stepglass::SliceId slice);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* titled(const QString& title, QWidget* content);
    void refresh();
    void showFacts();
    void showParents();
    void showNamesakes();

    TraceDocument& m_document;
    QTableWidget* m_facts;
    QListWidget* m_parents;
    QTableWidget* m_namesakes;
    QPlainTextEdit* m_args;
    std::vector<SliceId> m_parentSlices;
    SliceId m_shown;
};

} // namespace stepglass
