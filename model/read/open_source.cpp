// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_source.h"
#include "model/read/formats.h"
#include "model/read/text_access.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <sys/stat.h>

namespace stepglass {
namespace {

// A source of which some bytes have been looked at already.
class PeekedSource : public ByteSource
{
public:
    PeekedSource(std::string first, std::unique_ptr<ByteSource> rest)
        : m_first(std::move(first))
        , m_rest(std::move(rest))
    {
    }
    Result<std::size_t> read(char* to, std::size_t size) override
    {
        if (m_taken == m_first.size())
            return m_rest->read(to, size);
        const std::size_t n = std::min(size, m_first.size() - m_taken);
        std::memcpy(to, m_first.data() + m_taken, n);
        m_taken += n;
        return n;
    }
    bool growing() const override { return m_rest->growing(); }
    std::uint64_t storedPosition() const override { return m_rest->storedPosition() - (m_first.size() - m_taken); }
    std::uint64_t storedSize() const override { return m_rest->storedSize(); }

private:
    std::string m_first;
    std::size_t m_taken = 0;
    std::unique_ptr<ByteSource> m_rest;
};

Result<std::string> firstBytes(ByteSource& source)
{
    std::array<char, 32> buffer{};
    std::size_t size = 0;
    while (size < buffer.size()) {
        Result<std::size_t> n = source.read(buffer.data() + size, buffer.size() - size);
        if (!n.ok())
            return n.status();
        if (n.value() == 0)
            break;
        size += n.value();
    }
    return std::string(buffer.data(), size);
}

Result<ReadableSource> unpacked(std::unique_ptr<ByteSource> whole, TraceFormat::Packing packing,
                                const std::string& path)
{
    ReadableSource result;
    result.packed = true;
    if (packing == TraceFormat::Packing::Gzip && path != "-") {
        result.source = gunzipIndexed(std::move(whole), path, result.text);
        return result;
    }
    if (packing == TraceFormat::Packing::Gzip) {
        result.source = gunzip(std::move(whole), "standard input");
    } else if (packing == TraceFormat::Packing::Zstd) {
        result.source = unzstd(std::move(whole), path == "-" ? "standard input" : path);
    } else {
        if (path == "-")
            return Status::error("standard input: a zip file cannot be read from there");
        Result<std::unique_ptr<ByteSource>> zip = openZip(path);
        if (!zip.ok())
            return zip.status();
        result.source = std::move(zip.value());
    }
    result.source = copying(std::move(result.source), result.text);
    return result;
}

bool isRegular(const std::string& path)
{
    struct stat info = {};
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

} // namespace

Result<ReadableSource> openReadable(const std::string& path, bool follow)
{
    Result<std::unique_ptr<ByteSource>> plain = openPlain(path, follow);
    if (!plain.ok())
        return plain.status();
    Result<std::string> first = firstBytes(*plain.value());
    if (!first.ok())
        return first.status();
    const TraceFormat& format = sniffFormat(first.value());
    const std::string label = path == "-" ? "standard input" : path;
    if (!format.refusal.empty())
        return Status::error(label + ": " + std::string(format.refusal));
    if (first.value().empty() && !follow)
        return Status::error(label + ": is empty");
    auto whole = std::make_unique<PeekedSource>(std::move(first.value()), std::move(plain.value()));
    if (format.packing != TraceFormat::Packing::None)
        return unpacked(std::move(whole), format.packing, path);
    ReadableSource result;
    result.seekable = path != "-" && isRegular(path);
    result.source = std::move(whole);
    if (result.seekable)
        result.text = plainText(path);
    else
        result.source = copying(std::move(result.source), result.text);
    return result;
}

Result<std::unique_ptr<ByteSource>> openSource(const std::string& path, bool follow)
{
    Result<ReadableSource> opened = openReadable(path, follow);
    if (!opened.ok())
        return opened.status();
    return std::move(opened.value().source);
}

} // namespace stepglass
