// SPDX-License-Identifier: GPL-3.0-or-later
// One device over one scope: a bar of what it did, below one of why it was idle, and every part with its figure. The
// parts sum exactly to the scope and to the idle time. Each part can be picked.
#pragma once

#include "model/core/breakdown.h"
#include "views/theme/theme.h"

#include <QWidget>

#include <optional>
#include <variant>
#include <vector>

namespace stepglass {

struct DevicePart
{
    std::variant<ActivityClass, IdleCause> what;
    QString title;
    QColor color;
    Ns time = 0;
    bool isCause() const { return std::holds_alternative<IdleCause>(what); }
};

// The parts that take time: classes, idle last, then causes.
std::vector<DevicePart> partsOf(const DeviceBreakdown& breakdown, const Theme& theme);

class DeviceBars : public QWidget
{
    Q_OBJECT

public:
    explicit DeviceBars(QWidget* parent = nullptr);

    void setBreakdown(const QString& device, const QString& scope, const DeviceBreakdown& breakdown);
    void setTheme(const Theme& theme);
    const std::vector<DevicePart>& parts() const { return m_parts; }
    QString heading() const { return m_device + QStringLiteral("  ") + m_summary; }
    // Where a part lies, px: in its bar (never thinner than a hair), and in the list below.
    QRect barOf(std::size_t part) const { return m_bars[part]; }
    QRect rowOf(std::size_t part) const { return m_rows[part]; }
    int partAt(const QPoint& at) const; // -1: none
    QString tipOf(std::size_t part) const;
    int heightFor(int width) const;

Q_SIGNALS:
    void partPicked(int part);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void layOut();
    void layOutBar(bool causes, int y, int height);
    void paintBar(QPainter& painter, bool causes) const;
    void paintRow(QPainter& painter, std::size_t part) const;
    void setCurrent(int part);
    bool twoColumns() const;

    const Theme* m_theme;
    QString m_device, m_scope, m_summary;
    DeviceBreakdown m_breakdown;
    std::vector<DevicePart> m_parts;
    std::vector<QRect> m_bars, m_rows;
    int m_current = -1; // under the pointer, or of the keyboard
};

} // namespace stepglass
