// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/line_column.h"

#include "model/read/byte_source.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace stepglass {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

class LineCounter
{
public:
    void add(std::string_view text)
    {
        m_lines += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        const std::size_t last = text.rfind('\n');
        m_column = last == std::string_view::npos ? m_column + text.size() : text.size() - last - 1;
    }
    std::string text() const
    {
        return "line " + std::to_string(m_lines + 1) + ", column " + std::to_string(m_column + 1);
    }

private:
    std::uint64_t m_lines = 0;
    std::uint64_t m_column = 0;
};

} // namespace

std::string lineAndColumn(const TraceInfo& info, std::uint64_t offset)
{
    LineCounter counter;
    std::uint64_t done = 0;
    if (info.path == "-") {
        for (; done < offset;) {
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, offset - done));
            const Result<std::string> piece =
                info.text ? info.text->read(done, size) : Result<std::string>(std::string());
            if (!piece.ok() || piece.value().empty())
                return {};
            counter.add(piece.value());
            done += piece.value().size();
        }
        return counter.text();
    }
    Result<std::unique_ptr<ByteSource>> source = openSource(info.path);
    std::vector<char> piece(kPiece);
    while (source.ok() && done < offset) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, offset - done));
        const Result<std::size_t> n = source.value()->read(piece.data(), size);
        if (!n.ok() || n.value() == 0)
            return {};
        counter.add({piece.data(), n.value()});
        done += n.value();
    }
    return source.ok() ? counter.text() : std::string();
}

} // namespace stepglass
