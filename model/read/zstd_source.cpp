// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_source.h"

#include <zstd.h>

#include <vector>

namespace stepglass {
namespace {

class ZstdSource : public ByteSource
{
public:
    ZstdSource(std::unique_ptr<ByteSource> packed, std::string path)
        : m_packed(std::move(packed))
        , m_path(std::move(path))
        , m_input(ZSTD_DStreamInSize())
        , m_stream(ZSTD_createDStream(), &ZSTD_freeDStream)
    {
    }
    Result<std::size_t> read(char* to, std::size_t size) override
    {
        ZSTD_outBuffer out{to, size, 0};
        while (out.pos == 0) {
            if (m_in.pos == m_in.size) {
                Result<std::size_t> n = m_packed->read(m_input.data(), m_input.size());
                if (!n.ok())
                    return n.status();
                m_in = {m_input.data(), n.value(), 0};
                if (n.value() == 0 && !m_frameEnded)
                    return damaged("the zstd file is cut");
                if (n.value() == 0)
                    break;
            }
            const std::size_t left = ZSTD_decompressStream(m_stream.get(), &out, &m_in);
            if (ZSTD_isError(left) != 0)
                return damaged(ZSTD_getErrorName(left));
            m_frameEnded = left == 0;
        }
        return out.pos;
    }
    std::uint64_t storedPosition() const override { return m_packed->storedPosition() - (m_in.size - m_in.pos); }
    std::uint64_t storedSize() const override { return m_packed->storedSize(); }

private:
    Status damaged(const std::string& reason) const
    {
        return Status::error(m_path + ": byte " + std::to_string(storedPosition()) + ": " + reason);
    }

    std::unique_ptr<ByteSource> m_packed;
    std::string m_path;
    std::vector<char> m_input;
    std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> m_stream;
    ZSTD_inBuffer m_in{nullptr, 0, 0};
    bool m_frameEnded = false;
};

} // namespace

std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> packed, const std::string& path)
{
    return std::make_unique<ZstdSource>(std::move(packed), path);
}

} // namespace stepglass
