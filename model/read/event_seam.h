// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises the beginning of an event without knowing what stands before it: for parallel reading, and to find back
// after damage.
#pragma once

namespace stepglass {

// Whether an object that begins at p ('{') looks like an event: its first member is one that events have. `more`: the
// window ends before that can be told.
bool looksLikeEvent(const char* p, const char* end, bool& more);

// At a '}': the beginning of the event that follows behind a comma, or null. In valid JSON this cannot lie inside a
// text: the quote behind the '{' would have to close it and be followed by a letter.
const char* eventBehind(const char* p, const char* end);

// The first event behind a '}' and a comma in [p, end), or null.
const char* findSeam(const char* p, const char* end);

// Where an object that does not parse ends, judged by its braces outside of texts; a seam inside a text ends it too.
// Null if it does not end in [p, end).
const char* endByBraces(const char* p, const char* end);

} // namespace stepglass
