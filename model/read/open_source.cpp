// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_source.h"
#include "model/read/formats.h"

#include <algorithm>
#include <array>
#include <cstring>

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

} // namespace

Result<std::unique_ptr<ByteSource>> openSource(const std::string& path, bool follow)
{
    Result<std::unique_ptr<ByteSource>> plain = openPlain(path, follow);
    if (!plain.ok())
        return plain;
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
    switch (format.packing) {
    case TraceFormat::Packing::Gzip:
        return gunzip(std::move(whole), label);
    case TraceFormat::Packing::Zstd:
        return unzstd(std::move(whole), label);
    case TraceFormat::Packing::Zip:
        if (path == "-")
            return Status::error(label + ": a zip file cannot be read from there");
        return openZip(path);
    case TraceFormat::Packing::None:
        break;
    }
    return std::unique_ptr<ByteSource>(std::move(whole));
}

} // namespace stepglass
