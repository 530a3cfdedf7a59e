// SPDX-License-Identifier: GPL-3.0-or-later
// Single values of events: names, threads, ids, what args say about work on a device.
#include "model/read/chrome_reader.h"

#include "model/read/byte_loads.h"
#include "model/read/decimal_time.h"
#include "model/read/json_text.h"
#include "model/read/json_value.h"

#include <charconv>
#include <cstring>

namespace stepglass {
namespace {

std::uint32_t smallNumber(const Token& t)
{
    const std::optional<std::int64_t> n = t.isScalar() ? decimalInteger(t.text()) : std::nullopt;
    return n && *n > 0 && *n <= 0xFFFFFFFFll ? static_cast<std::uint32_t>(*n) : 0;
}

float floatOr(const Token& t, float otherwise)
{
    const std::optional<double> n = t.isScalar() ? decimalNumber(t.text()) : std::nullopt;
    return n ? static_cast<float>(*n) : otherwise;
}

// "[16, 1, 1]"; what is not given stays 0.
std::array<std::uint32_t, 3> dimensions(const Token& t)
{
    std::array<std::uint32_t, 3> result{};
    if (t.type != Token::Type::Array)
        return result;
    const char* p = t.data + 1;
    const char* end = t.data + t.size;
    for (std::uint32_t& d : result) {
        while (p < end && (*p == ' ' || *p == ',' || *p == '\n' || *p == '\r' || *p == '\t'))
            ++p;
        p = std::from_chars(p, end, d).ptr;
    }
    return result;
}

} // namespace

std::string ChromeReader::decoded(const Token& t)
{
    if (t.isNull())
        return {};
    return t.type == Token::Type::String ? decodedText(t.text()) : std::string(t.text());
}

StringId ChromeReader::text(const Token& token)
{
    if (token.isNull() || token.size == 0)
        return {};
    return m_texts.find(token, [this](const Token& t) {
        if (t.badUtf8)
            m_batch->issues.add(IssueReason::BadUtf8, m_offset, decodedText(t.text()), 0);
        return t.escaped || t.badUtf8 ? m_batch->strings.intern(decoded(t)) : m_batch->strings.intern(t.text());
    });
}

ChromeReader::Category ChromeReader::category(const Token& token)
{
    const StringId id = text(token);
    if (id.value >= m_ruleOf.size())
        m_ruleOf.resize(id.value + 1, -1);
    std::int8_t& rule = m_ruleOf[id.value];
    if (rule < 0) {
        const std::string_view name = m_batch->strings[id];
        rule = static_cast<std::int8_t>(categoryRule(name));
        m_marks |= marksOfCategory(name);
    }
    return {id, static_cast<CategoryRule>(rule)};
}

StringId ChromeReader::shapes(const Token& token)
{
    if (token.type != Token::Type::Array && token.type != Token::Type::String)
        return {};
    return m_shapes.find(token, [this](const Token& t) {
        const bool list = t.type == Token::Type::Array;
        return m_batch->strings.intern(list ? pythonShapes(t.text()) : pythonShapesOfNpu(decoded(t)));
    });
}

StringId ChromeReader::pidText(const EventFields& f)
{
    return m_batch->strings.intern(f[Field::Pid].isNull() ? "0" : decoded(f[Field::Pid]));
}

ThreadId ChromeReader::thread(const EventFields& f)
{
    const Token& pid = f[Field::Pid];
    const Token& tid = f[Field::Tid];
    const bool fits =
        pid.isScalar() && tid.isScalar() && pid.size <= 8 && tid.size <= 8 && !pid.escaped && !tid.escaped;
    if (!fits) {
        const std::string pidText = pid.isNull() ? "0" : decoded(pid);
        return m_batch->thread(pidText, tid.isNull() ? pidText : decoded(tid));
    }
    const std::array<std::uint64_t, 2> text{loadUpTo8(pid.data, pid.size), loadUpTo8(tid.data, tid.size)};
    const std::uint64_t hash = (text[0] * 31 + text[1]) * 0x9E3779B97F4A7C15ull;
    ThreadEntry& entry = m_threads[hash >> 58];
    const auto sizes = static_cast<std::uint16_t>(pid.size << 8 | tid.size);
    if (!entry.id.valid() || entry.text != text || entry.sizes != sizes)
        entry = {text, sizes, m_batch->thread(pid.text(), tid.text())};
    return entry.id;
}

IdKey ChromeReader::idKey(const Token& token)
{
    if (token.isNull())
        return {};
    if (token.size == 0 || token.size > 9 || token.escaped)
        return m_batch->idKey(decoded(token));
    const std::optional<std::uint64_t> number = plainDigits(token.text());
    if (!number)
        return m_batch->idKey(token.text());
    return IdKey::ofNumber(static_cast<std::uint32_t>(*number));
}

// `id2` with `local` or `global` goes before `id`; with another member, all of it is the id.
ChromeReader::ScopedId ChromeReader::scopedId(const EventFields& f)
{
    const Token& id2 = f[Field::Id2];
    if (id2.type != Token::Type::Object)
        return {f[Field::Id], false};
    Token local;
    Token global;
    forEachMember(id2, [&](const Token& key, const Token& value) {
        const std::string name = decodedText(key.text());
        if (name == "local")
            local = value;
        else if (name == "global")
            global = value;
    });
    if (local || global)
        return {local ? local : global, static_cast<bool>(local)};
    return {id2.size > 2 ? id2 : f[Field::Id], false};
}

void ChromeReader::counter(const EventFields& f, const Common& c)
{
    m_batch->counterTimes.push_back(c.time);
    const Token& args = f[Field::Args];
    if (args.type != Token::Type::Object)
        return;
    EventBatch::Series series;
    series.process = pidText(f);
    series.name = text(f[Field::Name]);
    series.id = text(f[Field::Id]);
    forEachMember(args, [&](const Token& key, const Token& value) {
        const std::optional<double> number = value.isScalar() ? decimalNumber(value.text()) : std::nullopt;
        if (!number)
            return;
        series.key = text(key);
        m_batch->counters.push_back({c.time, *number, m_batch->seriesOf(series)});
    });
}

DeviceWork ChromeReader::deviceWork(const EventFields& f, const SliceRecord& slice)
{
    DeviceWork work;
    const Token& device = f[Field::Device];
    work.device = device.isScalar() ? text(device) : pidText(f);
    const Token& tid = f[Field::Tid];
    const Token& stream = f[Field::Stream].isScalar() ? f[Field::Stream] : tid.isScalar() ? tid : f[Field::Pid];
    if (stream.text() != "-1" && stream.text() != "4294967295")
        work.stream = idKey(stream);
    const Token& bytes = f.either(Field::Bytes, Field::Size);
    const std::optional<std::int64_t> n = bytes.isScalar() ? decimalInteger(bytes.text()) : std::nullopt;
    work.hasBytes = n && *n >= 0;
    work.bytes = work.hasBytes ? static_cast<std::uint64_t>(*n) : 0;
    if (isMemcpy(slice.kind)) {
        const std::string_view name = m_batch->strings[slice.name];
        work.pageable = name.find("Pageable") != std::string_view::npos;
        work.pinned = name.find("Pinned") != std::string_view::npos;
    }
    if (f.has(Field::Grid) || f.has(Field::Block) || f.has(Field::Registers) || f.has(Field::Occupancy))
        work.config = launchConfig(f);
    return work;
}

LaunchConfigId ChromeReader::launchConfig(const EventFields& f)
{
    LaunchConfig config;
    config.grid = dimensions(f[Field::Grid]);
    config.block = dimensions(f[Field::Block]);
    config.registersPerThread = smallNumber(f[Field::Registers]);
    config.sharedMemory = smallNumber(f[Field::SharedMemory]);
    config.blocksPerSm = floatOr(f[Field::BlocksPerSm], -1);
    config.warpsPerSm = floatOr(f[Field::WarpsPerSm], -1);
    config.occupancyPercent = floatOr(f[Field::Occupancy], -1);
    return m_batch->config(config);
}

} // namespace stepglass
