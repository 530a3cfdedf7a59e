// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live_strip.h"

#include "app/icons.h"
#include "views/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace stepglass {

namespace {

constexpr int kDotX = 18;
constexpr double kDotRadius = 4.5;

} // namespace

LiveStrip::LiveStrip(QWidget* parent)
    : QWidget(parent)
    , m_phase(new QLabel(this))
    , m_steps(new ScheduleStrip(this))
    , m_words(new QLabel(this))
    , m_follow(new QPushButton(this))
    , m_close(new QToolButton(this))
    , m_theme(&Theme::of(ThemeName::Light))
{
    setObjectName("liveStrip");
    setAccessibleName(tr("Capture"));
    setFixedHeight(kHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kDotX + 12, 0, 12, 1);
    row->setSpacing(14);
    m_phase->setFont(uiFont(FontRole::Heading));
    m_phase->setMinimumWidth(72);
    m_steps->setBarsOnly();
    m_steps->setFixedSize(260, 14);
    m_words->setObjectName("soft");
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_follow->setObjectName("segment");
    m_follow->setCheckable(true);
    m_follow->setToolTip(tr("Whether the view follows the end of what is being recorded (Ctrl+Shift+F).\n"
                            "Moving or zooming the view lets it go."));
    m_close->setObjectName("flat");
    m_close->setText(QStringLiteral("×"));
    m_close->setAccessibleName(tr("Close this note"));
    row->addWidget(m_phase);
    row->addWidget(m_steps);
    row->addWidget(m_words, 1);
    row->addWidget(m_follow);
    row->addWidget(m_close);
    connect(m_follow, &QPushButton::clicked, this, &LiveStrip::followClicked);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    setFollows(true);
    hide();
}

void LiveStrip::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_steps->setTheme(theme);
    update();
}

void LiveStrip::showRunning(const LiveState& state)
{
    m_look = state.lost ? Look::Lost : state.recording ? Look::Recording : Look::Running;
    m_phase->setText(state.phase);
    m_steps->setShape(state.shape);
    m_steps->setStep(state.step < 0 ? -2 : state.step);
    m_words->setText(state.words);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_phase), static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_follow)})
        widget->show();
    m_close->hide();
    show();
    update();
}

void LiveStrip::showEnd(const QString& sentence, bool failed)
{
    m_look = failed ? Look::Failed : Look::Done;
    m_words->setText(sentence);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_phase), static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_follow)})
        widget->hide();
    m_close->show();
    show();
    update();
}

void LiveStrip::setFollows(bool follows)
{
    m_follow->setChecked(follows);
    m_follow->setText(follows ? tr("Following") : tr("Follow"));
    m_follow->setMinimumWidth(96);
}

QString LiveStrip::text() const
{
    return m_phase->isHidden() ? m_words->text() : m_phase->text() + ": " + m_words->text();
}

QColor LiveStrip::dotColor() const
{
    switch (m_look) {
    case Look::Recording:
    case Look::Failed:
        return m_theme->high;
    case Look::Lost:
        return m_theme->warn;
    case Look::Done:
        return m_theme->ok;
    case Look::Running:
        break;
    }
    return m_theme->soft;
}

void LiveStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->raised);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->border);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(dotColor());
    painter.drawEllipse(QPointF(kDotX, (height() - 1) / 2.0), kDotRadius, kDotRadius);
}

} // namespace stepglass
