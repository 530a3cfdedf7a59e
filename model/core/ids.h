// SPDX-License-Identifier: GPL-3.0-or-later
// Typed 32-bit indices. One kind of id does not convert into another, and a default-made id names nothing.
#pragma once

#include <utility> // before <compare>: moc cannot read <concepts> on its own

#include <compare>
#include <cstdint>
#include <functional>

namespace stepglass {

// Times and durations everywhere: nanoseconds, relative to the trace's own zero.
using Ns = std::int64_t;

template<class Tag>
struct Id
{
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v)
        : value(v)
    {
    }
    constexpr bool valid() const { return value != kNone; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using SliceId = Id<struct SliceTag>;         // a row of Trace's slice table; stable across snapshots of one trace
using ThreadId = Id<struct ThreadTag>;       // a (pid, tid) pair as the file spells it
using ProcessId = Id<struct ProcessTag>;     // a pid
using TrackId = Id<struct TrackTag>;         // a stack of lanes on the timeline
using FlowKindId = Id<struct FlowKindTag>;   // a (cat, name) pair of flow records
using LaunchConfigId = Id<struct ConfigTag>; // a distinct kernel launch configuration
using SeriesId = Id<struct SeriesTag>;       // a counter series

// An interned text. 0 is the empty text, so a StringId always names something.
struct StringId
{
    std::uint32_t value = 0;
    constexpr StringId() = default;
    constexpr explicit StringId(std::uint32_t v)
        : value(v)
    {
    }
    constexpr bool empty() const { return value == 0; }
    friend constexpr auto operator<=>(StringId, StringId) = default;
};

// An id that comes from a file (correlation, External id, flow id, stream): an integer below 2^31 is kept as itself,
// anything else as its interned text. Decimal text is normalised before interning ("0042" = "42", "7" = 7), so
// comparing keys compares the ids as written. See TraceBuilder::idKey and EventBatch::idKey.
struct IdKey
{
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    static constexpr std::uint32_t kTextBit = 0x80000000u;
    std::uint32_t value = kNone;

    static constexpr IdKey ofNumber(std::uint32_t n) { return IdKey{n}; } // n < 2^31
    static constexpr IdKey ofText(StringId s) { return IdKey{s.value | kTextBit}; }
    constexpr bool valid() const { return value != kNone; }
    constexpr bool isText() const { return valid() && (value & kTextBit) != 0; }
    constexpr StringId text() const { return StringId(value & ~kTextBit); }
    friend constexpr auto operator<=>(IdKey, IdKey) = default;
};

} // namespace stepglass

template<class Tag>
struct std::hash<stepglass::Id<Tag>>
{
    std::size_t operator()(stepglass::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
template<>
struct std::hash<stepglass::StringId>
{
    std::size_t operator()(stepglass::StringId id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
template<>
struct std::hash<stepglass::IdKey>
{
    std::size_t operator()(stepglass::IdKey id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
