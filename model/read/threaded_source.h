// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks in a thread of its own, some pieces ahead of who reads.
#pragma once

#include "model/read/byte_source.h"
#include "model/read/handover.h"

#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace stepglass {

class ThreadedSource : public ByteSource
{
public:
    explicit ThreadedSource(std::unique_ptr<ByteSource> source);
    ~ThreadedSource() override;
    ThreadedSource(const ThreadedSource&) = delete;
    ThreadedSource& operator=(const ThreadedSource&) = delete;

    Result<std::size_t> read(char* to, std::size_t size) override;
    std::uint64_t storedPosition() const override { return m_position.load(std::memory_order_relaxed); }
    std::uint64_t storedSize() const override { return m_storedSize; }

private:
    struct Piece
    {
        std::vector<char> bytes;
        std::size_t size = 0;
        std::optional<Status> failure;
    };
    void run();

    std::unique_ptr<ByteSource> m_source;
    std::uint64_t m_storedSize;
    std::atomic<std::uint64_t> m_position{0};
    Handover<Piece> m_pieces{4};
    std::size_t m_taken = 0; // of the piece that is being read
    std::thread m_thread;
};

} // namespace stepglass
