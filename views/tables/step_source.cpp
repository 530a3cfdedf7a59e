// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/step_source.h"

#include "views/format/format.h"

namespace stepglass {

namespace {

// Columns after the name and the duration.
enum DeviceColumn
{
    Busy = 2,
    Compute,
    Communication,
    Copy,
    Set,
    Idle,
    Outlives,
    Causes // and one a cause
};

Column timeColumn(const QString& title, const QString& tip, Column::Wanted wanted = Column::Wanted::Always)
{
    Column column;
    column.title = title;
    column.tip = tip;
    column.wanted = wanted;
    column.width = 86;
    return column;
}

} // namespace

StepSource::StepSource(std::shared_ptr<const Diagnosis> diagnosis, int device)
    : m_diagnosis(std::move(diagnosis))
    , m_device(device)
{
    addColumns();
}

void StepSource::addColumns()
{
    Column name;
    name.title = "Step";
    name.type = Column::Type::Name;
    m_columns = {name, timeColumn("Duration", "Of the step on the host.")};
    if (m_device < 0)
        return;
    Column busy = timeColumn("Busy", "Share of the step in which the device worked.");
    busy.type = Column::Type::Percent;
    busy.width = 70;
    busy.additive = false;
    m_columns.push_back(busy);
    m_columns.push_back(timeColumn("Compute", "Kernels, no moment counted twice."));
    m_columns.push_back(
        timeColumn("Comm.", "Communication kernels that are not under compute.", Column::Wanted::WhereRoom));
    m_columns.push_back(timeColumn("Exposed copy", "Copies that are under neither."));
    m_columns.push_back(timeColumn("Set", "Memory sets that are under none of these.", Column::Wanted::WhereRoom));
    m_columns.push_back(timeColumn("Idle", "Nothing ran on the device."));
    m_columns.push_back(timeColumn("Outlives", "How long device work launched in the step goes on after its end.",
                                   Column::Wanted::WhereRoom));
    for (int cause = 0; cause < kIdleCauseCount; ++cause) {
        Column column =
            timeColumn(sentenceCase(idleCauseName(static_cast<IdleCause>(cause))),
                       "Idle time of this cause; the causes sum exactly to the idle time.", Column::Wanted::WhereRoom);
        column.width = 110;
        m_columns.push_back(column);
    }
}

const Step& StepSource::step(int row) const
{
    return steps()[static_cast<std::size_t>(row)];
}

QString StepSource::device() const
{
    return m_device < 0 ? QString() : toQString(m_diagnosis->trace().text(m_diagnosis->device(m_device).device));
}

std::optional<std::int64_t> StepSource::number(int row, int column) const
{
    if (column == 0)
        return std::nullopt;
    if (column == 1)
        return step(row).duration();
    const StepRow& r = rows()[static_cast<std::size_t>(row)];
    switch (column) {
    case Busy:
        return static_cast<std::int64_t>(r.times.utilisation() * 10000 + 0.5);
    case Compute:
        return r.times.activity[ActivityClass::Compute];
    case Communication:
        return r.times.activity[ActivityClass::Communication];
    case Copy:
        return r.times.activity[ActivityClass::Copy];
    case Set:
        return r.times.activity[ActivityClass::Set];
    case Idle:
        return r.times.activity[ActivityClass::Idle];
    case Outlives:
        return r.outlives;
    default:
        return r.times.idle[static_cast<IdleCause>(column - Causes)];
    }
}

QString StepSource::text(int row, int) const
{
    return toQString(m_diagnosis->trace().name(step(row).slice));
}

QString StepSource::note(int row, int column) const
{
    if (column == 0 && step(row).boundary)
        return "The first or last of the capture: left out of averages and findings where two others exist.";
    return {};
}

} // namespace stepglass
