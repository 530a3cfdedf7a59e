// SPDX-License-Identifier: GPL-3.0-or-later
// Decoded by the reader's own scanner, not by nlohmann::json: ids beyond 2^64 stay as written, NaN and raw control
// characters are no error.
#include "model/read/event_text.h"

#include "model/read/event_seam.h"
#include "model/read/json_text.h"
#include "model/read/json_value.h"

namespace stepglass {
namespace {

std::string shown(const Token& value)
{
    return value.type == Token::Type::String ? decodedText(value.text()) : std::string(value.text());
}

std::string padded(std::string_view text)
{
    std::string result(text);
    result.append(kScanPadding, '\0');
    return result;
}

// The object at the front of `window` (padded), judged by JSON's rules, else by its braces; empty if it does not end.
std::string_view wholeObject(const std::string& window)
{
    const char* begin = window.data();
    const char* end = begin + window.size() - kScanPadding;
    JsonValue value;
    value.setEnd(end);
    const char* behind = value.skipContainer(begin);
    if (behind == nullptr && value.error() != nullptr)
        behind = endByBraces(begin, end);
    return behind == nullptr ? std::string_view() : std::string_view(begin, static_cast<std::size_t>(behind - begin));
}

} // namespace

Result<std::string> EventTextReader::text(std::uint64_t source) const
{
    constexpr std::size_t kFirst = std::size_t{8} << 10;
    constexpr std::size_t kMost = std::size_t{64} << 20;
    if (!m_text)
        return Status::error("the text of this trace cannot be read back");
    for (std::size_t size = kFirst;; size *= 16) {
        Result<std::string> read = m_text->read(source, size);
        if (!read.ok())
            return read;
        if (read.value().empty() || read.value().front() != '{')
            return Status::error("there is no record at byte " + std::to_string(source) + ": has the file changed?");
        const bool all = read.value().size() < size || size >= kMost;
        const std::string window = padded(read.value());
        const std::string_view object = wholeObject(window);
        if (!object.empty())
            return std::string(object);
        if (all)
            return std::move(read.value());
    }
}

std::vector<std::pair<std::string, std::string>> decodeMembers(std::string_view text)
{
    std::vector<std::pair<std::string, std::string>> members;
    const std::string copy = padded(text);
    Token object;
    object.data = copy.data();
    object.size = static_cast<std::uint32_t>(text.size());
    if (text.empty() || text.front() != '{')
        return members;
    forEachMember(object, [&](const Token& key, const Token& value) {
        members.emplace_back(decodedText(key.text()), shown(value));
    });
    return members;
}

std::vector<std::pair<std::string, std::string>> decodeArgs(std::string_view text)
{
    std::vector<std::pair<std::string, std::string>> args;
    for (auto& [key, value] : decodeMembers(text)) {
        if (key == "args")
            args = decodeMembers(value);
    }
    return args;
}

} // namespace stepglass
