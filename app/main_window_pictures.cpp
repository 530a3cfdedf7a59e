// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of what the window shows: to a file, or to the clipboard.
#include "app/main_window.h"
#include "app/picture_dialog.h"
#include "app/trace_page.h"
#include "views/document/diagnosis.h"
#include "views/export/timeline_picture.h"
#include "views/format/scope_text.h"
#include "views/tables/row_view.h"
#include "views/tables/table_panel.h"
#include "views/timeline/timeline_view.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>

#include <algorithm>

namespace stepglass {

namespace {

PictureTable tableOf(const RowView& view, int rows)
{
    PictureTable table;
    const RowModel& model = view.rows();
    for (int r = -1; r < std::min(rows, model.rowCount()); ++r) {
        QStringList cells;
        for (int c = 0; c < model.columnCount(); ++c) {
            if (!view.isColumnHidden(c))
                cells << (r < 0 ? model.headerData(c, Qt::Horizontal, Qt::DisplayRole)
                                : model.data(model.index(r, c), Qt::DisplayRole))
                             .toString();
        }
        if (r < 0)
            table.head = cells;
        else
            table.rows.push_back(cells);
    }
    return table;
}

PictureRequest requestOf(TracePage& page, const Theme& theme)
{
    const TraceDocument& document = page.document();
    PictureRequest request;
    request.range = document.visible();
    request.width = page.timeline().width();
    request.theme = &theme;
    request.scope = scopeText(document.scope(), document.trace()->spanStart());
    request.mode =
        document.tableMode() == CountingMode::Wall ? QStringLiteral("wall mode") : QStringLiteral("PyTorch mode");
    if (const auto& diagnosis = document.diagnosis(); diagnosis && diagnosis->sharedTrace() == document.trace())
        request.derived = {diagnosis->results, &diagnosis->results->devices.base->series};
    request.rows.hidden = document.hidden();
    request.rows.order = document.order();
    for (const Row& row : page.timeline().rows().rows) {
        if (document.isCollapsed(row.key))
            request.rows.collapsed.insert(row.key);
        if (document.isPinned(row.key))
            request.rows.pinned.insert(row.key);
    }
    return request;
}

} // namespace

void MainWindow::connectPictures()
{
    connect(m_actions[ActionId::ExportPicture], &QAction::triggered, this, &MainWindow::exportPicture);
    connect(m_actions[ActionId::CopyPicture], &QAction::triggered, this, [this] {
        TracePage* page = currentPage();
        if (!page || !page->document().trace())
            return;
        PictureRequest request = requestOf(*page, Theme::of(m_settings.theme()));
        request.dpi = 192;
        const QImage image = pictureImage(*page->document().trace(), request);
        if (!image.isNull())
            QGuiApplication::clipboard()->setImage(image);
    });
}

void MainWindow::exportPicture()
{
    TracePage* page = currentPage();
    if (!page || !page->document().trace())
        return;
    PictureDialog dialog(m_settings.theme(), std::max(400, page->timeline().width()), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString proposal = QFileInfo(page->path()).absolutePath() + "/" + QFileInfo(page->path()).baseName() + ".png";
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export picture"), proposal, tr("Pictures (*.png *.svg *.pdf)"));
    if (path.isEmpty())
        return;
    PictureRequest request = requestOf(*page, Theme::of(dialog.theme()));
    request.width = dialog.pictureWidth();
    request.dpi = dialog.dpi();
    if (dialog.tableRows() > 0)
        request.table = tableOf(page->tables().operators(), dialog.tableRows());
    const Status status = savePicture(path, *page->document().trace(), request);
    if (!status.ok())
        QMessageBox::warning(this, tr("Export picture"), QString::fromStdString(status.message()));
}

} // namespace stepglass
