// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a piece of the input's text back, wherever it lies and however it is packed, within milliseconds.
//
// * Plain files: read at the offset. The file is kept open, so it may be replaced or deleted meanwhile.
// * gzip: access points. While the file is unpacked for the first time, the whole state of the inflater is put aside
//   every 32 MB of text (ISA-L's state holds its window, some 90 kB), and reading back starts from the nearest one:
//   at more than 1 GB/s that is 30 ms at most.
// * zstd, zip, standard input: a copy of the text in a temporary file without a name. zstd's decoder cannot be put
//   aside in the middle of a frame, and standard input cannot be read twice; zip files are too rare for more.
#pragma once

#include "model/core/trace.h"
#include "model/read/byte_source.h"

#include <cstdint>
#include <memory>
#include <string>

namespace stepglass {

// Null if the file cannot be opened.
std::shared_ptr<const TextSource> plainText(const std::string& path);

// Passes on what `source` gives and keeps a copy, which `copy` reads. Null copy: there is no room for one.
std::unique_ptr<ByteSource> copying(std::unique_ptr<ByteSource> source, std::shared_ptr<const TextSource>& copy);

// As gunzip(), and `text` reads back what has been unpacked. `spacing`: bytes of text between access points.
constexpr std::uint64_t kGzipSpacing = std::uint64_t{32} << 20;
std::unique_ptr<ByteSource> gunzipIndexed(std::unique_ptr<ByteSource> packed, const std::string& path,
                                          std::shared_ptr<const TextSource>& text,
                                          std::uint64_t spacing = kGzipSpacing);

// openSource(), and how to read its text back.
struct ReadableSource
{
    std::unique_ptr<ByteSource> source;
    std::shared_ptr<const TextSource> text; // may be null
    bool packed = false;
    bool seekable = false; // a plain regular file
};
Result<ReadableSource> openReadable(const std::string& path, bool follow = false);

} // namespace stepglass
