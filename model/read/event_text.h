// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a record, read back when somebody looks at it: args are not kept in memory.
#pragma once

#include "model/core/status.h"
#include "model/core/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepglass {

class EventTextReader
{
public:
    explicit EventTextReader(const Trace& trace)
        : m_text(trace.info().text)
    {
    }
    // The JSON object that begins at `source`, as it stands in the file. At most some tens of milliseconds, also from a
    // packed file (text_access.h).
    Result<std::string> text(std::uint64_t source) const;

private:
    std::shared_ptr<const TextSource> m_text;
};

// The members of `args` of a record's text, in file order: texts without quotes and escapes, all else as it stands, so
// that no digit of a long number is lost. Empty where there are none, or as far as the text can be read.
std::vector<std::pair<std::string, std::string>> decodeArgs(std::string_view text);

// The same of the record itself (`ph`, `ts`, `name` ...); its args are one member.
std::vector<std::pair<std::string, std::string>> decodeMembers(std::string_view text);

} // namespace stepglass
