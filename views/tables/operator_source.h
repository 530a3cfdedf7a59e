// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table's rows for the window, in either counting mode.
#pragma once

#include "model/core/operator_rows.h"
#include "model/core/trace.h"
#include "views/tables/row_source.h"

#include <memory>

namespace stepglass {

class OperatorSource : public RowSource
{
public:
    // Both are kept. `other` (may be null) is the table of the other mode, for the words that compare them.
    OperatorSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const OperatorTable> table,
                   std::shared_ptr<const OperatorTable> other = {});

    const OperatorTable& table() const { return *m_table; }
    // The column that the drawing of the window is sorted by: self device time, without a device self CPU time.
    int defaultSortColumn() const;

    const std::vector<Column>& columns() const override { return m_columns; }
    int rowCount() const override { return static_cast<int>(m_table->rows.size()); }
    std::optional<std::int64_t> number(int row, int column) const override;
    QString text(int row, int column) const override;
    SliceKind kind(int row) const override;
    RowName key(int row) const override;
    QString note(int row, int column) const override;
    bool flagged(int row, int column) const override;

private:
    enum class Figure
    {
        Name,
        SelfCpu,
        Cpu,
        SelfDevice,
        Device,
        Calls,
        CpuAverage,
        DeviceAverage,
        SelfCpuShare,
        SelfDeviceShare,
        StepShare,
        Min,
        Median,
        Max,
        Kernels,
        IdleInside,
        CpuBytes,
        SelfCpuBytes,
        DeviceBytes,
        SelfDeviceBytes
    };
    void add(Figure figure, const QString& title, const QString& tip, Column::Type type, int width,
             Column::Wanted wanted);
    void addPyTorchColumns();
    void addWallColumns();
    void addSharedColumns();
    void addMemoryColumns();
    std::optional<std::int64_t> timeOf(const OperatorRow& row, Figure figure) const;
    std::optional<std::int64_t> shareOf(Ns part, Ns whole) const;
    const OperatorRow* counterpart(const OperatorRow& row) const;

    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const OperatorTable> m_table, m_other;
    std::vector<Column> m_columns;
    std::vector<Figure> m_figures;
    bool m_hasDevice;
};

// "Self CPU 103.710 ms · Self CUDA 17.631 ms · PyTorch mode".
QString footerText(const OperatorTable& table);

} // namespace stepglass
