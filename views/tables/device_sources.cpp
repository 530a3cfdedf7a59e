// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/device_sources.h"

#include "views/format/format.h"
#include "views/theme/theme.h"

#include <cmath>
#include <utility>

namespace stepglass {

namespace {

using Type = Column::Type;
using Wanted = Column::Wanted;

Column column(const QString& title, const QString& tip, Type type, int width, Wanted wanted = Wanted::Always)
{
    Column made;
    made.title = title;
    made.tip = tip;
    made.type = type;
    made.width = width;
    made.wanted = wanted;
    return made;
}

Column notAdditive(Column made)
{
    made.additive = false;
    return made;
}

QString sizes(const std::array<std::uint32_t, 3>& size)
{
    return QString("%1×%2×%3").arg(size[0]).arg(size[1]).arg(size[2]);
}

std::optional<std::int64_t> shareOf(Ns part, Ns whole)
{
    if (whole <= 0)
        return std::nullopt;
    return std::llround(static_cast<double>(part) / static_cast<double>(whole) * 10000);
}

std::optional<std::int64_t> hundredths(double value)
{
    return value < 0 ? std::nullopt : std::optional<std::int64_t>(std::llround(value * 100));
}

// "HtoD"; "memset".
QString directionOf(SliceKind kind)
{
    return kindTitle(kind).remove(QStringLiteral("copy "));
}

enum KernelColumn
{
    KernelName,
    KernelTotal,
    KernelCount,
    KernelMean,
    KernelMin,
    KernelMax,
    KernelOperator,
    KernelGrid,
    KernelBlock,
    KernelRegisters,
    KernelShared,
    KernelOccupancy,
    KernelStepShare,
    KernelDevice
};

enum CopyColumn
{
    CopyName,
    CopyTotal,
    CopyCount,
    CopyBytes,
    CopyRate,
    CopyMemory,
    CopyOverlapped,
    CopyMin,
    CopyMax,
    CopyDirection,
    CopyStepShare,
    CopyDevice
};

} // namespace

KernelSource::KernelSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<KernelRow>> rows,
                           Ns stepTime)
    : m_trace(std::move(trace))
    , m_rows(std::move(rows))
    , m_stepTime(stepTime)
    , m_columns{
          column("Kernel", {}, Type::Name, 200),
          column("Total", "Durations, summed; streams that overlap count twice.", Type::Time, 86),
          column("Calls", "How often it ran in the scope.", Type::Count, 56),
          notAdditive(column("Mean", "Total divided by the calls.", Type::Time, 80)),
          notAdditive(column("Min", "Shortest.", Type::Time, 80, Wanted::WhereRoom)),
          notAdditive(column("Max", "Longest.", Type::Time, 80)),
          column("Operator", "The operator that launched it, where it is one only.", Type::Text, 130,
                 Wanted::WhereRoom),
          column("Grid", "Blocks, where all launches agree.", Type::Text, 96, Wanted::WhereRoom),
          column("Block", "Threads of a block, where all launches agree.", Type::Text, 96, Wanted::WhereRoom),
          notAdditive(column("Registers", "Of a thread.", Type::Count, 72, Wanted::WhereRoom)),
          notAdditive(
              column("Shared", "Shared memory of a block, static and dynamic.", Type::Bytes, 76, Wanted::WhereRoom)),
          notAdditive(column("Occupancy", "Estimated achieved occupancy, weighted by time.", Type::Percent, 84,
                             Wanted::WhereRoom)),
          column("Of step", "Total, of the time of the steps in the scope.", Type::Percent, 74, Wanted::WhereRoom),
          column("Device", {}, Type::Text, 60, Wanted::WhereRoom),
      }
{
}

const LaunchConfig* KernelSource::config(const KernelRow& row) const
{
    return row.config.valid() ? &m_trace->config(row.config) : nullptr;
}

std::optional<std::int64_t> KernelSource::number(int row, int column) const
{
    const KernelRow& r = at(row);
    const LaunchConfig* launch = config(r);
    switch (column) {
    case KernelTotal:
        return r.total;
    case KernelCount:
        return static_cast<std::int64_t>(r.count);
    case KernelMean:
        return std::llround(r.mean());
    case KernelMin:
        return r.min;
    case KernelMax:
        return r.max;
    case KernelRegisters:
        return launch ? std::optional<std::int64_t>(launch->registersPerThread) : std::nullopt;
    case KernelShared:
        return launch ? std::optional<std::int64_t>(launch->sharedMemory) : std::nullopt;
    case KernelOccupancy:
        return hundredths(r.occupancy);
    case KernelStepShare:
        return shareOf(r.total, m_stepTime);
    default:
        return std::nullopt;
    }
}

QString KernelSource::text(int row, int column) const
{
    const KernelRow& r = at(row);
    const LaunchConfig* launch = config(r);
    switch (column) {
    case KernelName:
        return toQString(m_trace->text(r.name));
    case KernelDevice:
        return toQString(m_trace->text(r.device));
    case KernelOperator:
        if (r.op.empty() && r.variants > 1)
            return QString("%1 kinds").arg(r.variants);
        return r.op.empty() ? QStringLiteral("–") : toQString(m_trace->text(r.op));
    case KernelGrid:
        return launch && launch->grid[0] > 0 ? sizes(launch->grid) : QStringLiteral("–");
    case KernelBlock:
        return launch && launch->block[0] > 0 ? sizes(launch->block) : QStringLiteral("–");
    default:
        return {};
    }
}

SliceKind KernelSource::kind(int row) const
{
    return at(row).first.valid() ? m_trace->kind(at(row).first) : SliceKind::Kernel;
}

RowName KernelSource::key(int row) const
{
    return {std::string(m_trace->text(at(row).name)), true};
}

QString KernelSource::note(int row, int column) const
{
    if (column >= KernelOperator && column <= KernelShared && at(row).variants > 1)
        return QString("%1 different pairs of operator and launch configuration; \"Each launch\" above has a row for "
                       "each.")
            .arg(at(row).variants);
    return {};
}

CopySource::CopySource(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<CopyRow>> rows,
                       Ns stepTime)
    : m_trace(std::move(trace))
    , m_rows(std::move(rows))
    , m_stepTime(stepTime)
    , m_columns{
          column("Copy", {}, Type::Name, 200),
          column("Total", "Durations, summed.", Type::Time, 86),
          column("Calls", "How often in the scope.", Type::Count, 56),
          column("Bytes", "Of those that say it.", Type::Bytes, 76),
          notAdditive(column("Rate", "Bytes by time, of those that say their bytes. 1 GB = 10^9 B.", Type::Rate, 86)),
          column("Memory", "Whether the host's side is pinned or pageable.", Type::Text, 76, Wanted::WhereRoom),
          column("Overlapped", "Time of it that lies under kernels of the device.", Type::Time, 86, Wanted::WhereRoom),
          notAdditive(column("Min", "Shortest.", Type::Time, 80, Wanted::WhereRoom)),
          notAdditive(column("Max", "Longest.", Type::Time, 80, Wanted::WhereRoom)),
          column("Direction", "From where to where.", Type::Text, 76, Wanted::WhereRoom),
          column("Of step", "Total, of the time of the steps in the scope.", Type::Percent, 74, Wanted::WhereRoom),
          column("Device", {}, Type::Text, 60, Wanted::WhereRoom),
      }
{
}

std::optional<std::int64_t> CopySource::number(int row, int column) const
{
    const CopyRow& r = at(row);
    switch (column) {
    case CopyTotal:
        return r.total;
    case CopyCount:
        return static_cast<std::int64_t>(r.count);
    case CopyBytes:
        return r.withBytes > 0 ? std::optional(static_cast<std::int64_t>(r.bytes)) : std::nullopt;
    case CopyRate:
        return r.gbPerSecond() < 0 ? std::nullopt : std::optional<std::int64_t>(std::llround(r.gbPerSecond() * 1e9));
    case CopyOverlapped:
        return r.overlapped;
    case CopyMin:
        return r.min;
    case CopyMax:
        return r.max;
    case CopyStepShare:
        return shareOf(r.total, m_stepTime);
    default:
        return std::nullopt;
    }
}

QString CopySource::text(int row, int column) const
{
    const CopyRow& r = at(row);
    if (column == CopyDirection)
        return directionOf(r.kind);
    if (column == CopyDevice)
        return toQString(m_trace->text(r.device));
    if (column == CopyMemory)
        return r.pageable && r.pinned ? QStringLiteral("both")
               : r.pageable           ? QStringLiteral("pageable")
               : r.pinned             ? QStringLiteral("pinned")
                                      : QStringLiteral("–");
    return toQString(m_trace->text(r.name));
}

RowName CopySource::key(int row) const
{
    return {std::string(m_trace->text(at(row).name)), true};
}

} // namespace stepglass
