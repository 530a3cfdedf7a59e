// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/comparison.h"

namespace stepglass {

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Faster:
        return "faster";
    case Verdict::Slower:
        return "slower";
    case Verdict::Same:
        return "same";
    case Verdict::Uncertain:
        return "uncertain";
    case Verdict::NotEnoughData:
        break;
    }
    return "not enough data";
}

} // namespace stepglass
