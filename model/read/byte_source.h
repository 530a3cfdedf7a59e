// SPDX-License-Identifier: GPL-3.0-or-later
// Where bytes come from: a file, plain or packed, standard input, a file that is still growing. Sequential, and never
// resident as a whole.
#pragma once

#include "model/core/status.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace stepglass {

class ByteSource
{
public:
    virtual ~ByteSource() = default;
    // Up to `size` bytes of text. 0 at the end (see waiting()). An error is a sentence with the file, the place and the
    // reason; what came before it stays good.
    virtual Result<std::size_t> read(char* to, std::size_t size) = 0;
    // After a read of 0 bytes: more may come.
    virtual bool growing() const { return false; }
    // Bytes of the file as it is stored, taken so far, and in all (0: not known).
    virtual std::uint64_t storedPosition() const = 0;
    virtual std::uint64_t storedSize() const = 0;
};

// A file, or standard input for "-". Growing: while `follow`, the end of the file is not the end.
Result<std::unique_ptr<ByteSource>> openPlain(const std::string& path, bool follow = false);

// The same from a byte of the file on.
Result<std::unique_ptr<ByteSource>> openPlainAt(const std::string& path, std::uint64_t offset);

// Unpacks what `packed` holds. `path` is for messages.
std::unique_ptr<ByteSource> gunzip(std::unique_ptr<ByteSource> packed, const std::string& path);
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> packed, const std::string& path);
// The one member of a zip file; an error if it has several.
Result<std::unique_ptr<ByteSource>> openZip(const std::string& path);

// Opens `path` by what its first bytes say. `follow` has an effect on plain files only.
Result<std::unique_ptr<ByteSource>> openSource(const std::string& path, bool follow = false);

} // namespace stepglass
