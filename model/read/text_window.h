// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of the text, followed by padding (json_scan.h). One buffer, reused: it stays in the processor's cache, and
// fresh memory costs more than reading. What is not consumed moves to the front; an element that is longer than the
// buffer makes it grow.
#pragma once

#include "model/core/status.h"
#include "model/read/byte_source.h"

#include <cstdint>
#include <memory>

namespace stepglass {

class TextWindow
{
public:
    explicit TextWindow(std::size_t capacity, std::uint64_t offset = 0);

    const char* begin() const { return m_buffer.get() + m_begin; }
    const char* end() const { return m_buffer.get() + m_end; }
    std::size_t size() const { return m_end - m_begin; }
    std::uint64_t offset() const { return m_offset; } // of begin()
    // Everything before p has been dealt with.
    void consume(const char* p);
    // Forgets all, and goes on at `offset`.
    void restart(std::uint64_t offset);

    // Room behind the text for at least `bytes`, and what has been written there.
    char* prepare(std::size_t bytes);
    std::size_t room() const;
    void commit(std::size_t bytes);

private:
    std::unique_ptr<char[]> m_buffer;
    std::size_t m_capacity;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::uint64_t m_offset;
};

} // namespace stepglass
