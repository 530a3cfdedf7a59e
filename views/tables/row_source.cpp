// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/row_source.h"

#include "views/format/format.h"

namespace stepglass {

namespace {

QString grouped(std::int64_t value)
{
    const QString digits = formatCount(static_cast<std::uint64_t>(value < 0 ? -value : value));
    return value < 0 ? "-" + digits : digits;
}

QString signedBytes(std::int64_t value)
{
    const QString size = formatBytes(static_cast<double>(value < 0 ? -value : value));
    return value < 0 ? "-" + size : size;
}

} // namespace

QString quotedCell(const QString& text, QChar separator)
{
    if (!text.contains(separator) && !text.contains('"') && !text.contains('\n'))
        return text;
    return '"' + QString(text).replace('"', "\"\"") + '"';
}

QString displayNumber(Column::Type type, std::int64_t value)
{
    switch (type) {
    case Column::Type::Time:
        return formatDuration(value);
    case Column::Type::Bytes:
        return signedBytes(value);
    case Column::Type::Percent:
        return QString::number(static_cast<double>(value) / 100, 'f', 2) + " %";
    case Column::Type::Rate:
        return QString::number(static_cast<double>(value) / 1e9, 'f', 2) + " GB/s";
    default:
        return grouped(value);
    }
}

QString exactNumber(Column::Type type, std::int64_t value)
{
    switch (type) {
    case Column::Type::Time:
        return formatExact(value);
    case Column::Type::Bytes:
        return grouped(value) + " B";
    case Column::Type::Rate:
        return grouped(value) + " B/s";
    default:
        return displayNumber(type, value);
    }
}

QString plainNumber(Column::Type type, std::int64_t value)
{
    switch (type) {
    case Column::Type::Time: { // exact: thousandths of a microsecond are nanoseconds
        const std::int64_t size = value < 0 ? -value : value;
        return QString("%1%2.%3").arg(value < 0 ? "-" : "").arg(size / 1000).arg(size % 1000, 3, 10, QChar('0'));
    }
    case Column::Type::Percent:
        return QString::number(static_cast<double>(value) / 100, 'f', 2);
    case Column::Type::Rate:
        return QString::number(static_cast<double>(value) / 1e9, 'f', 3);
    default:
        return QString::number(value);
    }
}

QString numberUnit(Column::Type type)
{
    switch (type) {
    case Column::Type::Time:
        return QStringLiteral("us");
    case Column::Type::Bytes:
        return QStringLiteral("B");
    case Column::Type::Percent:
        return QStringLiteral("%");
    case Column::Type::Rate:
        return QStringLiteral("GB/s");
    default:
        return {};
    }
}

} // namespace stepglass
