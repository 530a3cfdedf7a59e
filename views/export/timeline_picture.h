// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a picture for a report: all rows of the shown range, with trace name, scope and mode above, legend
// and scale bar below, and a table if wanted. PNG of any resolution; SVG and PDF stay vectors with real text.
#pragma once

#include "model/core/status.h"
#include "model/core/trace.h"
#include "views/document/selection.h"
#include "views/export/picture_table.h"
#include "views/theme/theme.h"
#include "views/timeline/overlay.h"
#include "views/timeline/row_layout.h"

#include <QImage>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace stepglass {

struct PictureRequest
{
    TimeRange range;
    int width = 1600; // px at 96 dpi
    int dpi = 96;     // of a PNG
    const Theme* theme = nullptr;
    QString scope; // "step 3", "1.2 ms to 3 ms"; empty: the whole trace
    QString mode;  // "PyTorch mode"; empty: not said
    RowChoices rows;
    PictureTable table;
    OverlayState overlay;
    std::shared_ptr<const std::vector<DerivedSeries>> derived; // counters that analysis tells; may be null
};

// By the file's ending: .png, .svg or .pdf. Errors name the file. Needs a QGuiApplication.
Status savePicture(const QString& path, const Trace& trace, const PictureRequest& request);

// The PNG's pixels, to be copied. Null if it would not fit an image.
QImage pictureImage(const Trace& trace, const PictureRequest& request);

} // namespace stepglass
