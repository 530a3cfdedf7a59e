// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a trace and where their time went on one device, on the clock. A row's parts sum exactly to it.
#pragma once

#include "model/core/breakdown.h"
#include "views/document/diagnosis.h"
#include "views/tables/row_source.h"

#include <vector>

namespace stepglass {

class StepSource : public RowSource
{
public:
    // Of the device at that place; without one only the steps' lengths.
    StepSource(std::shared_ptr<const Diagnosis> diagnosis, int device);

    const Step& step(int row) const;
    QString device() const; // empty: none

    const std::vector<Column>& columns() const override { return m_columns; }
    int rowCount() const override { return static_cast<int>(steps().size()); }
    std::optional<std::int64_t> number(int row, int column) const override;
    QString text(int row, int column) const override;
    SliceKind kind(int) const override { return SliceKind::Step; }
    RowName key(int) const override { return {}; }
    QString note(int row, int column) const override;

private:
    const std::vector<Step>& steps() const { return m_diagnosis->steps(); }
    const std::vector<StepRow>& rows() const { return m_diagnosis->stepRows(m_device); }
    void addColumns();

    std::shared_ptr<const Diagnosis> m_diagnosis;
    int m_device; // -1: none
    std::vector<Column> m_columns;
};

} // namespace stepglass
