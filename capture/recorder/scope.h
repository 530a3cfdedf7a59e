// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/clock.h"
#include "capture/recorder/recorder.h"

#include <initializer_list>
#include <span>
#include <string>

namespace stepglass::capture {

using Shape = std::vector<std::int64_t>;

// "Input Dims" of arguments that are each a tensor or, with an empty shape, a scalar or no tensor at all.
std::string shapesJson(std::span<const Shape> arguments);
// "Input Dims" where the first `lists` arguments are lists of tensors, all of these shapes, and `plain` more follow
// that are no tensors.
std::string listShapesJson(std::span<const Shape> tensors, std::size_t lists, std::size_t plain);
std::string stackJson(std::span<const std::source_location> innermostLast);

// An operator on the calling thread, from construction to destruction. Costs one branch when nothing is recorded.
class OperatorScope
{
public:
    OperatorScope(Recorder& recorder, const char* name, std::source_location where = std::source_location::current())
        : m_recorder(recorder)
    {
        if (recorder.recording())
            begin(RecordKind::Operator, name, where);
    }
    ~OperatorScope()
    {
        if (m_thread)
            end();
    }
    OperatorScope(const OperatorScope&) = delete;
    OperatorScope& operator=(const OperatorScope&) = delete;

    // True if shapes would be kept: asking first spares building them.
    bool wantsShapes() const { return m_thread && m_recorder.options().recordShapes; }
    void setShapes(std::span<const Shape> arguments);
    void setShapes(std::initializer_list<Shape> arguments)
    {
        setShapes(std::span(arguments.begin(), arguments.size()));
    }
    void setListShapes(std::span<const Shape> tensors, std::size_t lists, std::size_t plain);
    // Ties a forward operator to its backward node: same number, an arrow from one to the other.
    void setSequence(std::int64_t number, std::uint8_t flow, std::int64_t forwardThread);

protected:
    OperatorScope(Recorder& recorder, std::nullptr_t)
        : m_recorder(recorder)
    {
    }
    void begin(RecordKind kind, const char* name, const std::source_location& where);
    void end();
    void leave();
    void addExtra(std::string text);

    Recorder& m_recorder;
    RecordingThread* m_thread = nullptr;
    std::uint64_t m_outerId = 0;
    Record m_record;
};

// A region of the workload (forward, backward, ...). Device work launched in it, on this thread or on one that adopted
// it (RegionGuest), gives the region its shadow on the device.
class RegionScope : public OperatorScope
{
public:
    RegionScope(Recorder& recorder, const char* name, bool step = false,
                std::source_location where = std::source_location::current());
    ~RegionScope();

    const Region* region() const { return m_region; }
    // Ends the region without a record of it.
    void discard();

private:
    const Region* m_region = nullptr;
    const Region* m_outer = nullptr;
};

// Lets a helper thread work inside a region of another: the backward thread inside `backward`.
class RegionGuest
{
public:
    RegionGuest(Recorder& recorder, const Region* region);
    ~RegionGuest();
    RegionGuest(const RegionGuest&) = delete;
    RegionGuest& operator=(const RegionGuest&) = delete;

private:
    RecordingThread& m_thread;
    const Region* m_outer;
};

} // namespace stepglass::capture
