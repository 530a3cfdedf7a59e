// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/timeline_picture.h"

#include "views/export/picture_frame.h"
#include "views/export/save_file.h"
#include "views/timeline/device_notes.h"
#include "views/timeline/timeline_painter.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace stepglass {
namespace {

constexpr double kLayoutDpi = 96;
constexpr int kMostPixels = 32000; // of a side: what image formats and viewers take
constexpr int kMostLanes = 40;     // of a row: deeper stacks are cut, and the row says so

// A picture before a target is chosen: what it shows and how high its parts are, in px at 96 dpi.
struct Draft
{
    Draft(const Trace& trace, const PictureRequest& request)
        : counters(trace, request.derived.get())
    {
        RowChoices rows = request.rows;
        rows.mostLanes = kMostLanes;
        layout = layoutRows(trace, counters, rows);
        scene.trace = &trace;
        scene.layout = &layout;
        scene.counters = &counters;
        scene.theme = request.theme != nullptr ? request.theme : &Theme::of(ThemeName::Light);
        scene.range = request.range;
        scene.overview = false;
        const Interval shown{request.range.from, request.range.to};
        scene.headerNotes = deviceNotes(trace, deviceActivities(trace), {&shown, 1}, {});
        lanes = measure::kRuler + layout.pinnedHeight + layout.height;
        frame = frameHeights(request.table);
        height = frame.head + lanes + frame.foot + frame.table;
    }
    CounterIndex counters;
    RowLayout layout;
    TimelineScene scene;
    FrameHeights frame;
    int lanes = 0;
    int height = 0;

    // For a target of `scale` px a px of layout.
    void sizeTo(const PictureRequest& request, double scale)
    {
        scene.scale = scale;
        scene.size =
            QSize(static_cast<int>(std::lround(request.width * scale)), static_cast<int>(std::lround(lanes * scale)));
    }
};

TimeRange wholeOf(const Trace& trace)
{
    return {trace.spanStart(), std::max(trace.spanEnd(), trace.spanStart() + 1)};
}

// Header, lanes, footer and table one below the other, as vectors, in px at 96 dpi.
void paintAll(QPainter& painter, const Trace& trace, Draft& draft, const PictureRequest& request)
{
    draft.sizeTo(request, 1);
    painter.fillRect(QRect(0, 0, request.width, draft.height), draft.scene.theme->canvas);
    painter.save();
    painter.translate(0, draft.frame.head);
    TimelinePainter lanes;
    const TimelineGeometry geometry = lanes.paintVectors(painter, draft.scene, wholeOf(trace));
    paintOverlay(painter, draft.scene, request.overlay);
    painter.restore();
    paintPictureFrame(painter, draft.scene, geometry, request, draft.frame);
}

// A picture is made in memory and then written whole or not at all.
struct Encoded
{
    QByteArray bytes;
    Status status;
};

Encoded encodePng(const Trace& trace, const PictureRequest& request)
{
    const QImage image = pictureImage(trace, request);
    if (image.isNull())
        return {{},
                Status::error("the picture would be higher or wider than " + std::to_string(kMostPixels) +
                              " pixels; fewer tracks or a lower resolution would fit")};
    Encoded png;
    QBuffer buffer(&png.bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        png.status = Status::error("the picture cannot be made");
    return png;
}

Encoded painted(QPaintDevice& device, const Trace& trace, Draft& draft, const PictureRequest& request)
{
    QPainter painter;
    if (!painter.begin(&device))
        return {{}, Status::error("the picture cannot be made")};
    paintAll(painter, trace, draft, request);
    return {{}, painter.end() ? Status() : Status::error("the picture cannot be made")};
}

Encoded encodeSvg(const Trace& trace, const PictureRequest& request)
{
    Draft draft(trace, request);
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(static_cast<int>(kLayoutDpi)); // else texts come out a third too wide
    svg.setSize(QSize(request.width, draft.height));
    svg.setViewBox(QRect(0, 0, request.width, draft.height));
    svg.setTitle(QFileInfo(QString::fromStdString(trace.info().path)).fileName());
    svg.setDescription(QStringLiteral("Timeline drawn by Stepglass"));
    Encoded made = painted(svg, trace, draft, request);
    made.bytes = buffer.data();
    return made;
}

Encoded encodePdf(const Trace& trace, const PictureRequest& request)
{
    Draft draft(trace, request);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    const double point = 72 / kLayoutDpi;
    pdf.setResolution(static_cast<int>(kLayoutDpi));
    pdf.setPageSize(QPageSize(QSizeF(request.width * point, draft.height * point), QPageSize::Point, QString(),
                              QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    pdf.setTitle(QFileInfo(QString::fromStdString(trace.info().path)).fileName());
    pdf.setCreator(QStringLiteral("Stepglass"));
    Encoded made = painted(pdf, trace, draft, request);
    made.bytes = buffer.data();
    return made;
}

Status write(const QString& path, const Encoded& picture)
{
    if (!picture.status.ok())
        return Status::error(path.toStdString() + ": " + picture.status.message());
    return saveFile(path, picture.bytes);
}

} // namespace

QImage pictureImage(const Trace& trace, const PictureRequest& request)
{
    Draft draft(trace, request);
    const double scale = request.dpi / kLayoutDpi;
    draft.sizeTo(request, scale);
    const QSize size(draft.scene.size.width(), static_cast<int>(std::lround(draft.height * scale)));
    if (size.width() > kMostPixels || size.height() > kMostPixels)
        return {};
    QImage lanes(draft.scene.size, QImage::Format_RGB32);
    QImage image(size, QImage::Format_RGB32);
    if (lanes.isNull() || image.isNull())
        return {};
    TimelinePainter timeline;
    const TimelineGeometry geometry = timeline.paint(lanes, draft.scene, wholeOf(trace));
    image.fill(draft.scene.theme->canvas);
    QPainter painter(&image);
    painter.drawImage(QPoint(0, draft.scene.px(draft.frame.head)), lanes);
    painter.save();
    painter.translate(0, draft.scene.px(draft.frame.head));
    paintOverlay(painter, draft.scene, request.overlay);
    painter.restore();
    paintPictureFrame(painter, draft.scene, geometry, request, draft.frame);
    painter.end();
    const int dotsPerMeter = static_cast<int>(std::lround(request.dpi / 0.0254));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    return image;
}

Status savePicture(const QString& path, const Trace& trace, const PictureRequest& request)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (!request.rows.filter.isEmpty() && Draft(trace, request).layout.rows.empty())
        return Status::error(trace.info().path + ": no track matches " + request.rows.filter.toStdString());
    if (suffix == QLatin1String("png"))
        return write(path, encodePng(trace, request));
    if (suffix == QLatin1String("svg"))
        return write(path, encodeSvg(trace, request));
    if (suffix == QLatin1String("pdf"))
        return write(path, encodePdf(trace, request));
    return Status::error(path.toStdString() + ": a picture ends in .png, .svg or .pdf");
}

} // namespace stepglass
