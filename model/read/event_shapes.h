// SPDX-License-Identifier: GPL-3.0-or-later
// Events of one producer look alike: between two values stands the same text, again and again (`, "tid": `). Such
// pieces are learned from events that the strict reader has taken, as a tree of what follows what; an event made of
// known pieces is then read by comparing them, without looking at blanks, names and colons one by one. Whatever differs
// goes to the strict reader: this one only ever says yes or "not by me".
#pragma once

#include "model/read/event_fields.h"
#include "model/read/json_value.h"

#include <array>
#include <cstdint>
#include <vector>

namespace stepglass {

class EventShapes
{
public:
    explicit EventShapes(JsonValue& value);

    // The event at p, into `fields`; returns what follows it. Null: read it strictly (and forget `fields`).
    const char* read(const char* p, EventFields& fields);
    // Takes the pieces of the event at p over, which has been read strictly and is JSON by the standard.
    void learn(const char* p);

private:
    // A text from the end of a value (or the brace of the event) to the beginning of the next value or behind the
    // event.
    struct alignas(64) Piece
    {
        static constexpr std::size_t kLongest = 64;
        std::array<char, kLongest> text{};
        std::array<std::uint16_t, kLongest / 16> masks{}; // which bytes of each 16 count
        std::uint8_t length = 0;
        std::uint8_t argsBegin = 0;  // where in it the args' brace stands, 0: does not
        std::uint8_t argsEnd = 0;    // behind their closing brace, 0: not in here
        bool ends = false;           // the event
        Field field = Field::Count;  // of the value that follows
        std::uint16_t firstNext = 0; // what may follow: the first, and
        std::uint16_t sibling = 0;   // the next to try
    };
    static constexpr std::size_t kMostPieces = 2048;
    static constexpr std::uint32_t kMissesTillFresh = 4096;

    static bool matches(const Piece& piece, const char* p);
    const Piece* following(std::uint16_t before, const char* p);
    std::uint16_t add(std::uint16_t before, const char* begin, const char* end, Piece piece);
    const char* value(const char* p, Token& token);

    JsonValue& m_value;
    std::vector<Piece> m_pieces; // [0] is the root
    std::uint32_t m_misses = 0;
};

} // namespace stepglass
