// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two runs, a row a figure: A, B, the difference, its share and its interval; the largest first.
#pragma once

#include "model/core/comparison.h"
#include "views/format/format.h"
#include "views/theme/theme.h"

#include <QTableWidget>

namespace stepglass {

class CompareTable : public QTableWidget
{
    Q_OBJECT

public:
    explicit CompareTable(QWidget* parent = nullptr);

    enum Column
    {
        Name,
        Where, // on the host, on the device, or a class of the step's time
        A,
        B,
        Difference,
        Change,
        Interval,
        Samples,
        Columns
    };

    void setTheme(const Theme& theme);
    void setRows(const std::vector<ComparedRow>& rows);
    void setFilter(const QString& text);
    // "aten::mm on the host", "class idle".
    QString rowName(int row) const { return toQString(figureText(m_rows[static_cast<std::size_t>(row)].key)); }
    // -1 to 1: how far the bar behind a row's difference reaches, and to which side.
    double share(int row) const;
    const Theme& theme() const { return *m_theme; }

Q_SIGNALS:
    void rowPicked(const FigureKey& key);

private:
    void colour();

    std::vector<ComparedRow> m_rows;
    double m_largest = 0;
    const Theme* m_theme;
};

// "+1.23 ms", "−40.0 us".
QString differenceText(double ns);
// "+12.3 %".
QString changeText(double share);

} // namespace stepglass
