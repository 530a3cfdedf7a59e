// SPDX-License-Identifier: GPL-3.0-or-later
// Coloured squares with words, in one line: what the colours of a chart mean. Words that find no room are left out.
#pragma once

#include "views/theme/theme.h"

#include <QWidget>

#include <utility>
#include <vector>

namespace stepglass {

class Legend : public QWidget
{
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);
    void setEntries(std::vector<std::pair<QString, QColor>> entries);
    void setTheme(const Theme& theme);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    std::vector<std::pair<QString, QColor>> m_entries;
};

} // namespace stepglass
