// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/threaded_source.h"

#include <algorithm>
#include <cstring>

namespace stepglass {

namespace {
constexpr std::size_t kPieceBytes = std::size_t{512} << 10;
}

ThreadedSource::ThreadedSource(std::unique_ptr<ByteSource> source)
    : m_source(std::move(source))
    , m_storedSize(m_source->storedSize())
    , m_thread([this] { run(); })
{
}

ThreadedSource::~ThreadedSource()
{
    m_pieces.giveUp();
    m_thread.join();
}

void ThreadedSource::run()
{
    bool more = true;
    while (more) {
        Piece* piece = m_pieces.toFill();
        if (piece == nullptr)
            return;
        piece->bytes.resize(kPieceBytes);
        piece->size = 0;
        piece->failure.reset();
        while (more && piece->size < piece->bytes.size()) {
            Result<std::size_t> n =
                m_source->read(piece->bytes.data() + piece->size, piece->bytes.size() - piece->size);
            if (!n.ok())
                piece->failure = n.status();
            more = n.ok() && n.value() > 0;
            piece->size += n.ok() ? n.value() : 0;
        }
        m_position.store(m_source->storedPosition(), std::memory_order_relaxed);
        m_pieces.filled();
    }
    m_pieces.end();
}

Result<std::size_t> ThreadedSource::read(char* to, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        Piece* piece = m_pieces.toEmpty();
        if (piece == nullptr)
            break;
        if (m_taken == piece->size && piece->failure) {
            if (done > 0)
                break; // first what came before it
            return *piece->failure;
        }
        const std::size_t n = std::min(size - done, piece->size - m_taken);
        std::memcpy(to + done, piece->bytes.data() + m_taken, n);
        done += n;
        m_taken += n;
        if (m_taken == piece->size && !piece->failure) {
            m_taken = 0;
            m_pieces.emptied();
        }
    }
    return done;
}

} // namespace stepglass
