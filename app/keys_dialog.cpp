// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keys_dialog.h"

#include "app/actions.h"
#include "views/timeline/key_bindings.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace stepglass {

namespace {

QString htmlCell(const QString& text)
{
    return "<td style='padding:2px 18px 2px 0'>" + text.toHtmlEscaped() + "</td>";
}

QString timelineKeys(const KeyBindings& bindings)
{
    QString html = QStringLiteral("<h4>Timeline</h4><table>");
    for (const KeyBinding& binding : bindings.all()) {
        if (!binding.description.isEmpty())
            html += "<tr>" + htmlCell(QKeySequence(binding.modifiers | Qt::Key(binding.key)).toString()) +
                    htmlCell(binding.description) + "</tr>";
    }
    return html + "</table>";
}

QString pageOf(const Actions& actions, const KeyBindings& bindings)
{
    QString html = timelineKeys(bindings);
    for (const Menu menu : {Menu::File, Menu::Capture, Menu::Go, Menu::View, Menu::Help}) {
        html += "<h4>" + menuTitle(menu) + "</h4><table>";
        for (const QAction* action : actions.of(menu)) {
            QStringList keys;
            for (const QKeySequence& key : action->shortcuts())
                keys << key.toString(QKeySequence::NativeText);
            if (!keys.isEmpty())
                html += "<tr>" + htmlCell(keys.join(", ")) + htmlCell(action->text().remove(QChar(0x2026))) + "</tr>";
        }
        html += "</table>";
    }
    return html;
}

} // namespace

KeysDialog::KeysDialog(const Actions& actions, const KeyBindings& bindings, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    auto* column = new QVBoxLayout(this);
    auto* area = new QScrollArea(this);
    auto* page = new QLabel(pageOf(actions, bindings), area);
    page->setTextFormat(Qt::RichText);
    page->setMargin(14);
    page->setAccessibleName(tr("Keys"));
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    column->addWidget(area);
    resize(560, 620);
}

} // namespace stepglass
