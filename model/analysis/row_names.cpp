// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/row_names.h"

#include <algorithm>
#include <array>

namespace stepglass {
namespace {

constexpr std::array<std::string_view, 8> kHidden{
    "[memory]",
    "[OutOfMemory]",
    "profiler::_record_function_enter",
    "profiler::_record_function_enter_new",
    "profiler::_record_function_exit",
    "aten::is_leaf",
    "aten::output_nr",
    "aten::_version",
};

} // namespace

RowNames::RowNames(const Trace& trace)
    : m_class(trace.strings().size(), Class::Plain)
    , m_step(trace.strings().size())
{
    for (std::uint32_t i = 1; i < trace.strings().size(); ++i) {
        const std::string_view text = trace.text(StringId(i));
        if (text.starts_with("ProfilerStep#"))
            m_class[i] = Class::Step;
        else if (text[0] == 'a' || text[0] == 'p' || text[0] == '[')
            m_class[i] =
                std::find(kHidden.begin(), kHidden.end(), text) != kHidden.end() ? Class::Hidden : Class::Plain;
    }
}

std::string RowNames::text(const Trace& trace, std::uint32_t number) const
{
    if (number == m_step)
        return "ProfilerStep*";
    return number == memoryNumber() ? "[memory]" : std::string(trace.text(StringId(number)));
}

} // namespace stepglass
