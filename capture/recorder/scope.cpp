// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/scope.h"

#include <cstring>

namespace stepglass::capture {
namespace {

const char* fileName(const char* path)
{
    const char* slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

std::string listJson(std::span<const Shape> shapes)
{
    std::string text = "[";
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        text += i ? ", [" : "[";
        for (std::size_t j = 0; j < shapes[i].size(); ++j)
            text += (j ? ", " : "") + std::to_string(shapes[i][j]);
        text += ']';
    }
    return text + ']';
}

} // namespace

std::string shapesJson(std::span<const Shape> arguments)
{
    return "\"Input Dims\": " + listJson(arguments);
}

std::string listShapesJson(std::span<const Shape> tensors, std::size_t lists, std::size_t plain)
{
    const std::string list = listJson(tensors);
    std::string text = "\"Input Dims\": [";
    for (std::size_t i = 0; i < lists + plain; ++i) {
        text += i ? ", " : "";
        text += i < lists ? list : "[]";
    }
    return text + ']';
}

std::string stackJson(std::span<const std::source_location> innermostLast)
{
    // The form PyTorch uses: "file(line): function;file(line): function", innermost first.
    std::string text = "\"Call stack\": \"";
    for (std::size_t i = innermostLast.size(); i-- > 0;) {
        const std::source_location& where = innermostLast[i];
        text += std::string(fileName(where.file_name())) + '(' + std::to_string(where.line()) + "): ";
        for (const char* c = where.function_name(); *c; ++c)
            text += *c == '"' || *c == '\\' ? '\'' : *c;
        if (i)
            text += ';';
    }
    return text + '"';
}

void OperatorScope::begin(RecordKind kind, const char* name, const std::source_location& where)
{
    RecordingThread& thread = m_recorder.thread();
    m_thread = &thread;
    m_outerId = thread.externalId;
    m_record.kind = kind;
    m_record.name = name;
    m_record.extra = nullptr;
    m_record.region = thread.region;
    m_record.externalId = m_recorder.nextExternalId();
    m_record.correlation = 0;
    m_record.amount = 0;
    m_record.allocated = 0;
    m_record.epoch = m_recorder.epoch();
    m_record.device = -1;
    m_record.stream = -1;
    m_record.tid = 0;
    m_record.flags = 0;
    thread.externalId = m_record.externalId;
    if (m_recorder.options().withStack) [[unlikely]] {
        thread.stack.push_back(where);
        m_record.extra = m_recorder.intern(stackJson(thread.stack));
    }
    m_record.startNs = nowNs();
}

void OperatorScope::end()
{
    m_record.durationNs = nowNs() - m_record.startNs;
    leave();
    m_thread->ring.push(m_record);
    m_thread = nullptr;
}

void OperatorScope::leave()
{
    m_thread->externalId = m_outerId;
    if (m_recorder.options().withStack && !m_thread->stack.empty())
        m_thread->stack.pop_back();
}

void OperatorScope::setShapes(std::span<const Shape> arguments)
{
    if (!wantsShapes())
        return;
    addExtra(shapesJson(arguments));
}

void OperatorScope::setListShapes(std::span<const Shape> tensors, std::size_t lists, std::size_t plain)
{
    if (!wantsShapes())
        return;
    addExtra(listShapesJson(tensors, lists, plain));
}

void OperatorScope::addExtra(std::string text)
{
    if (m_record.extra)
        text = std::string(m_record.extra) + ", " + text;
    m_record.extra = m_recorder.intern(text);
}

void OperatorScope::setSequence(std::int64_t number, std::uint8_t flow, std::int64_t forwardThread)
{
    m_record.amount = number;
    m_record.allocated = forwardThread;
    m_record.flags = kHasSequence | flow;
}

RegionScope::RegionScope(Recorder& recorder, const char* name, bool step, std::source_location where)
    : OperatorScope(recorder, nullptr)
{
    if (!recorder.recording())
        return;
    begin(RecordKind::Region, name, where);
    m_outer = m_thread->region;
    m_region = recorder.openRegion(name, m_record.externalId, m_outer, step);
    m_record.region = m_region;
    m_thread->region = m_region;
}

RegionScope::~RegionScope()
{
    if (m_thread)
        m_thread->region = m_outer;
}

void RegionScope::discard()
{
    if (!m_thread)
        return;
    leave();
    m_thread->region = m_outer;
    m_thread = nullptr;
}

RegionGuest::RegionGuest(Recorder& recorder, const Region* region)
    : m_thread(recorder.thread())
    , m_outer(m_thread.region)
{
    m_thread.region = region;
}

RegionGuest::~RegionGuest()
{
    m_thread.region = m_outer;
}

} // namespace stepglass::capture
