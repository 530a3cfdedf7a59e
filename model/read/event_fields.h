// SPDX-License-Identifier: GPL-3.0-or-later
// What the syntax hands to the meaning: the members of one event that somebody asks for, as pieces of the text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace stepglass {

enum class Field : std::uint8_t
{
    // of the event
    Phase,
    Name,
    Category,
    Pid,
    Tid,
    Time,
    Duration,
    Id,
    Id2,
    BindingPoint,
    BindId,
    FlowIn,
    FlowOut,
    Scope,
    Args,
    // of its args
    Correlation,
    ConnectionId,
    ExternalId,
    ExternalIdLower,
    Device,
    Stream,
    Bytes,
    Size,
    InputDims,
    Grid,
    Block,
    Registers,
    SharedMemory,
    BlocksPerSm,
    WarpsPerSm,
    Occupancy,
    CopyKind,
    Direction,
    TaskType,
    ArgName,
    Labels,
    SortIndex,
    RecordCount,
    MemoryBytes,
    TotalAllocated,
    TotalReserved,
    DeviceType,
    DeviceId,
    Count
};
constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::Count);
static_assert(kFieldCount < 64); // one bit each, one to spare for Count

// A JSON value as it stands in the text.
struct Token
{
    enum class Type : std::uint8_t
    {
        None,
        String, // between the quotes, escapes and all
        Number, // by its form; NaN, Infinity and N/A are words
        Word,   // true, false, null, NaN ...
        Array,  // with brackets
        Object
    };
    const char* data = nullptr;
    std::uint32_t size = 0;
    Type type = Type::None;
    bool escaped = false; // a String with backslashes
    bool badUtf8 = false;

    explicit operator bool() const { return type != Type::None; }
    std::string_view text() const { return {data, size}; }
    bool isNull() const { return type == Type::None || (type == Type::Word && text() == "null"); }
    bool isScalar() const { return type == Type::String || type == Type::Number; }
};

class EventFields
{
public:
    void clear() { m_present = 0; }
    void clearArgs() { m_present &= (std::uint64_t{1} << static_cast<int>(Field::Args)) - 1; }
    void set(Field f, const Token& token)
    {
        m_present |= bit(f);
        m_tokens[static_cast<std::size_t>(f)] = token;
    }
    // Where the value of a field is to be written before present() is called; Count: nobody will read it.
    Token& place(Field f) { return m_tokens[static_cast<std::size_t>(f)]; }
    void present(Field f) { m_present |= bit(f); }
    bool has(Field f) const { return (m_present & bit(f)) != 0; }
    const Token& operator[](Field f) const
    {
        static constexpr Token kNone;
        return has(f) ? m_tokens[static_cast<std::size_t>(f)] : kNone;
    }
    // The first of the two that is there.
    const Token& either(Field a, Field b) const { return (*this)[has(a) ? a : b]; }

private:
    static constexpr std::uint64_t bit(Field f) { return std::uint64_t{1} << static_cast<int>(f); }

    std::uint64_t m_present = 0;
    std::array<Token, kFieldCount + 1> m_tokens;
};

// The field of a member's name, or Count where nobody asks for it.
Field eventField(std::string_view key);
Field argField(std::string_view key);
// The same of a name as it stands in the text, which may be written with escapes.
Field eventField(const Token& name);
Field argField(const Token& name);

} // namespace stepglass
