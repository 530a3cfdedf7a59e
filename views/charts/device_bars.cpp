// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/device_bars.h"

#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stepglass {

namespace {

constexpr int kSide = 14;
constexpr int kHeading = 32; // above the first bar
constexpr int kBar = 22;
constexpr int kBetween = 9; // the two bars
constexpr int kCauseBar = 16;
constexpr int kListTop = kHeading + kBar + kBetween + kCauseBar + 8;
constexpr int kRow = 20;
constexpr int kColumns = 470; // px from which the list has two columns
constexpr int kFoot = 12;

} // namespace

std::vector<DevicePart> partsOf(const DeviceBreakdown& breakdown, const Theme& theme)
{
    std::vector<DevicePart> parts;
    for (int c = 0; c < kActivityClassCount; ++c) {
        const auto activity = static_cast<ActivityClass>(c);
        if (breakdown.activity[activity] <= 0)
            continue;
        const bool copy = activity == ActivityClass::Copy;
        parts.push_back({activity, copy ? QStringLiteral("Exposed copy") : sentenceCase(activityName(activity)),
                         theme.activityColor(activity), breakdown.activity[activity]});
    }
    for (int c = 0; c < kIdleCauseCount; ++c) {
        const auto cause = static_cast<IdleCause>(c);
        if (breakdown.idle[cause] > 0)
            parts.push_back(
                {cause, sentenceCase(idleCauseName(cause)), theme.causeColor(cause), breakdown.idle[cause]});
    }
    return parts;
}

DeviceBars::DeviceBars(QWidget* parent)
    : QWidget(parent)
    , m_theme(&Theme::of(ThemeName::Light))
{
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setSizePolicy(policy);
}

void DeviceBars::setBreakdown(const QString& device, const QString& scope, const DeviceBreakdown& breakdown)
{
    m_device = device;
    m_scope = scope;
    m_breakdown = breakdown;
    rebuild();
}

void DeviceBars::setTheme(const Theme& theme)
{
    m_theme = &theme;
    rebuild();
}

void DeviceBars::rebuild()
{
    m_parts = partsOf(m_breakdown, *m_theme);
    m_current = -1;
    m_summary = m_breakdown.duration > 0
                    ? tr("busy %1 of %2  ·  %3")
                          .arg(formatPercent(m_breakdown.utilisation()), m_scope, formatDuration(m_breakdown.duration))
                    : tr("the scope is empty");
    QStringList words{heading()};
    for (const DevicePart& part : m_parts)
        words << part.title + ' ' + formatDuration(part.time);
    setAccessibleName(words.join(QStringLiteral(", ")));
    layOut();
    update();
}

bool DeviceBars::twoColumns() const
{
    return width() >= kColumns;
}

int DeviceBars::heightFor(int width) const
{
    const auto causes = std::count_if(m_parts.begin(), m_parts.end(), [](const DevicePart& p) { return p.isCause(); });
    const auto classes = static_cast<std::ptrdiff_t>(m_parts.size()) - causes;
    const auto rows = width >= kColumns ? std::max(causes, classes) : causes + classes;
    return kListTop + static_cast<int>(rows) * kRow + kFoot;
}

void DeviceBars::layOut()
{
    setFixedHeight(heightFor(width()));
    m_bars.assign(m_parts.size(), {});
    m_rows.assign(m_parts.size(), {});
    layOutBar(false, kHeading, kBar);
    layOutBar(true, kHeading + kBar + kBetween, kCauseBar);
    const int column = twoColumns() ? (width() - 3 * kSide) / 2 : width() - 2 * kSide;
    int left = 0, right = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const bool second = m_parts[i].isCause() && twoColumns();
        int& row = second ? right : left;
        m_rows[i] = QRect(second ? 2 * kSide + column : kSide, kListTop + row * kRow, column, kRow);
        ++row;
    }
}

// Edges from the running sum, so that parts touch and the last ends at the bar's end; a hair for what takes any time.
void DeviceBars::layOutBar(bool causes, int y, int height)
{
    const Ns whole = causes ? m_breakdown.activity[ActivityClass::Idle] : m_breakdown.duration;
    const int room = width() - 2 * kSide;
    Ns sum = 0;
    for (std::size_t i = 0; i < m_parts.size() && whole > 0; ++i) {
        if (m_parts[i].isCause() != causes)
            continue;
        const auto x = [&](Ns t) {
            return kSide + static_cast<int>(static_cast<double>(t) / static_cast<double>(whole) * room);
        };
        const int from = x(sum), to = x(sum += m_parts[i].time);
        m_bars[i] = QRect(from, y, std::max(1, to - from), height);
    }
}

int DeviceBars::partAt(const QPoint& at) const
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_bars[i].contains(at) || m_rows[i].contains(at))
            return static_cast<int>(i);
    }
    return -1;
}

void DeviceBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->canvas);
    const QRect head(kSide, 4, width() - 2 * kSide, kHeading - 6);
    painter.setFont(uiFont(FontRole::Secondary));
    painter.setPen(m_theme->soft);
    const int words = QFontMetrics(painter.font()).horizontalAdvance(m_summary);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, m_summary);
    painter.setFont(uiFont(FontRole::Heading));
    painter.setPen(m_theme->text);
    const QFontMetrics heading(painter.font());
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                     heading.elidedText(m_device, Qt::ElideMiddle, head.width() - words - 12));
    paintBar(painter, false);
    paintBar(painter, true);
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        paintRow(painter, i);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->line);
}

void DeviceBars::paintBar(QPainter& painter, bool causes) const
{
    painter.setFont(uiFont(FontRole::Secondary));
    const QFontMetrics metrics(painter.font());
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const DevicePart& part = m_parts[i];
        if (part.isCause() != causes)
            continue;
        const QRect bar = m_bars[i];
        painter.fillRect(bar.adjusted(0, 0, bar.width() > 3 ? -1 : 0, 0), part.color);
        const double luminance =
            0.2126 * part.color.redF() + 0.7152 * part.color.greenF() + 0.0722 * part.color.blueF();
        painter.setPen(luminance > 0.32  ? m_theme->dark() ? m_theme->ink : m_theme->text
                       : m_theme->dark() ? m_theme->text
                                         : m_theme->canvas);
        if (metrics.horizontalAdvance(part.title) + 12 <= bar.width())
            painter.drawText(bar.adjusted(6, 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter, part.title);
        if (static_cast<int>(i) == m_current) {
            painter.setPen(QPen(m_theme->select, 1));
            painter.drawRect(bar.adjusted(0, 0, -1, -1));
        }
        const bool idle = part.what == std::variant<ActivityClass, IdleCause>(ActivityClass::Idle);
        if (idle) { // the lower bar is this part, drawn large
            painter.setPen(m_theme->border);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawLine(QPointF(bar.left() + 0.5, bar.bottom() + 1.5),
                             QPointF(kSide + 0.5, bar.bottom() + kBetween));
            painter.drawLine(QPointF(bar.right() - 0.5, bar.bottom() + 1.5),
                             QPointF(width() - kSide - 1.5, bar.bottom() + kBetween));
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }
}

void DeviceBars::paintRow(QPainter& painter, std::size_t i) const
{
    const DevicePart& part = m_parts[i];
    const QRect row = m_rows[i];
    if (static_cast<int>(i) == m_current)
        painter.fillRect(row.adjusted(-4, 0, 4, 0), m_theme->accentSoft);
    painter.fillRect(QRect(row.left(), row.center().y() - 3, 8, 8), part.color);
    painter.setFont(uiFont(FontRole::Body));
    const QFontMetrics metrics(painter.font());
    const int shareWidth = 54, timeWidth = 84;
    painter.setPen(m_theme->text);
    const QRect name(row.left() + 15, row.top(), row.width() - 15 - shareWidth - timeWidth, row.height());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(part.title, Qt::ElideRight, name.width()));
    painter.drawText(QRect(name.right() + 1, row.top(), timeWidth, row.height()), Qt::AlignRight | Qt::AlignVCenter,
                     formatDuration(part.time));
    painter.setPen(m_theme->soft);
    painter.drawText(QRect(row.right() + 1 - shareWidth, row.top(), shareWidth, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, formatPercent(m_breakdown.share(part.time)));
}

QString DeviceBars::tipOf(std::size_t i) const
{
    const DevicePart& part = m_parts[i];
    QString text = QString("<b>%1</b><br>%2 ns  ·  %3 of %4")
                       .arg(part.title.toHtmlEscaped(), formatCount(static_cast<std::uint64_t>(part.time)),
                            formatPercent(m_breakdown.share(part.time)), m_scope);
    const Ns idle = m_breakdown.activity[ActivityClass::Idle];
    if (part.isCause() && idle > 0)
        text += tr("  ·  %1 of the idle time")
                    .arg(formatPercent(static_cast<double>(part.time) / static_cast<double>(idle)));
    return text + tr("<br>A click lists where, and N and Shift+N walk there.");
}

bool DeviceBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int part = partAt(help->pos());
        if (part < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tipOf(static_cast<std::size_t>(part)), this);
        return true;
    }
    return QWidget::event(event);
}

void DeviceBars::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

void DeviceBars::setCurrent(int part)
{
    if (part == m_current)
        return;
    m_current = part;
    setCursor(part < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void DeviceBars::mouseMoveEvent(QMouseEvent* event)
{
    setCurrent(partAt(event->pos()));
}

void DeviceBars::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    setCurrent(-1);
}

void DeviceBars::mousePressEvent(QMouseEvent* event)
{
    const int part = partAt(event->pos());
    if (part >= 0 && event->button() == Qt::LeftButton)
        Q_EMIT partPicked(part);
}

void DeviceBars::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(m_parts.size());
    const bool next = event->key() == Qt::Key_Down || event->key() == Qt::Key_Right;
    const bool previous = event->key() == Qt::Key_Up || event->key() == Qt::Key_Left;
    if ((next || previous) && count > 0)
        setCurrent(m_current < 0 ? 0 : std::clamp(m_current + (next ? 1 : -1), 0, count - 1));
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_current >= 0)
        Q_EMIT partPicked(m_current);
    else
        QWidget::keyPressEvent(event);
}

} // namespace stepglass
