// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs for tests of the reader: temporary files, packed copies, texts that come in small pieces.
#pragma once

#include "model/core/trace.h"
#include "model/read/byte_source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass::test {

// `text` with double quotes for its single ones: JSON that is legible in a test.
std::string json(std::string_view text);

// A file that is deleted with this object.
class TemporaryFile
{
public:
    explicit TemporaryFile(std::string_view content, std::string_view suffix = ".json");
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return m_path; }
    void append(std::string_view content) const;

private:
    std::string m_path;
};

std::string gzipped(std::string_view text);
std::string zstdPacked(std::string_view text);
// A zip file with a folder, if one is named, and one member for each text.
std::string zipped(const std::vector<std::string_view>& texts, const std::string& folder = {});

// The unpacked content of a file; ends the program if it cannot be read.
std::string unpackedFile(const std::string& path);

// Gives `text`, at most `piece` bytes at a time.
std::unique_ptr<ByteSource> inPieces(std::string_view text, std::size_t piece);

// The trace of a source, read from one end to the other on this thread, `batch` bytes between appends; null if it holds
// none.
std::shared_ptr<const Trace> traceFrom(ByteSource& source, std::uint64_t batch = 1 << 20);
// The same of a text.
std::shared_ptr<const Trace> traceOf(std::string_view text);

} // namespace stepglass::test
