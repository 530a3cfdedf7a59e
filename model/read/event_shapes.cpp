// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/event_shapes.h"

#include "model/read/json_scan.h"

#include <cstring>

namespace stepglass {

using scan::skipBlank;

EventShapes::EventShapes(JsonValue& value)
    : m_value(value)
    , m_pieces(1)
{
}

// Reads up to kScanPadding bytes behind the text: 0 there equals no byte of a piece.
inline bool EventShapes::matches(const Piece& piece, const char* p)
{
    static_assert(Piece::kLongest <= kScanPadding);
    for (std::size_t i = 0; i < piece.length; i += 16) {
        const std::uint32_t counts = piece.masks[i / 16];
        if ((scan::equalBytes(p + i, piece.text.data() + i) & counts) != counts)
            return false;
    }
    return true;
}

// The piece at p that has followed `before` already. It becomes the first to try: events come in runs.
inline const EventShapes::Piece* EventShapes::following(std::uint16_t before, const char* p)
{
    std::uint16_t* link = &m_pieces[before].firstNext;
    const std::uint16_t first = *link;
    while (*link != 0) {
        Piece& piece = m_pieces[*link];
        if (matches(piece, p)) {
            if (const std::uint16_t found = *link; found != first) {
                *link = piece.sibling;
                piece.sibling = first;
                m_pieces[before].firstNext = found;
            }
            return &piece;
        }
        link = &piece.sibling;
    }
    return nullptr;
}

namespace {

// Behind the array at p, if it holds only arrays, plain numbers and plain texts; else null.
const char* plainArrayEnd(const char* p)
{
    int depth = 0;
    while (true) {
        if (*p == '[') {
            ++depth;
            p = skipBlank(p + 1);
            if (*p != ']')
                continue;
        } else {
            if (*p == '"') {
                p = scan::plainTextEnd(p + 1);
                if (*p != '"')
                    return nullptr;
                ++p;
            } else if ((p = scan::plainNumberEnd(p)) == nullptr) {
                return nullptr;
            }
            p = skipBlank(p);
        }
        while (*p == ']') {
            if (--depth == 0)
                return p + 1;
            p = skipBlank(p + 1);
        }
        if (*p != ',')
            return nullptr;
        p = skipBlank(p + 1);
    }
}

} // namespace

inline const char* EventShapes::value(const char* p, Token& token)
{
    if (*p == '"')
        return m_value.string(p, token);
    if (const char* end = scan::plainNumberEnd(p)) {
        token.data = p;
        token.size = static_cast<std::uint32_t>(end - p);
        token.type = Token::Type::Number;
        token.escaped = token.badUtf8 = false;
        return end;
    }
    if (*p == '[') {
        if (const char* end = plainArrayEnd(p)) {
            token.data = p;
            token.size = static_cast<std::uint32_t>(end - p);
            token.type = Token::Type::Array;
            token.escaped = token.badUtf8 = false;
            return end;
        }
    }
    return m_value.value(p, token);
}

const char* EventShapes::read(const char* p, EventFields& fields)
{
    fields.clear();
    const char* args = nullptr;
    std::uint16_t at = 0;
    while (true) {
        const Piece* piece = following(at, p);
        if (piece == nullptr)
            return nullptr;
        if (piece->argsBegin != 0) {
            fields.clearArgs();
            args = p + piece->argsBegin;
        }
        if (piece->argsEnd != 0) {
            Token whole;
            whole.data = args;
            whole.size = static_cast<std::uint32_t>(p + piece->argsEnd - args);
            whole.type = Token::Type::Object;
            fields.set(Field::Args, whole);
        }
        p += piece->length;
        if (piece->ends)
            return p;
        p = value(p, fields.place(piece->field));
        if (p == nullptr)
            return nullptr;
        fields.present(piece->field);
        if (piece->field == Field::Args) {
            if (fields[Field::Args].type == Token::Type::Object)
                return nullptr;
            fields.clearArgs();
            fields.present(Field::Args);
        }
        at = static_cast<std::uint16_t>(piece - m_pieces.data());
    }
}

// The number of that piece, an old or a new one; 0 where there is no room.
std::uint16_t EventShapes::add(std::uint16_t before, const char* begin, const char* end, Piece piece)
{
    const auto length = static_cast<std::size_t>(end - begin);
    if (length > Piece::kLongest)
        return 0;
    if (const Piece* known = following(before, begin))
        return static_cast<std::uint16_t>(known - m_pieces.data());
    if (m_pieces.size() == kMostPieces)
        return 0;
    std::memcpy(piece.text.data(), begin, length);
    piece.length = static_cast<std::uint8_t>(length);
    for (std::size_t i = 0; i < length; i += 16)
        piece.masks[i / 16] = static_cast<std::uint16_t>(length - i >= 16 ? 0xFFFFu : (1u << (length - i)) - 1);
    piece.sibling = m_pieces[before].firstNext;
    const auto number = static_cast<std::uint16_t>(m_pieces.size());
    m_pieces.push_back(piece);
    m_pieces[before].firstNext = number;
    return number;
}

void EventShapes::learn(const char* p)
{
    if (m_pieces.size() == kMostPieces && ++m_misses >= kMissesTillFresh) {
        m_pieces.assign(1, {}); // what was learned first may be of no use any more
        m_misses = 0;
    }
    std::uint16_t before = 0;
    const char* begin = p;
    Piece piece;
    bool inArgs = false;
    p = skipBlank(p + 1);
    while (true) {
        if (*p == '}') {
            ++p;
            piece.ends = !inArgs;
            if (piece.ends) {
                add(before, begin, p, piece);
                return;
            }
            inArgs = false;
            piece.argsEnd = static_cast<std::uint8_t>(p - begin);
        } else {
            Token name;
            p = m_value.string(p, name);
            p = skipBlank(skipBlank(p) + 1);
            piece.field = inArgs ? argField(name) : eventField(name);
            if (!inArgs && piece.field == Field::Args && *p == '{') {
                if (piece.argsBegin != 0 || piece.argsEnd != 0 || p - begin >= std::ptrdiff_t{Piece::kLongest})
                    return; // args twice, or far away
                piece.argsBegin = static_cast<std::uint8_t>(p - begin);
                inArgs = true;
                p = skipBlank(p + 1);
                continue;
            }
            Token token;
            before = add(before, begin, p, piece);
            if (before == 0 || (p = m_value.value(p, token)) == nullptr)
                return;
            piece = {};
            begin = p;
        }
        p = skipBlank(p);
        if (*p == ',')
            p = skipBlank(p + 1);
    }
}

} // namespace stepglass
