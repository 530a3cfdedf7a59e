// SPDX-License-Identifier: GPL-3.0-or-later
// Names and values below each other. A value may be a link to a slice.
#pragma once

#include "model/core/ids.h"

#include <QTableWidget>

#include <vector>

namespace stepglass {

struct Pair
{
    QString name;
    QString value;
    SliceId link; // none: plain
};

class PairsTable : public QTableWidget
{
    Q_OBJECT

public:
    explicit PairsTable(const QString& accessibleName, QWidget* parent = nullptr);
    void setPairs(std::vector<Pair> pairs);
    const std::vector<Pair>& pairs() const { return m_pairs; }

Q_SIGNALS:
    void linkPicked(stepglass::SliceId slice);

private:
    std::vector<Pair> m_pairs;
};

} // namespace stepglass
