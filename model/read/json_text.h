// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of JSON: escapes, UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stepglass {

int hexDigit(char c); // -1 if it is none

// Length of the UTF-8 sequence that begins at p, 0 if it is none.
std::size_t utf8Length(const char* p, const char* end);

// The text that stands between the quotes as `raw`. Half surrogates and bad bytes become U+FFFD; an escape that is none
// is kept as it stands.
std::string decodedText(std::string_view raw);

// `text` as JSON, with quotes.
std::string quotedText(std::string_view text);

} // namespace stepglass
