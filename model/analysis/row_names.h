// SPDX-License-Identifier: GPL-3.0-or-later
// Names as the operator table has them: all steps under one, and the names that PyTorch hides.
#pragma once

#include "model/core/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepglass {

class RowNames
{
public:
    explicit RowNames(const Trace& trace);
    // The number of a name: that of its StringId, but one for all `ProfilerStep#N`.
    std::uint32_t number(StringId name) const { return m_class[name.value] == Class::Step ? m_step : name.value; }
    bool hidden(StringId name) const { return m_class[name.value] == Class::Hidden; }
    std::uint32_t stepNumber() const { return m_step; }
    std::uint32_t memoryNumber() const { return m_step + 1; }
    std::string text(const Trace& trace, std::uint32_t number) const;

private:
    enum class Class : std::uint8_t
    {
        Plain,
        Step,
        Hidden
    };
    std::vector<Class> m_class; // by StringId
    std::uint32_t m_step = 0;
};

} // namespace stepglass
