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

std::string_view verdictSentence(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Faster:
        return "B is faster than A";
    case Verdict::Slower:
        return "B is slower than A";
    case Verdict::Same:
        return "B is as fast as A";
    case Verdict::Uncertain:
        return "Uncertain whether B is faster or slower than A";
    case Verdict::NotEnoughData:
        break;
    }
    return "Not enough data to tell whether B is faster or slower than A";
}

std::string figureText(const FigureKey& key)
{
    switch (key.kind) {
    case FigureKind::Class:
        return "class " + key.name;
    case FigureKind::Host:
        return key.name + " on the host";
    case FigureKind::Device:
        return key.name + " on the device";
    case FigureKind::Other:
        break;
    }
    return key.name;
}

} // namespace stepglass
