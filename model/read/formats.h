// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is, told by its first bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stepglass {

struct TraceFormat
{
    enum class Packing
    {
        None,
        Gzip,
        Zstd,
        Zip
    };
    std::string_view name;
    std::string_view fileFilter; // for a file dialogue, blanks between patterns
    std::string_view magic;      // the bytes that it begins with; empty: none
    Packing packing = Packing::None;
    std::string_view refusal; // why it cannot be opened; empty: it can
};

// First match counts; the last one matches everything.
std::span<const TraceFormat> traceFormats();
const TraceFormat& sniffFormat(std::string_view firstBytes);

// Why an unpacked text is no Trace Event JSON, judged by its first bytes; empty if it may be.
std::string whyNoJson(std::string_view firstBytes);

} // namespace stepglass
