// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/picture_frame.h"

#include "views/format/format.h"
#include "views/theme/fonts.h"
#include "views/timeline/timeline_painter.h"

#include <QFileInfo>
#include <QFontMetricsF>

#include <algorithm>
#include <set>

namespace stepglass {
namespace {

constexpr int kHead = 34;
constexpr int kFoot = 34;
constexpr int kTableRow = 22;
constexpr int kTablePad = 10;
constexpr double kMargin = 14;
constexpr double kColumnGap = 18;

class Frame
{
public:
    Frame(QPainter& painter, const TimelineScene& scene, const PictureRequest& request)
        : m_painter(painter)
        , m_scene(scene)
        , m_theme(*scene.theme)
        , m_request(request)
        , m_s(scene.scale)
        , m_width(scene.size.width())
    {
    }

    void head(int height)
    {
        const double h = height * m_s;
        m_painter.fillRect(QRectF(0, 0, m_width, h), m_theme.canvas);
        const QString name = QFileInfo(QString::fromStdString(m_scene.trace->info().path)).fileName();
        QStringList words;
        words << (m_request.scope.isEmpty() ? QStringLiteral("whole trace") : m_request.scope);
        if (!m_request.mode.isEmpty())
            words << m_request.mode;
        words << formatDuration(m_scene.range.length());
        const QString right = words.join(QStringLiteral(" \u00B7 "));
        const double taken = width(right, FontRole::Secondary);
        text(m_width - kMargin * m_s - taken, 0, h, right, FontRole::Secondary, m_theme.soft);
        text(kMargin * m_s, 0, h, elided(name, FontRole::Heading, m_width - taken - 3 * kMargin * m_s),
             FontRole::Heading, m_theme.text);
        line(h);
    }

    void foot(double top, int height, const TimelineGeometry& geometry)
    {
        const double h = height * m_s;
        m_painter.fillRect(QRectF(0, top, m_width, h), m_theme.canvas);
        line(top + 1);
        const double bar = scaleBar(top, h, geometry.scale);
        double x = kMargin * m_s;
        std::set<QString> said;
        for (const SliceKind kind : shownKinds(geometry)) {
            const QString title = kindTitle(kind);
            const double needed = (10 + 6 + 16) * m_s + width(title, FontRole::Secondary);
            // What is no operator by its category looks like one.
            const bool same = kind == SliceKind::Other && said.contains(kindTitle(SliceKind::Operator));
            if (same || !said.insert(title).second || x + needed > bar)
                continue;
            const double side = 10 * m_s;
            m_painter.fillRect(QRectF(x, top + (h - side) / 2, side, side), m_theme.kindColor(kind));
            text(x + side + 6 * m_s, top, h, title, FontRole::Secondary, m_theme.text);
            x += needed;
        }
        const QString instant = QStringLiteral("instant");
        if (geometry.instants.empty() || x + (10 + 6 + 16) * m_s + width(instant, FontRole::Secondary) > bar)
            return;
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.fillPath(markPath({x + 4.5 * m_s, top + (h - kInstantHeight * m_s) / 2}, m_s), m_theme.text);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        text(x + 16 * m_s, top, h, instant, FontRole::Secondary, m_theme.text);
    }

    void table(double top, const PictureTable& table)
    {
        std::vector<double> widths(static_cast<std::size_t>(table.head.size()));
        const auto measureRow = [&](const QStringList& row, FontRole role) {
            for (qsizetype c = 0; c < row.size() && c < table.head.size(); ++c) {
                double& w = widths[static_cast<std::size_t>(c)];
                w = std::max(w, width(row[c], role));
            }
        };
        measureRow(table.head, FontRole::Heading);
        for (const QStringList& row : table.rows)
            measureRow(row, FontRole::Body);
        double others = 2 * kMargin * m_s;
        for (std::size_t c = 1; c < widths.size(); ++c)
            others += widths[c] + kColumnGap * m_s;
        widths[0] = std::max(std::min(widths[0], m_width - others), 40 * m_s);
        double y = top + kTablePad * m_s / 2;
        tableRow(y, table.head, widths, FontRole::Heading, m_theme.soft);
        for (const QStringList& row : table.rows) {
            y += kTableRow * m_s;
            line(y + 1);
            tableRow(y, row, widths, FontRole::Body, m_theme.text);
        }
    }

private:
    static QFontMetricsF metrics(FontRole role, double scale) { return QFontMetricsF(uiFont(role, scale)); }
    double width(const QString& what, FontRole role) const { return metrics(role, m_s).horizontalAdvance(what); }
    QString elided(const QString& what, FontRole role, double room) const
    {
        const QFontMetricsF m = metrics(role, m_s);
        return elideMiddle(what, room, [&](const QString& t) { return m.horizontalAdvance(t); });
    }
    void text(double x, double top, double height, const QString& what, FontRole role, const QColor& color)
    {
        const QFontMetricsF m = metrics(role, m_s);
        m_painter.setFont(uiFont(role, m_s));
        m_painter.setPen(color);
        m_painter.drawText(QPointF(x, top + (height + m.ascent() - m.descent()) / 2), what);
    }
    void line(double below)
    {
        const int hair = std::max(1, m_scene.px(1));
        m_painter.fillRect(QRectF(0, static_cast<int>(below) - hair, m_width, hair), m_theme.line);
    }

    // At the right end; returns where it begins.
    double scaleBar(double top, double height, const TimeScale& time)
    {
        const Ns length = scaleBarLength(time, m_s);
        const double bar = static_cast<double>(length) / time.nsPerPixel();
        const QString said = formatExact(length);
        const double right = m_width - kMargin * m_s;
        const double left = right - bar;
        const double middle = static_cast<int>(top + height / 2);
        const double stroke = std::max(1.0, 1.0 * m_scene.px(1));
        m_painter.fillRect(QRectF(left, middle, bar, stroke), m_theme.text);
        m_painter.fillRect(QRectF(left, middle - 3 * m_s, stroke, 7 * m_s), m_theme.text);
        m_painter.fillRect(QRectF(right - stroke, middle - 3 * m_s, stroke, 7 * m_s), m_theme.text);
        const double label = left - 8 * m_s - width(said, FontRole::Secondary);
        text(label, top, height, said, FontRole::Secondary, m_theme.text);
        return label - 16 * m_s;
    }

    void tableRow(double y, const QStringList& row, const std::vector<double>& widths, FontRole role,
                  const QColor& color)
    {
        const double h = kTableRow * m_s;
        text(kMargin * m_s, y, h, elided(row.value(0), role, widths[0]), role, color);
        double x = kMargin * m_s + widths[0];
        for (std::size_t c = 1; c < widths.size(); ++c) {
            x += kColumnGap * m_s + widths[c];
            const QString& cell = row.value(static_cast<qsizetype>(c));
            text(x - width(cell, role), y, h, cell, role, color);
        }
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const Theme& m_theme;
    const PictureRequest& m_request;
    double m_s;
    double m_width;
};

} // namespace

FrameHeights frameHeights(const PictureTable& table)
{
    const int rows = static_cast<int>(table.rows.size());
    return {kHead, kFoot, table.head.isEmpty() ? 0 : (rows + 1) * kTableRow + kTablePad};
}

std::vector<SliceKind> shownKinds(const TimelineGeometry& geometry)
{
    std::set<SliceKind> kinds;
    for (const SliceRect& rect : geometry.rects)
        kinds.insert(rect.look.kind());
    for (const ThinCell& cell : geometry.cells)
        kinds.insert(cell.look.kind());
    return {kinds.begin(), kinds.end()};
}

Ns scaleBarLength(const TimeScale& time, double scale)
{
    const double most = 160 * scale * time.nsPerPixel();
    Ns length = 1;
    for (Ns power = 1; static_cast<double>(power) <= most && power <= 1'000'000'000'000'000; power *= 10) {
        for (const Ns step : {power, 2 * power, 5 * power})
            length = static_cast<double>(step) <= most ? step : length;
    }
    return length;
}

void paintPictureFrame(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry,
                       const PictureRequest& request, const FrameHeights& heights)
{
    Frame frame(painter, scene, request);
    frame.head(heights.head);
    const double below = heights.head * scene.scale + scene.size.height();
    frame.foot(below, heights.foot, geometry);
    if (!request.table.head.isEmpty())
        frame.table(below + heights.foot * scene.scale, request.table);
}

} // namespace stepglass
