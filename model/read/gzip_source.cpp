// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/gzip_source.h"

namespace stepglass {

namespace {
constexpr std::size_t kPackedBytes = std::size_t{256} << 10;
}

GzipSource::GzipSource(std::unique_ptr<ByteSource> packed, std::string path)
    : m_packed(std::move(packed))
    , m_path(std::move(path))
    , m_input(kPackedBytes)
{
    startMember();
}

GzipSource::GzipSource(std::unique_ptr<ByteSource> packed, std::string path, const State& state)
    : m_packed(std::move(packed))
    , m_path(std::move(path))
    , m_input(kPackedBytes)
    , m_state(state)
{
    m_state.inflate.avail_in = 0;
}

void GzipSource::startMember()
{
    inflate_state& s = m_state.inflate;
    std::uint8_t* nextIn = s.next_in;
    const std::uint32_t in = s.avail_in;
    std::uint8_t* nextOut = s.next_out;
    const std::uint32_t out = s.avail_out;
    isal_inflate_init(&s);
    isal_gzip_header_init(&m_state.header);
    s.next_in = nextIn;
    s.avail_in = in;
    s.next_out = nextOut;
    s.avail_out = out;
    m_state.headerDone = false;
    m_state.memberEnded = false;
}

Status GzipSource::refill()
{
    Result<std::size_t> n = m_packed->read(m_input.data(), m_input.size());
    if (!n.ok())
        return n.status();
    m_ended = n.value() == 0;
    m_state.inflate.next_in = reinterpret_cast<std::uint8_t*>(m_input.data());
    m_state.inflate.avail_in = static_cast<std::uint32_t>(n.value());
    return {};
}

// Between members: padding with zeros is usual; other bytes than those of a further member are left out, as gzip does.
// False at the end of the last member.
bool GzipSource::findMember()
{
    constexpr std::uint8_t kMagic = 0x1F;
    inflate_state& s = m_state.inflate;
    while (s.avail_in > 0 && *s.next_in == 0) {
        ++s.next_in;
        --s.avail_in;
    }
    if (s.avail_in == 0)
        return !m_ended;
    if (*s.next_in != kMagic)
        return false;
    startMember();
    return true;
}

int GzipSource::inflateSome()
{
    if (m_state.headerDone) {
        const int error = isal_inflate(&m_state.inflate);
        m_state.memberEnded = m_state.inflate.block_state == ISAL_BLOCK_FINISH;
        return error;
    }
    // The header by its own call: isal_inflate keeps a half-read one in uninitialised memory (2.30).
    const int error = isal_read_gzip_header(&m_state.inflate, &m_state.header);
    if (error == ISAL_DECOMP_OK) {
        m_state.headerDone = true;
        m_state.inflate.crc_flag = ISAL_GZIP_NO_HDR_VER;
    }
    return error;
}

Result<std::size_t> GzipSource::read(char* to, std::size_t size)
{
    inflate_state& s = m_state.inflate;
    s.next_out = reinterpret_cast<std::uint8_t*>(to);
    s.avail_out = static_cast<std::uint32_t>(size);
    if (m_damaged)
        return damaged("damaged gzip data");
    while (s.avail_out == size) {
        if (s.avail_in == 0 && !m_ended) {
            if (Status status = refill(); !status.ok())
                return status;
        }
        if (m_state.memberEnded) {
            if (!findMember())
                break;
            continue;
        }
        const bool starved = s.avail_in == 0;
        const int error = inflateSome();
        if (error != ISAL_DECOMP_OK && error != ISAL_END_INPUT) {
            m_damaged = true;
            if (s.avail_out == size)
                return damaged("damaged gzip data");
            break; // what was unpacked before it is handed over first
        }
        if (starved && m_ended && s.avail_out == size && !m_state.memberEnded)
            return damaged("the gzip file is cut");
    }
    return size - s.avail_out;
}

Status GzipSource::damaged(const char* reason) const
{
    return Status::error(m_path + ": byte " + std::to_string(storedPosition()) + ": " + reason);
}

std::unique_ptr<ByteSource> gunzip(std::unique_ptr<ByteSource> packed, const std::string& path)
{
    return std::make_unique<GzipSource>(std::move(packed), path);
}

} // namespace stepglass
