// SPDX-License-Identifier: GPL-3.0-or-later
// The gap inspector: how long a device was idle, why, and what that rests on.
#pragma once

#include "views/document/trace_document.h"
#include "views/theme/theme.h"

#include <QWidget>

class QLabel;
class QListWidget;

namespace stepglass {

class PairsTable;

class GapPage : public QWidget
{
    Q_OBJECT

public:
    explicit GapPage(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void refresh();
    const PairsTable& facts() const { return *m_facts; }
    QListWidget& causes() const { return *m_causes; } // one line a part of the gap
    QString sentence() const;

private:
    void showParts();

    TraceDocument& m_document;
    const Theme* m_theme;
    PairsTable* m_facts;
    QLabel* m_sentence;
    QListWidget* m_causes;
    std::vector<SliceId> m_evidence; // of the lines
};

} // namespace stepglass
