// SPDX-License-Identifier: GPL-3.0-or-later
// One line under the timeline about what is selected.
#pragma once

#include "views/document/trace_document.h"
#include "views/theme/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stepglass {

class DetailsLine : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsLine(TraceDocument& document, QWidget* parent = nullptr);

    static constexpr int kHeight = 34;

    void setTheme(const Theme& theme);
    QString text() const; // as a person reads it

Q_SIGNALS:
    void moreClicked(); // the details panel is to be opened or closed

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void showSlice();
    void showRow();
    void showGap();
    void showInstant(const InstantRecord& instant);
    void showNothing();
    void setTexts(const QString& name, const QString& facts, SliceId launch, const QString& after);
    void elideName();
    QString position() const; // "2 of 6"

    TraceDocument& m_document;
    const Theme* m_theme;
    QString m_fullName;
    QColor m_square;
    QLabel* m_name;
    QLabel* m_facts;
    QPushButton* m_arrow;
    QLabel* m_after;
    QPushButton* m_more;
    SliceId m_launch;
};

} // namespace stepglass
