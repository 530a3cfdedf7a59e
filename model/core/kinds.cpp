// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/kinds.h"

#include <algorithm>
#include <array>

namespace stepglass {
namespace {

struct KindRow
{
    std::string_view name;
    TrackKind track;
};

constexpr std::array<KindRow, kSliceKindCount> kKinds{{
    {"operator", TrackKind::Host},
    {"step", TrackKind::Steps},
    {"region", TrackKind::Regions},
    {"device region", TrackKind::GpuRegions},
    {"runtime call", TrackKind::Host},
    {"python", TrackKind::Python},
    {"overhead", TrackKind::Host},
    {"kernel", TrackKind::Compute},
    {"communication", TrackKind::Communication},
    {"memcpy HtoD", TrackKind::CopyHtoD},
    {"memcpy DtoH", TrackKind::CopyDtoH},
    {"memcpy DtoD", TrackKind::CopyDtoD},
    {"memcpy PtoP", TrackKind::CopyPtoP},
    {"memcpy", TrackKind::CopyOther},
    {"memset", TrackKind::Memset},
    {"synchronisation", TrackKind::Sync},
    {"async", TrackKind::Async},
    {"other", TrackKind::Host},
}};

constexpr std::array<std::string_view, 5> kCommunication{"nccl", "rccl", "hccl", "hcom_", "oneccl"};

bool startsWithNoCase(std::string_view text, std::string_view lowerPrefix)
{
    return text.size() >= lowerPrefix.size() &&
           std::equal(lowerPrefix.begin(), lowerPrefix.end(), text.begin(),
                      [](char p, char t) { return p == (t >= 'A' && t <= 'Z' ? t - 'A' + 'a' : t); });
}

} // namespace

TrackKind trackKindOf(SliceKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)].track;
}

std::string_view kindName(SliceKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)].name;
}

std::string_view trackKindName(TrackKind kind)
{
    constexpr std::array<std::string_view, 15> kNames{
        "steps",       "regions",       "host",        "python",          "device regions",
        "compute",     "communication", "copies HtoD", "copies DtoH",     "copies DtoD",
        "copies PtoP", "other copies",  "sets",        "synchronisation", "async"};
    static_assert(kNames.size() == static_cast<std::size_t>(TrackKind::Async) + 1);
    return kNames[static_cast<std::size_t>(kind)];
}

bool isCommunicationName(std::string_view name)
{
    return std::any_of(kCommunication.begin(), kCommunication.end(),
                       [&](std::string_view prefix) { return startsWithNoCase(name, prefix); });
}

} // namespace stepglass
