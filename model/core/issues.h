// SPDX-License-Identifier: GPL-3.0-or-later
// What was odd about an input: every reason with its count, its first example and where that stands. NUMBERS §9.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

enum class IssueReason : std::uint8_t
{
    // Set aside: read, not shown.
    BadEvent, // syntax
    NotAnObject,
    NoPhase,
    UnreadableTime,
    StrayTime,
    OrphanEnd,
    UnknownPhase,
    SamplingData,   // P records, `samples`: counted, not drawn
    ObjectSnapshot, // N, O, D records: counted, not drawn
    Garbage,        // bytes between events that are no event
                    // Shown and flagged.
    PartialOverlap,
    LateEvent,
    NegativeDuration,
    MissingDuration,
    UnclosedBegin,
    KernelBeforeLaunch,
    LaunchWithoutKernel,
    DeviceWorkWithoutLaunch,
    UnpairedAsync,
    CutFile,
    BadUtf8,
    DroppedRecords,
    ValueTooLarge, // a duration or size that cannot be added up: counted as 0
};
constexpr int kIssueReasonCount = static_cast<int>(IssueReason::ValueTooLarge) + 1;

constexpr bool isSetAside(IssueReason r)
{
    return r <= IssueReason::Garbage;
}
std::string_view issueName(IssueReason reason);

struct Issue
{
    std::uint64_t count = 0;
    std::uint64_t firstOffset = 0; // byte offset in the (decompressed) input
    std::string example;           // with line and column for bad syntax
};

class Issues
{
public:
    // `records`: how many input records this stands for (0 for what is no record, such as bytes between events).
    void add(IssueReason reason, std::uint64_t offset, std::string_view example, std::uint64_t records = 1);
    void merge(const Issues& later);
    const Issue& operator[](IssueReason r) const { return m_issues[static_cast<std::size_t>(r)]; }
    // Replaces the example of a reason, once more is known about it.
    void setExample(IssueReason reason, std::string example);
    // Input records that were set aside.
    std::uint64_t setAside() const { return m_setAside; }

private:
    std::array<Issue, kIssueReasonCount> m_issues;
    std::uint64_t m_setAside = 0;
};

} // namespace stepglass
