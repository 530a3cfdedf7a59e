// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace stepglass {

namespace {

void stroke(QPainter& painter, const QColor& color, double width)
{
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
}

void fill(QPainter& painter, const QColor& color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
}

void paintSky(QPainter& painter, IconName name, const QColor& color)
{
    if (name == IconName::Moon) {
        QPainterPath moon, shadow;
        moon.addEllipse(QPointF(7.5, 8.5), 5.5, 5.5);
        shadow.addEllipse(QPointF(10.5, 6), 5, 5);
        fill(painter, color);
        painter.drawPath(moon.subtracted(shadow));
        return;
    }
    fill(painter, color);
    painter.drawEllipse(QPointF(8, 8), 3, 3);
    stroke(painter, color, 1.4);
    for (int i = 0; i < 8; ++i) {
        painter.save();
        painter.translate(8, 8);
        painter.rotate(45.0 * i);
        painter.drawLine(QPointF(0, -5.2), QPointF(0, -6.8));
        painter.restore();
    }
}

void paintChevron(QPainter& painter, IconName name, const QColor& color)
{
    stroke(painter, color, 1.6);
    if (name == IconName::ChevronLeft)
        painter.drawPolyline(QPolygonF({{9.5, 4.5}, {6, 8}, {9.5, 11.5}}));
    else if (name == IconName::ChevronRight)
        painter.drawPolyline(QPolygonF({{6.5, 4.5}, {10, 8}, {6.5, 11.5}}));
    else
        painter.drawPolyline(QPolygonF({{4.5, 6.5}, {8, 10}, {11.5, 6.5}}));
}

void paintApp(QPainter& painter, const QColor& color)
{
    fill(painter, color);
    painter.drawRoundedRect(QRectF(1, 1, 14, 14), 3.5, 3.5);
    fill(painter, Qt::white);
    painter.drawRect(QRectF(3.5, 4, 6, 2));
    painter.drawRect(QRectF(6, 7, 4, 2));
    painter.drawRect(QRectF(8, 10, 4.5, 2));
}

void paint(QPainter& painter, IconName name, const QColor& color)
{
    switch (name) {
    case IconName::Search:
        stroke(painter, color, 1.5);
        painter.drawEllipse(QPointF(7, 7), 4, 4);
        painter.drawLine(QPointF(10, 10), QPointF(13, 13));
        break;
    case IconName::Moon:
    case IconName::Sun:
        paintSky(painter, name, color);
        break;
    case IconName::ChevronLeft:
    case IconName::ChevronRight:
    case IconName::ChevronDown:
        paintChevron(painter, name, color);
        break;
    case IconName::Record:
        fill(painter, color);
        painter.drawEllipse(QPointF(8, 8), 4, 4);
        break;
    case IconName::Stop:
        fill(painter, color);
        painter.drawRoundedRect(QRectF(4, 4, 8, 8), 1, 1);
        break;
    case IconName::Menu:
        stroke(painter, color, 1.5);
        for (const double y : {4.5, 8.0, 11.5})
            painter.drawLine(QPointF(3, y), QPointF(13, y));
        break;
    case IconName::Close:
        stroke(painter, color, 1.4);
        painter.drawLine(QPointF(5, 5), QPointF(11, 11));
        painter.drawLine(QPointF(11, 5), QPointF(5, 11));
        break;
    case IconName::App:
        paintApp(painter, color);
        break;
    }
}

} // namespace

QIcon icon(IconName name, const QColor& color)
{
    QIcon result;
    for (const int scale : {1, 2, 3}) {
        QPixmap pixmap(16 * scale, 16 * scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(scale, scale);
        paint(painter, name, color);
        painter.end();
        pixmap.setDevicePixelRatio(scale);
        result.addPixmap(pixmap);
    }
    return result;
}

} // namespace stepglass
