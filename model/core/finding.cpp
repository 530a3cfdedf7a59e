// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/finding.h"

namespace stepglass {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::High:
        return "high";
    case Severity::Warn:
        return "warn";
    case Severity::None:
        return "none";
    case Severity::NotEnoughData:
        break;
    }
    return "not-enough-data";
}

} // namespace stepglass
