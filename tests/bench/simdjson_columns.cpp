// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/simdjson_columns.h"

#include "model/read/event_seam.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

// Plain columns as fast as they come: on huge pages, never moved, names by the bytes as they stand in the file.
template<class T>
class FastColumn
{
public:
    static constexpr std::size_t kMost = std::size_t{32} << 20; // address space; touched as it fills
    FastColumn()
    {
        constexpr std::size_t kHuge = std::size_t{2} << 20;
        void* p = mmap(nullptr, kMost * sizeof(T) + kHuge, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        const auto address = (reinterpret_cast<std::uintptr_t>(p) + kHuge - 1) / kHuge * kHuge;
        m_data = reinterpret_cast<T*>(address);
        madvise(m_data, kMost * sizeof(T), MADV_HUGEPAGE);
    }
    void push_back(T value)
    {
        if (m_size < kMost)
            m_data[m_size++] = value;
    }
    std::size_t size() const { return m_size; }

private:
    T* m_data;
    std::size_t m_size = 0;
};

// Texts by their bytes: open addressing, the texts kept apart.
class RawNames
{
public:
    std::uint32_t intern(std::string_view text)
    {
        std::size_t slot = std::hash<std::string_view>()(text) & (kSlots - 1);
        for (; m_slots[slot].second != 0; slot = (slot + 1) & (kSlots - 1)) {
            if (m_slots[slot].first == text)
                return m_slots[slot].second;
        }
        m_texts.emplace_back(text);
        m_slots[slot] = {m_texts.back(), static_cast<std::uint32_t>(m_texts.size())};
        return m_slots[slot].second;
    }

private:
    static constexpr std::size_t kSlots = std::size_t{1} << 16; // the files here have a few thousand names
    std::vector<std::pair<std::string_view, std::uint32_t>> m_slots{kSlots};
    std::deque<std::string> m_texts;
};

struct FastColumns
{
    FastColumn<double> start, duration;
    FastColumn<std::uint32_t> name, category, pid, tid;
    RawNames names;
};

// Keys are compared as they stand in the file, values that nobody asks for are stepped over.
void addEvent(simdjson::ondemand::object event, FastColumns& columns)
{
    for (auto field : event) {
        const simdjson::ondemand::raw_json_string key = field.key();
        auto value = field.value();
        const auto raw = [&] { return columns.names.intern(value.raw_json_token()); };
        switch (key.raw()[0]) {
        case 't':
            if (key.unsafe_is_equal("ts"))
                columns.start.push_back(value.get_double());
            else if (key.unsafe_is_equal("tid"))
                columns.tid.push_back(raw());
            break;
        case 'd':
            if (key.unsafe_is_equal("dur"))
                columns.duration.push_back(value.get_double());
            break;
        case 'n':
            if (key.unsafe_is_equal("name"))
                columns.name.push_back(raw());
            break;
        case 'c':
            if (key.unsafe_is_equal("cat"))
                columns.category.push_back(raw());
            break;
        case 'p':
            if (key.unsafe_is_equal("pid"))
                columns.pid.push_back(raw());
            break;
        default:
            break;
        }
    }
}

} // namespace

// Pieces of 1 MB, cut where an event begins, each made an array of its own.
std::size_t loadBySimdjson(const std::string& path)
{
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::vector<char> buffer(2 * kPiece + simdjson::SIMDJSON_PADDING);
    simdjson::ondemand::parser parser;
    FastColumns columns;
    std::size_t size = 0;
    off_t offset = 0;
    bool first = true;
    while (true) {
        const ssize_t n = pread(fd, buffer.data() + size, kPiece, offset);
        offset += std::max<ssize_t>(n, 0);
        size += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
        if (first) { // to behind the bracket of traceEvents
            const std::string_view text(buffer.data(), size);
            const std::size_t begin = text.find('[', text.find("\"traceEvents\""));
            size -= begin;
            std::memmove(buffer.data(), buffer.data() + begin, size);
            first = false;
        }
        const std::string_view text(buffer.data(), size);
        std::size_t end = text.rfind("\n  ]"); // of the array, at the end of the file
        std::size_t next = size;
        if (n == static_cast<ssize_t>(kPiece)) {
            end = size;
            do {
                end = text.rfind('}', end - 1);
            } while (stepglass::eventBehind(buffer.data() + end, buffer.data() + size) == nullptr);
            next = text.find('{', end);
            ++end;
        }
        std::string tail(text.substr(next));
        buffer[end] = ']';
        auto document = parser.iterate(buffer.data(), end + 1, buffer.size());
        for (auto event : document.get_array())
            addEvent(event.get_object(), columns);
        if (n < static_cast<ssize_t>(kPiece))
            break;
        buffer[0] = '[';
        std::memcpy(buffer.data() + 1, tail.data(), tail.size());
        size = tail.size() + 1;
    }
    close(fd);
    return columns.start.size();
}

#define STEPGLASS_TEXT_OF(name) #name
#define STEPGLASS_TEXT(name) STEPGLASS_TEXT_OF(name)

const char* simdjsonImplementation()
{
    return STEPGLASS_TEXT(SIMDJSON_BUILTIN_IMPLEMENTATION);
}
