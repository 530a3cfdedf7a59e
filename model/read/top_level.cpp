// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/top_level.h"

#include "model/read/decimal_time.h"
#include "model/read/formats.h"
#include "model/read/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stepglass {

using scan::skipBlank;

namespace {

constexpr std::size_t kKept = 4096; // bytes of a member's text that are kept

bool isSampling(std::string_view key)
{
    return key == "samples" || key == "stackFrames";
}

// "baseTimeNanoseconds" of the text, or 0.
Ns baseTimeIn(std::string_view json)
{
    constexpr std::string_view kKey = "\"baseTimeNanoseconds\"";
    const std::size_t at = json.find(kKey);
    if (at == std::string_view::npos)
        return 0;
    const std::size_t begin = json.find_first_of("-0123456789", at + kKey.size());
    if (begin == std::string_view::npos)
        return 0;
    const std::size_t end = json.find_first_not_of("0123456789", begin + 1);
    return decimalInteger(json.substr(begin, end == std::string_view::npos ? end : end - begin)).value_or(0);
}

template<class T>
T numberOf(const nlohmann::json& device, std::initializer_list<const char*> keys)
{
    for (const char* key : keys) {
        const auto it = device.find(key);
        if (it != device.end() && it->is_number())
            return it->get<T>();
    }
    return T(-1);
}

std::vector<DeviceProperties> devicesIn(std::string_view json)
{
    std::vector<DeviceProperties> devices;
    const auto list = nlohmann::json::parse(json.begin(), json.end(), nullptr, false);
    if (!list.is_array())
        return devices;
    for (const auto& d : list) {
        if (!d.is_object())
            continue;
        DeviceProperties properties;
        if (const auto id = d.find("id"); id != d.end())
            properties.id = id->is_string() ? id->get<std::string>() : id->dump();
        if (const auto name = d.find("name"); name != d.end() && name->is_string())
            properties.name = name->get<std::string>();
        properties.totalMemory = numberOf<std::int64_t>(d, {"totalGlobalMem", "totalMemory"});
        properties.smCount = numberOf<int>(d, {"numSms", "multiProcessorCount"});
        properties.maxThreadsPerSm = numberOf<int>(d, {"maxThreadsPerMultiprocessor", "maxThreadsPerMultiProcessor"});
        properties.warpSize = numberOf<int>(d, {"warpSize"});
        devices.push_back(properties);
    }
    return devices;
}

// Elements of an array, members of an object.
std::uint64_t countChildren(std::string_view json)
{
    Token whole;
    JsonValue value;
    value.setEnd(json.data() + json.size());
    const char* p = skipBlank(json.data() + 1);
    std::uint64_t n = 0;
    while (*p != ']' && *p != '}') {
        if (*p == ',' || *p == ':') {
            p = skipBlank(p + 1);
            continue;
        }
        const char* next = value.value(p, whole);
        if (next == nullptr)
            break;
        p = skipBlank(next);
        n += *p == ':' ? 0 : 1;
    }
    return n;
}

} // namespace

// A member at p; leaves p behind it and its comma, or behind the opening bracket of traceEvents.
TopLevel::Found TopLevel::member(const char*& p, bool& sawPhase)
{
    Token key;
    const char* q = *p == '"' ? m_value.string(p, key) : m_value.fail(p, "a member's name expected");
    if (q == nullptr)
        return m_value.error() == nullptr ? Found::NeedMore : Found::NoTrace;
    q = skipBlank(q);
    if (*q != ':')
        return m_value.fail(q, "':' expected") == nullptr && m_value.error() == nullptr ? Found::NeedMore
                                                                                        : Found::NoTrace;
    q = skipBlank(q + 1);
    if (q >= m_value.end())
        return Found::NeedMore;
    const std::string name = decodedText(key.text());
    if (name == "traceEvents" && *q == '[') {
        p = q + 1;
        return Found::Events;
    }
    Token value;
    m_value.clearNotes();
    q = m_value.value(q, value);
    if (q == nullptr)
        return m_value.error() == nullptr ? Found::NeedMore : Found::NoTrace;
    const char* behind = skipBlank(q);
    if (behind >= m_value.end())
        return Found::NeedMore;
    if (*behind != ',' && *behind != '}')
        return m_value.fail(behind, "',' or '}' expected") == nullptr ? Found::NoTrace : Found::NoTrace;
    m_valid = m_valid && !m_value.irregular();
    sawPhase = sawPhase || name == "ph";
    keep(name, value);
    p = *behind == ',' ? skipBlank(behind + 1) : behind;
    return Found::End;
}

void TopLevel::keep(std::string_view key, const Token& value)
{
    if (isSampling(key)) {
        if (key == "samples" && value.type == Token::Type::Array)
            m_samples += countChildren(value.text());
        return;
    }
    const bool whole = key == "deviceProperties" || key == "computeProperties";
    m_members.emplace_back(key, value.type == Token::Type::String
                                    ? '"' + std::string(value.text().substr(0, kKept)) + '"'
                                    : std::string(value.text().substr(0, whole ? std::string_view::npos : kKept)));
}

TopLevel::Found TopLevel::head(const char*& p, const char* end, bool last)
{
    m_members.clear();
    m_samples = 0;
    m_value.setEnd(end);
    const char* q = p;
    if (std::string_view(q, static_cast<std::size_t>(end - q)).starts_with("\xEF\xBB\xBF"))
        q += 3;
    q = skipBlank(q);
    if (q >= end) {
        m_reason = "holds only blanks";
        return last ? Found::NoTrace : Found::NeedMore;
    }
    m_isArray = *q == '[';
    if (m_isArray) {
        p = q + 1;
        return Found::Events;
    }
    if (*q != '{') {
        m_reason = whyNoJson({p, static_cast<std::size_t>(end - p)});
        return Found::NoTrace;
    }
    const char* object = q;
    bool sawPhase = false;
    q = skipBlank(q + 1);
    while (*q != '}') {
        const Found found = member(q, sawPhase);
        if (found == Found::Events) {
            p = q;
            return Found::Events;
        }
        if (found == Found::NoTrace && !sawPhase) {
            m_reason = m_value.error();
            m_errorOffset = static_cast<std::uint64_t>(m_value.at() - p);
            return Found::NoTrace;
        }
        if (found == Found::NoTrace || (found == Found::NeedMore && last && sawPhase)) {
            p = object; // events without brackets, the first of which is damaged or cut
            return Found::Bare;
        }
        if (found == Found::NeedMore) {
            m_reason = "ends before `traceEvents`";
            return last ? Found::NoTrace : Found::NeedMore;
        }
    }
    m_reason = "is JSON, but no trace: it has no `traceEvents`";
    if (!sawPhase)
        return Found::NoTrace;
    m_members.clear();
    m_valid = false;
    p = object;
    return Found::Bare;
}

TopLevel::Found TopLevel::atEnd(const char*& p, const char* end, std::uint64_t offset, bool last, EventBatch& batch)
{
    const char* q = skipBlank(p);
    if (q < end) {
        m_valid = false;
        const std::string_view found(q, static_cast<std::size_t>(std::min<std::ptrdiff_t>(40, end - q)));
        batch.issues.add(IssueReason::Garbage, offset + static_cast<std::uint64_t>(q - p), found, 0);
        p = end;
        return Found::End;
    }
    p = q;
    return last ? Found::End : Found::NeedMore;
}

TopLevel::Found TopLevel::tail(const char*& p, const char* end, std::uint64_t offset, bool last, EventBatch& batch)
{
    const char* begin = p;
    const auto offsetOf = [&](const char* q) { return offset + static_cast<std::uint64_t>(q - begin); };
    m_value.setEnd(end);
    m_closed = m_closed || m_isArray;
    while (!m_closed) {
        p = skipBlank(p);
        if (*p == ',') {
            ++p;
            continue;
        }
        if (*p == '}') {
            ++p;
            m_closed = true;
            break;
        }
        bool sawPhase = false;
        const char* q = p;
        const Found found = q < end ? member(q, sawPhase) : Found::NeedMore;
        if (found == Found::NeedMore && !last)
            return Found::NeedMore;
        if (found == Found::Events || found == Found::End) {
            p = q;
            if (found == Found::Events)
                return Found::Events;
            continue;
        }
        m_valid = false;
        if (found == Found::NoTrace)
            batch.issues.add(IssueReason::Garbage, offsetOf(m_value.at()), m_value.error(), 0);
        else if (p < end)
            batch.issues.add(IssueReason::CutFile, offsetOf(p), "ends within what follows the events", 0);
        p = end;
        return Found::End;
    }
    return atEnd(p, end, offsetOf(p), last, batch);
}

void TopLevel::moveTo(TraceInfo& info, EventBatch& batch)
{
    for (auto& [key, json] : m_members) {
        if (key == "deviceProperties" || (key == "computeProperties" && info.devices.empty())) {
            if (auto devices = devicesIn(json); !devices.empty())
                info.devices = std::move(devices);
        } else if (key == "baseTimeNanoseconds") {
            info.baseTime = decimalInteger(json).value_or(info.baseTime);
        } else if (key == "viztracer_metadata" && info.baseTime == 0) {
            info.baseTime = baseTimeIn(json);
        }
        json.resize(std::min(json.size(), kKept));
        info.properties.emplace_back(std::move(key), std::move(json));
    }
    m_members.clear();
    for (std::uint64_t i = 0; i < m_samples; ++i)
        batch.issues.add(IssueReason::SamplingData, 0, "`samples` beside the events", 0);
    m_samples = 0;
}

} // namespace stepglass
