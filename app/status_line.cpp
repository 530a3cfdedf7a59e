// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/status_line.h"

#include "views/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStringList>

namespace stepglass {

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_trace(new QLabel(this))
    , m_health(new QPushButton(this))
    , m_rest(new QLabel(this))
    , m_view(new QLabel(this))
    , m_progressText(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_theme(&Theme::of(ThemeName::Light))
{
    setObjectName("statusLine");
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(kHeight);
    m_health->setAccessibleName(tr("Trace health"));
    m_health->setToolTip(tr("What was set aside or flagged while reading"));
    connect(m_health, &QPushButton::clicked, this, &StatusLine::healthClicked);
    connect(m_cancel, &QPushButton::clicked, this, &StatusLine::cancelClicked);
    m_cancel->setAccessibleName(tr("Cancel reading"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(140);
    m_progress->setRange(0, 1000);
    layOut();
    setProgress(-1);
}

void StatusLine::layOut()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(15, 1, 15, 0);
    row->setSpacing(0);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_trace), static_cast<QWidget*>(m_health), static_cast<QWidget*>(m_rest),
          static_cast<QWidget*>(m_view), static_cast<QWidget*>(m_progressText), static_cast<QWidget*>(m_cancel)}) {
        widget->setFont(uiFont(FontRole::Secondary));
        widget->setObjectName(qobject_cast<QPushButton*>(widget) ? "flatStatus" : "status");
    }
    row->addWidget(m_trace);
    row->addWidget(m_health);
    row->addWidget(m_rest);
    row->addStretch();
    row->addWidget(m_progressText);
    row->addSpacing(8);
    row->addWidget(m_progress);
    row->addWidget(m_cancel);
    row->addSpacing(12);
    row->addWidget(m_view);
}

void StatusLine::setTexts(const Texts& texts)
{
    const QString dot = QStringLiteral("  ·  ");
    m_trace->setText(texts.trace + (texts.trace.isEmpty() || texts.health.isEmpty() ? QString() : dot));
    m_health->setText(texts.health);
    m_health->setVisible(!texts.health.isEmpty());
    QStringList rest{texts.mode, texts.capture};
    rest.removeAll(QString());
    m_rest->setText((texts.trace.isEmpty() ? QString() : dot) + rest.join(dot));
    m_view->setText(texts.view);
    if (texts.amber != m_amber) {
        m_amber = texts.amber;
        setTheme(*m_theme);
    }
}

void StatusLine::setProgress(double share, const QString& text)
{
    const bool shown = share >= 0;
    m_progress->setVisible(shown);
    m_cancel->setVisible(shown);
    m_progressText->setVisible(shown);
    m_progressText->setText(text);
    if (shown)
        m_progress->setValue(static_cast<int>(share * 1000));
}

void StatusLine::setTheme(const Theme& theme)
{
    m_theme = &theme;
    setStyleSheet(m_amber ? QString("QWidget#statusLine { background: %1; } QLabel#status, QPushButton#flatStatus "
                                    "{ color: %2; }")
                                .arg(theme.warn.name(), theme.dark() ? theme.ink.name() : QStringLiteral("white"))
                          : QString());
}

} // namespace stepglass
