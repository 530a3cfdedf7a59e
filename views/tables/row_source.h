// SPDX-License-Identifier: GPL-3.0-or-later
// What a flat table shows: plain rows behind a small interface, so that operators, kernels, copies and steps share one
// model, one view and one way of sorting, filtering and copying.
#pragma once

#include "model/core/kinds.h"
#include "views/document/selection.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace stepglass {

struct Column
{
    enum class Type
    {
        Name,  // text, elided in the middle, with the colour of the row's kind
        Text,  // short text, left-aligned
        Time,  // ns
        Count, // a number
        Bytes,
        Percent, // hundredths of a percent
        Rate     // bytes a second
    };
    // Where there is little room, columns that are wanted less go first.
    enum class Wanted
    {
        Always,
        Usually,
        WhereRoom
    };
    QString title;
    QString tip; // what the figure means
    Type type = Type::Time;
    int width = 84;       // px at scale 1; the name column takes what is left
    bool additive = true; // rows may be compared with their sum: the sorted column shows shares
    Wanted wanted = Wanted::Always;
};

class RowSource
{
public:
    virtual ~RowSource() = default;
    virtual const std::vector<Column>& columns() const = 0;
    virtual int rowCount() const = 0;
    // Empty where the row has no such figure; texts have none either.
    virtual std::optional<std::int64_t> number(int row, int column) const = 0;
    // Name and Text columns.
    virtual QString text(int row, int column) const = 0;
    virtual SliceKind kind(int row) const = 0;
    // What selecting the row selects; empty: nothing.
    virtual RowName key(int row) const = 0;
    // Further words for the tooltip of a cell.
    virtual QString note(int, int) const { return {}; }
    // A figure that should make one look twice: shown in the colour of a warning.
    virtual bool flagged(int, int) const { return false; }
};

// A figure as the table shows it ("7.143 ms"), exactly ("7.143201 ms"), and as a plain number for a spreadsheet, whose
// unit numberUnit() says.
QString displayNumber(Column::Type type, std::int64_t value);
QString exactNumber(Column::Type type, std::int64_t value);
QString plainNumber(Column::Type type, std::int64_t value);
QString numberUnit(Column::Type type);
// A cell of a CSV or TSV line: quoted where it holds a quote, the separator or an end of line (RFC 4180).
QString quotedCell(const QString& text, QChar separator);

} // namespace stepglass
