// SPDX-License-Identifier: GPL-3.0-or-later
// The table below a picture.
#pragma once

#include "model/analysis/links.h"
#include "model/analysis/steps.h"
#include "views/export/picture_table.h"

#include <memory>

namespace stepglass {

// The rows of the operator table (PyTorch mode) that cost most, by the device where there is one, else by the host.
PictureTable pictureTable(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const Links>& links,
                          const std::vector<Step>& steps, const Scope& scope, int rows);

} // namespace stepglass
