// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/args_search.h"

#include "model/read/event_text.h"
#include "views/format/format.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace stepglass {

namespace {

constexpr std::size_t kPiece = 4 << 20;
constexpr std::size_t kMostHits = 100'000;

bool sameLetter(char a, char b)
{
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Places of the file's text where `text` begins, ascending.
std::vector<std::uint64_t> placesOf(const TextSource& source, const std::string& text, std::stop_token stop)
{
    std::vector<std::uint64_t> found;
    std::string piece;
    std::uint64_t offset = 0; // of the piece
    while (!stop.stop_requested() && found.size() < kMostHits) {
        const std::size_t kept = std::min(piece.size(), text.size() - 1); // a hit may lie across two pieces
        Result<std::string> next = source.read(offset + piece.size(), kPiece);
        if (!next.ok() || next.value().empty())
            break;
        offset += piece.size() - kept;
        piece = piece.substr(piece.size() - kept) + next.value();
        for (auto at = piece.begin(); found.size() < kMostHits; ++at) {
            at = std::search(at, piece.end(), text.begin(), text.end(), sameLetter);
            if (at == piece.end())
                break;
            found.push_back(offset + static_cast<std::uint64_t>(at - piece.begin()));
        }
    }
    return found;
}

} // namespace

QString argsText(const Trace& trace, std::uint64_t source)
{
    const Result<std::string> text = EventTextReader(trace).text(source);
    if (!text.ok())
        return QString::fromStdString(text.status().message());
    QString lines;
    for (const auto& [name, value] : decodeArgs(text.value()))
        lines += QString::fromStdString(name + ": " + value + "\n");
    return lines.isEmpty() ? QStringLiteral("no args") : lines;
}

std::vector<SliceId> slicesWithText(const Trace& trace, const std::string& text, std::stop_token stop)
{
    if (!trace.info().text || text.empty())
        return {};
    const std::vector<std::uint64_t> places = placesOf(*trace.info().text, text, stop);
    if (places.empty() || stop.stop_requested())
        return {};
    std::vector<SliceId> bySource(trace.sliceCount());
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i)
        bySource[i] = SliceId(i);
    const auto earlier = [&](SliceId a, SliceId b) { return trace.source(a) < trace.source(b); };
    if (!std::is_sorted(bySource.begin(), bySource.end(), earlier))
        std::sort(bySource.begin(), bySource.end(), earlier);
    const EventTextReader reader(trace);
    std::vector<SliceId> found;
    for (const std::uint64_t place : places) {
        const auto after = std::upper_bound(bySource.begin(), bySource.end(), place,
                                            [&](std::uint64_t p, SliceId s) { return p < trace.source(s); });
        if (after == bySource.begin() || stop.stop_requested())
            continue;
        const SliceId slice = *(after - 1);
        if (!found.empty() && found.back() == slice)
            continue;
        const Result<std::string> record = reader.text(trace.source(slice)); // else it is in a record of another kind
        if (record.ok() && place < trace.source(slice) + record.value().size())
            found.push_back(slice);
    }
    return found;
}

} // namespace stepglass
