// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels and copies for the window: a row a name on a device.
#pragma once

#include "model/core/device_rows.h"
#include "model/core/trace.h"
#include "views/tables/row_source.h"

#include <memory>
#include <vector>

namespace stepglass {

class KernelSource : public RowSource
{
public:
    // `stepTime`: of the steps in the scope, ns; 0: there are none.
    KernelSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<KernelRow>> rows, Ns stepTime);

    const std::vector<Column>& columns() const override { return m_columns; }
    int rowCount() const override { return static_cast<int>(m_rows->size()); }
    std::optional<std::int64_t> number(int row, int column) const override;
    QString text(int row, int column) const override;
    SliceKind kind(int row) const override;
    RowName key(int row) const override;
    QString note(int row, int column) const override;

    static constexpr int kTotalColumn = 1;

private:
    const KernelRow& at(int row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }
    const LaunchConfig* config(const KernelRow& row) const;

    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const std::vector<KernelRow>> m_rows;
    Ns m_stepTime;
    std::vector<Column> m_columns;
};

class CopySource : public RowSource
{
public:
    CopySource(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<CopyRow>> rows, Ns stepTime);

    const std::vector<Column>& columns() const override { return m_columns; }
    int rowCount() const override { return static_cast<int>(m_rows->size()); }
    std::optional<std::int64_t> number(int row, int column) const override;
    QString text(int row, int column) const override;
    SliceKind kind(int row) const override { return at(row).kind; }
    RowName key(int row) const override;

    static constexpr int kTotalColumn = 1;

private:
    const CopyRow& at(int row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }

    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const std::vector<CopyRow>> m_rows;
    Ns m_stepTime;
    std::vector<Column> m_columns;
};

} // namespace stepglass
