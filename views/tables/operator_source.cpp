// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/operator_source.h"

#include "views/format/format.h"

#include <algorithm>
#include <utility>

namespace stepglass {

namespace {

using Wanted = Column::Wanted;

constexpr int kTimeWidth = 88; // "349.343 ms" whole

SliceKind colourOf(RowKind kind)
{
    switch (kind) {
    case RowKind::Region:
        return SliceKind::Region;
    case RowKind::Call:
        return SliceKind::RuntimeCall;
    case RowKind::Python:
        return SliceKind::Python;
    case RowKind::Kernel:
        return SliceKind::Kernel;
    case RowKind::Copy:
        return SliceKind::MemcpyOther;
    case RowKind::Sync:
        return SliceKind::Sync;
    case RowKind::Overhead:
    case RowKind::Memory:
    case RowKind::NotCovered:
    case RowKind::Idle:
        return SliceKind::Memset;
    default:
        return SliceKind::Operator;
    }
}

} // namespace

OperatorSource::OperatorSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const OperatorTable> table,
                               std::shared_ptr<const OperatorTable> other)
    : m_trace(std::move(trace))
    , m_table(std::move(table))
    , m_other(std::move(other))
    , m_hasDevice(m_table->hasDeviceTime())
{
    add(Figure::Name, "Name", {}, Column::Type::Name, 200, Wanted::Always);
    if (m_table->mode == CountingMode::PyTorch)
        addPyTorchColumns();
    else
        addWallColumns();
    addSharedColumns();
    if (m_table->hasMemory)
        addMemoryColumns();
}

void OperatorSource::add(Figure figure, const QString& title, const QString& tip, Column::Type type, int width,
                         Column::Wanted wanted)
{
    Column column;
    column.title = title;
    column.tip = tip;
    column.type = type;
    column.width = width;
    column.wanted = wanted;
    m_columns.push_back(column);
    m_figures.push_back(figure);
}

void OperatorSource::addPyTorchColumns()
{
    const QString device = QString::fromStdString(m_table->deviceWord);
    add(Figure::SelfCpu, "Self CPU", "Duration less that of the direct children, summed over the calls.",
        Column::Type::Time, kTimeWidth, Wanted::Always);
    add(Figure::Cpu, "CPU total", "Duration, summed over the calls.", Column::Type::Time, kTimeWidth, Wanted::Usually);
    if (m_hasDevice) {
        add(Figure::SelfDevice, "Self " + device,
            "Device work that the operator itself launched; of a device row its durations. Streams that overlap count "
            "twice.",
            Column::Type::Time, kTimeWidth + 14, Wanted::Always);
        add(Figure::Device, device + " total", "Device work of the operator and of what it called.", Column::Type::Time,
            kTimeWidth + 6, Wanted::Usually);
    }
    add(Figure::Calls, "Calls", "How often it ran in the scope.", Column::Type::Count, 56, Wanted::Always);
    add(Figure::SelfCpuShare, "Self CPU %", "Of the sum of Self CPU over all rows.", Column::Type::Percent, 78,
        Wanted::WhereRoom);
    if (m_hasDevice)
        add(Figure::SelfDeviceShare, "Self " + device + " %",
            "Of the sum over device rows that are no user annotation.", Column::Type::Percent, 86, Wanted::WhereRoom);
    add(Figure::CpuAverage, "CPU avg", "CPU total divided by the calls.", Column::Type::Time, kTimeWidth,
        Wanted::WhereRoom);
    if (m_hasDevice)
        add(Figure::DeviceAverage, device + " avg", "Device total divided by the calls.", Column::Type::Time,
            kTimeWidth, Wanted::WhereRoom);
}

void OperatorSource::addWallColumns()
{
    const QString device = QString::fromStdString(m_table->deviceWord);
    add(Figure::SelfCpu, "Host self", "Time in which this was the innermost slice of its thread, summed over threads.",
        Column::Type::Time, kTimeWidth, Wanted::Always);
    add(Figure::Cpu, "Host union", "Time in which at least one such slice ran on the host; no moment counted twice.",
        Column::Type::Time, kTimeWidth, Wanted::Usually);
    if (m_hasDevice) {
        add(Figure::SelfDevice, device + " share",
            "Each busy moment of the device, split equally among what ran then. With the idle row it sums to the "
            "scope.",
            Column::Type::Time, kTimeWidth + 14, Wanted::Always);
        add(Figure::Device, device + " union",
            "Time in which at least one such slice ran on the device; no moment counted twice.", Column::Type::Time,
            kTimeWidth + 10, Wanted::Usually);
        add(Figure::IdleInside, "Idle inside", "Of a region: device idle time inside it.", Column::Type::Time,
            kTimeWidth, Wanted::WhereRoom);
    }
    add(Figure::Calls, "Calls", "How often it ran in the scope.", Column::Type::Count, 56, Wanted::Always);
}

void OperatorSource::addSharedColumns()
{
    if (m_table->stepTime > 0)
        add(Figure::StepShare, "Of step", "Total time of the row, of the time of the steps in the scope.",
            Column::Type::Percent, 74, Wanted::WhereRoom);
    add(Figure::Median, "Median", "Of the durations of the calls.", Column::Type::Time, kTimeWidth, Wanted::WhereRoom);
    add(Figure::Min, "Min", "Shortest call.", Column::Type::Time, kTimeWidth, Wanted::WhereRoom);
    add(Figure::Max, "Max", "Longest call.", Column::Type::Time, kTimeWidth, Wanted::WhereRoom);
    if (m_hasDevice)
        add(Figure::Kernels, "Kernels", "Launched by the calls and by what is inside them.", Column::Type::Count, 62,
            Wanted::WhereRoom);
    for (const Figure averaged : {Figure::Median, Figure::Min, Figure::Max}) {
        for (std::size_t c = 0; c < m_figures.size(); ++c)
            m_columns[c].additive = m_columns[c].additive && m_figures[c] != averaged;
    }
}

void OperatorSource::addMemoryColumns()
{
    const QString device = QString::fromStdString(m_table->deviceWord);
    add(Figure::SelfCpuBytes, "Self CPU mem", "Bytes allocated less bytes freed, without the children's.",
        Column::Type::Bytes, 86, Wanted::WhereRoom);
    add(Figure::CpuBytes, "CPU mem", "Bytes allocated less bytes freed.", Column::Type::Bytes, 80, Wanted::WhereRoom);
    if (!m_table->hasDeviceMemory())
        return;
    add(Figure::SelfDeviceBytes, "Self " + device + " mem", "Bytes allocated less bytes freed, without the children's.",
        Column::Type::Bytes, 94, Wanted::WhereRoom);
    add(Figure::DeviceBytes, device + " mem", "Bytes allocated less bytes freed.", Column::Type::Bytes, 86,
        Wanted::WhereRoom);
}

int OperatorSource::defaultSortColumn() const
{
    const auto wanted = m_hasDevice ? Figure::SelfDevice : Figure::SelfCpu;
    return static_cast<int>(std::find(m_figures.begin(), m_figures.end(), wanted) - m_figures.begin());
}

std::optional<std::int64_t> OperatorSource::shareOf(Ns part, Ns whole) const
{
    if (whole <= 0)
        return std::nullopt;
    return static_cast<std::int64_t>(static_cast<double>(part) / static_cast<double>(whole) * 10000 + 0.5);
}

std::optional<std::int64_t> OperatorSource::timeOf(const OperatorRow& row, Figure figure) const
{
    const auto onHost = [&](Ns ns) { return row.onDevice ? std::nullopt : std::optional<std::int64_t>(ns); };
    const auto onDevice = [&](Ns ns) {
        return !row.onDevice && ns == 0 ? std::nullopt : std::optional<std::int64_t>(ns);
    };
    const auto calls = static_cast<Ns>(std::max<std::uint64_t>(row.calls, 1));
    switch (figure) {
    case Figure::SelfCpu:
        return onHost(row.selfCpu);
    case Figure::Cpu:
        return onHost(row.cpu);
    case Figure::SelfDevice:
        return onDevice(row.selfDevice);
    case Figure::Device:
        return onDevice(row.device);
    case Figure::CpuAverage:
        return onHost(row.cpu / calls);
    case Figure::DeviceAverage:
        return onDevice(row.device / calls);
    case Figure::IdleInside:
        return row.idleInside < 0 ? std::nullopt : std::optional<std::int64_t>(row.idleInside);
    case Figure::Min:
        return row.min;
    case Figure::Median:
        return row.median;
    case Figure::Max:
        return row.max;
    default:
        return std::nullopt;
    }
}

std::optional<std::int64_t> OperatorSource::number(int r, int column) const
{
    const OperatorRow& row = m_table->rows[static_cast<std::size_t>(r)];
    const Figure figure = m_figures[static_cast<std::size_t>(column)];
    switch (figure) {
    case Figure::Name:
        return std::nullopt;
    case Figure::Calls:
        return row.calls == 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(row.calls));
    case Figure::Kernels:
        return row.onDevice || row.kernels == 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(row.kernels));
    case Figure::SelfCpuShare:
        return row.onDevice ? std::nullopt : shareOf(row.selfCpu, m_table->selfCpuTotal);
    case Figure::SelfDeviceShare:
        return row.selfDevice == 0 ? std::nullopt : shareOf(row.selfDevice, m_table->selfDeviceTotal);
    case Figure::StepShare:
        return shareOf(row.total(), m_table->stepTime);
    case Figure::CpuBytes:
        return row.cpuBytes;
    case Figure::SelfCpuBytes:
        return row.selfCpuBytes;
    case Figure::DeviceBytes:
        return row.deviceBytes;
    case Figure::SelfDeviceBytes:
        return row.selfDeviceBytes;
    default:
        return timeOf(row, figure);
    }
}

QString OperatorSource::text(int row, int) const
{
    const OperatorRow& r = m_table->rows[static_cast<std::size_t>(row)];
    const QString name = QString::fromStdString(r.name);
    return r.shapes.empty() ? name : name + "  " + QString::fromStdString(r.shapes);
}

SliceKind OperatorSource::kind(int row) const
{
    const OperatorRow& r = m_table->rows[static_cast<std::size_t>(row)];
    if (m_trace && r.first.valid() && r.first.value < m_trace->sliceCount())
        return m_trace->kind(r.first);
    return colourOf(r.kind);
}

RowName OperatorSource::key(int row) const
{
    const OperatorRow& r = m_table->rows[static_cast<std::size_t>(row)];
    if (!r.first.valid())
        return {};
    return {r.name, r.onDevice};
}

const OperatorRow* OperatorSource::counterpart(const OperatorRow& row) const
{
    if (!m_other)
        return nullptr;
    for (const OperatorRow& other : m_other->rows) {
        if (other.onDevice == row.onDevice && other.name == row.name && other.region == row.region)
            return &other;
    }
    return nullptr;
}

bool OperatorSource::flagged(int row, int column) const
{
    return m_figures[static_cast<std::size_t>(column)] == Figure::SelfCpu &&
           m_table->rows[static_cast<std::size_t>(row)].selfCpu < 0;
}

// Why a figure is odd, and what the other way of counting says where it differs.
QString OperatorSource::note(int row, int column) const
{
    const OperatorRow& r = m_table->rows[static_cast<std::size_t>(row)];
    const Figure figure = m_figures[static_cast<std::size_t>(column)];
    QString words;
    if (flagged(row, column))
        words = "Below zero: children overlap each other or outlive their parent.\n";
    else if (figure == Figure::SelfCpu && r.async)
        words = "Begins and ends on different threads: it has no self time.\n";
    const bool compared =
        figure == Figure::SelfCpu || figure == Figure::Cpu || figure == Figure::SelfDevice || figure == Figure::Device;
    const OperatorRow* other = compared ? counterpart(r) : nullptr;
    const std::optional<std::int64_t> here = number(row, column);
    const std::optional<std::int64_t> there = other ? timeOf(*other, figure) : std::nullopt;
    if (!here || !there || *here == *there)
        return words;
    const bool wall = m_table->mode == CountingMode::Wall;
    const Ns difference = wall ? *there - *here : *here - *there;
    words += wall ? "PyTorch mode: " : "Wall mode: ";
    words += formatExact(*there);
    words += QString(", %1 ").arg(formatExact(difference < 0 ? -difference : difference));
    words += (difference > 0) == wall ? "more" : "less";
    words += r.onDevice || figure == Figure::SelfDevice || figure == Figure::Device
                 ? " (PyTorch adds up slices that run side by side; the clock counts each moment once)."
                 : " (PyTorch adds up every call; the clock counts each moment once, for the innermost slice).";
    return words;
}

QString footerText(const OperatorTable& table)
{
    const QString device = QString::fromStdString(table.deviceWord);
    const bool wall = table.mode == CountingMode::Wall;
    QString text = (wall ? "Host self " : "Self CPU ") + formatDuration(table.selfCpuTotal);
    if (table.hasDeviceTime())
        text += "  ·  " + (wall ? device + " busy " : "Self " + device + " ") + formatDuration(table.selfDeviceTotal);
    text += wall ? "  ·  wall mode" : "  ·  PyTorch mode";
    for (const std::string& remark : table.remarks)
        text += "  ·  " + QString::fromStdString(remark);
    return text;
}

} // namespace stepglass
