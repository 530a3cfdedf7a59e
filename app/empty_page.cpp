// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/empty_page.h"

#include "app/actions.h"
#include "views/theme/fonts.h"

#include <QClipboard>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace stepglass {

namespace {

constexpr int kWidth = 720;

const char* const kRecipe = "from torch.profiler import profile, schedule\n"
                            "with profile(schedule=schedule(wait=1, warmup=3, active=5, repeat=1),\n"
                            "             on_trace_ready=lambda p: p.export_chrome_trace(\"trace.json\")) as prof:\n"
                            "    for batch in loader:\n"
                            "        train_step(batch)\n"
                            "        prof.step()";

QLabel* label(const QString& text, const char* name, FontRole role)
{
    auto* made = new QLabel(text);
    made->setObjectName(name);
    made->setFont(uiFont(role));
    made->setWordWrap(true);
    return made;
}

} // namespace

EmptyPage::EmptyPage(const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_error(label({}, "warn", FontRole::Heading))
{
    setObjectName("page");
    setAttribute(Qt::WA_StyledBackground);
    auto* centre = new QWidget;
    centre->setFixedWidth(kWidth);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 24, 0, 24);
    column->setSpacing(14);
    auto* title = label(tr("Where does the time of a training step go?"), "title", FontRole::Heading);
    title->setStyleSheet(QStringLiteral("font-size: 20px; font-weight: 600;"));
    column->addWidget(title);
    column->addWidget(label(tr("Open a trace, or drop one anywhere on this window: Chrome trace JSON of PyTorch and "
                               "others, plain, .gz, .zst or .zip."),
                            "soft", FontRole::Body));
    m_error->hide();
    column->addWidget(m_error);
    column->addWidget(makeChoices(actions));
    column->addSpacing(6);
    column->addWidget(makeRecipe());
    m_recentBox = new QWidget(centre);
    m_recent = new QVBoxLayout(m_recentBox);
    m_recent->setContentsMargins(0, 6, 0, 0);
    m_recent->setSpacing(3);
    column->addWidget(m_recentBox);
    placeInMiddle(centre);
}

// What does not fit is scrolled to.
void EmptyPage::placeInMiddle(QWidget* centre)
{
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto* whole = new QWidget;
    auto* down = new QVBoxLayout(whole);
    // Stretches, no alignment: a widget with one is asked for the height of the whole page's width, in which its texts
    // take fewer lines.
    auto* across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(centre);
    across->addStretch(1);
    down->addStretch(2);
    down->addLayout(across);
    down->addStretch(3);
    scroll->setWidget(whole);
    for (QWidget* clear : {scroll->viewport(), whole})
        clear->setAutoFillBackground(false);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
}

QWidget* EmptyPage::makeChoice(QAction* action, const QString& title, const QString& words, bool first)
{
    auto* card = new QWidget;
    card->setObjectName("card");
    card->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(10);
    auto* text = label(words, "soft", FontRole::Secondary);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(text, 1);
    auto* press = new QPushButton(title, card);
    press->setObjectName(first ? "primary" : "choice");
    press->setAccessibleName(title);
    connect(press, &QPushButton::clicked, action, &QAction::trigger);
    column->addWidget(press);
    return card;
}

QWidget* EmptyPage::makeChoices(const Actions& actions)
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(14);
    row->addWidget(makeChoice(actions[ActionId::Open], tr("Open…"),
                              tr("A trace that you have. Several files open as tabs."), true),
                   1);
    row->addWidget(makeChoice(actions[ActionId::OpenSample], tr("Sample"),
                              tr("A small captured training step, to look around in."), false),
                   1);
    row->addWidget(makeChoice(actions[ActionId::Capture], tr("Capture"),
                              tr("Run the built-in training step here and watch it happen, live."), false),
                   1);
    return box;
}

QWidget* EmptyPage::makeRecipe()
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(label(tr("Record your own script"), "heading", FontRole::Heading), 1);
    auto* copy = new QPushButton(tr("Copy"), box);
    copy->setObjectName("flat");
    copy->setAccessibleName(tr("Copy the six lines"));
    connect(copy, &QPushButton::clicked, this,
            [] { QGuiApplication::clipboard()->setText(QString::fromUtf8(kRecipe)); });
    head->addWidget(copy);
    column->addLayout(head);
    auto* code = new QLabel(QString::fromUtf8(kRecipe), box);
    code->setObjectName("code");
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    mono.setPixelSize(12);
    mono.setStyleStrategy(QFont::PreferNoShaping);
    code->setFont(mono);
    code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    code->setAccessibleName(tr("Six lines of torch.profiler"));
    code->setMargin(14);
    // The style sheet's font is not yet known to the size hint, which would cut the last line off.
    code->setMinimumHeight(QFontMetrics(mono).lineSpacing() * 6 + 2 * 14 + 8);
    column->addWidget(code);
    return box;
}

void EmptyPage::setRecentFiles(const QStringList& files)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentBox->setVisible(!files.isEmpty());
    if (files.isEmpty())
        return;
    m_recent->addWidget(label(tr("Recent"), "heading", FontRole::Heading));
    for (const QString& file : files.mid(0, 6)) {
        const QFileInfo info(file);
        auto* link = new QPushButton(info.fileName(), m_recentBox);
        link->setObjectName("link");
        link->setToolTip(info.absoluteFilePath());
        link->setAccessibleName(tr("Open %1").arg(info.fileName()));
        link->setCursor(Qt::PointingHandCursor);
        connect(link, &QPushButton::clicked, this, [this, file] { Q_EMIT fileChosen(file); });
        m_recent->addWidget(link, 0, Qt::AlignLeft);
    }
}

void EmptyPage::setError(const QString& sentence)
{
    m_error->setText(sentence);
    m_error->setVisible(!sentence.isEmpty());
}

QString EmptyPage::error() const
{
    return m_error->text();
}

} // namespace stepglass
