// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/formats.h"

#include <algorithm>
#include <array>

namespace stepglass {
namespace {

using namespace std::string_view_literals;
using Packing = TraceFormat::Packing;

constexpr std::array kFormats{
    TraceFormat{"gzip", "*.json.gz *.gz", "\x1F\x8B"sv, Packing::Gzip, {}},
    TraceFormat{"zstd", "*.json.zst *.zst", "\x28\xB5\x2F\xFD"sv, Packing::Zstd, {}},
    TraceFormat{"zip", "*.zip", "PK\x03\x04"sv, Packing::Zip, {}},
    TraceFormat{"empty zip", "", "PK\x05\x06"sv, Packing::None, "the zip file is empty"},
    TraceFormat{"xz", "",
                "\xFD"
                "7zXZ"sv,
                Packing::None, "is packed by xz: unpack it first"},
    TraceFormat{"bzip2", "", "BZh"sv, Packing::None, "is packed by bzip2: unpack it first"},
    TraceFormat{"SQLite", "", "SQLite format 3"sv, Packing::None, "is an SQLite database, not Trace Event JSON"},
    TraceFormat{"UTF-16", "", "\xFF\xFE"sv, Packing::None, "is UTF-16 text: convert it to UTF-8"},
    TraceFormat{"UTF-16 BE", "", "\xFE\xFF"sv, Packing::None, "is UTF-16 text: convert it to UTF-8"},
    TraceFormat{"Trace Event JSON", "*.json *.trace", {}, Packing::None, {}},
};

} // namespace

std::span<const TraceFormat> traceFormats()
{
    return kFormats;
}

const TraceFormat& sniffFormat(std::string_view firstBytes)
{
    return *std::find_if(kFormats.begin(), kFormats.end(),
                         [&](const TraceFormat& f) { return firstBytes.starts_with(f.magic); });
}

std::string whyNoJson(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] == '{' || text[first] == '[')
        return {};
    // A Perfetto trace is a row of packets: field 1, length-delimited.
    if (text[0] == '\x0A' && text[first] < ' ')
        return "is a Perfetto protobuf trace, not Trace Event JSON";
    return "is no Trace Event JSON: it begins with neither { nor [";
}

} // namespace stepglass
