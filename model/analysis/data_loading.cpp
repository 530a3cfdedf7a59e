// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/data_loading.h"

namespace stepglass {
namespace {

constexpr auto kSyntax = std::regex::ECMAScript | std::regex::icase | std::regex::optimize;
// The matcher recurses once a character; what tells a loader stands at the beginning.
constexpr std::size_t kLongestName = 1000;

bool isModelName(std::string_view name)
{
    return name.starts_with("autograd::") || name.find("nn.Module") != std::string_view::npos ||
           name.find("DataParallel") != std::string_view::npos || name.ends_with("Backward") ||
           name.ends_with("Backward0");
}

} // namespace

DataLoadingNames::DataLoadingNames()
    : m_pattern(std::string(kDataLoadingPattern), kSyntax)
{
}

Result<DataLoadingNames> DataLoadingNames::make(const std::string& pattern)
{
    try {
        return DataLoadingNames(std::regex(pattern, kSyntax));
    } catch (const std::regex_error& error) {
        return Status::error("\"" + pattern + "\" is no pattern: " + error.what());
    }
}

bool DataLoadingNames::matches(std::string_view name, SliceKind kind) const
{
    if (name.starts_with("enumerate(Data"))
        return true;
    if ((kind != SliceKind::Region && kind != SliceKind::Python) || isModelName(name))
        return false;
    name = name.substr(0, kLongestName);
    return std::regex_search(name.begin(), name.end(), m_pattern);
}

} // namespace stepglass
