// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/render_table.h"

#include "model/analysis/operator_table.h"
#include "views/format/format.h"

namespace stepglass {
namespace {

QString durationCell(Ns ns)
{
    return ns == 0 ? QStringLiteral("\u2013") : formatDuration(ns);
}

} // namespace

PictureTable pictureTable(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const Links>& links,
                          const std::vector<Step>& steps, const Scope& scope, int rows)
{
    const auto prepared = PreparedTrace::make(trace, {}, links);
    TableRequest request;
    request.scope = scope;
    const auto table = pytorchTable(*prepared, steps, request);
    const bool device = table->hasDeviceTime();
    const QString word = QString::fromStdString(table->deviceWord);
    PictureTable result;
    result.head = {QStringLiteral("Name"), QStringLiteral("Self CPU"), QStringLiteral("CPU total")};
    if (device)
        result.head << QStringLiteral("Self ") + word << word + QStringLiteral(" total");
    result.head << QStringLiteral("Calls");
    for (const std::uint32_t r : rowOrder(*table, device ? RowSort::SelfDevice : RowSort::SelfCpu)) {
        if (static_cast<int>(result.rows.size()) == rows)
            break;
        const OperatorRow& row = table->rows[r];
        QStringList cells{QString::fromStdString(row.name), durationCell(row.selfCpu), durationCell(row.cpu)};
        if (device)
            cells << durationCell(row.selfDevice) << durationCell(row.device);
        cells << formatCount(row.calls);
        result.rows.push_back(cells);
    }
    return result;
}

} // namespace stepglass
