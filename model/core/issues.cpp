// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/issues.h"

namespace stepglass {
namespace {

constexpr std::array<std::string_view, kIssueReasonCount> kNames{
    "bad event",
    "not an object",
    "no phase",
    "unreadable time",
    "stray time",
    "orphan end",
    "unknown phase",
    "sampling data",
    "object snapshot",
    "garbage between events",
    "partial overlap",
    "late event",
    "negative duration",
    "missing duration",
    "unclosed begin",
    "kernel before its launch",
    "launch without kernel",
    "device work without launch",
    "unpaired async",
    "cut file",
    "bad UTF-8",
    "dropped records",
    "value too large",
};

constexpr std::size_t kExampleLength = 160;

} // namespace

std::string_view issueName(IssueReason reason)
{
    return kNames[static_cast<std::size_t>(reason)];
}

void Issues::add(IssueReason reason, std::uint64_t offset, std::string_view example, std::uint64_t records)
{
    Issue& issue = m_issues[static_cast<std::size_t>(reason)];
    if (issue.count == 0 || offset < issue.firstOffset) {
        issue.firstOffset = offset;
        issue.example = example.substr(0, kExampleLength);
    }
    issue.count += records == 0 ? 1 : records;
    if (isSetAside(reason))
        m_setAside += records;
}

void Issues::setExample(IssueReason reason, std::string example)
{
    m_issues[static_cast<std::size_t>(reason)].example = std::move(example);
}

void Issues::merge(const Issues& later)
{
    for (std::size_t i = 0; i < m_issues.size(); ++i) {
        const Issue& other = later.m_issues[i];
        if (other.count == 0)
            continue;
        Issue& mine = m_issues[i];
        if (mine.count == 0 || other.firstOffset < mine.firstOffset) {
            mine.firstOffset = other.firstOffset;
            mine.example = other.example;
        }
        mine.count += other.count;
    }
    m_setAside += later.m_setAside;
}

} // namespace stepglass
