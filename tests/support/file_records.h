// SPDX-License-Identifier: GPL-3.0-or-later
// A real trace with the text of its records beside it: what other tools read from args and the analysis does not keep.
#pragma once

#include "model/core/trace.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace stepglass::test {

// The path of the file of that name anywhere under tracesFolder() but in `golden` folders; empty if there is none.
std::string findTrace(const std::string& fileName);

class FileRecords
{
public:
    // Reads the file twice: as a trace, and as text. Ends the program on a file that cannot be read.
    explicit FileRecords(const std::string& path);

    const Trace& trace() const { return *m_trace; }
    std::shared_ptr<const Trace> sharedTrace() const { return m_trace; }
    // The record of a slice as JSON.
    nlohmann::json record(SliceId slice) const;
    // Where the first record of "traceEvents" begins.
    std::uint64_t firstRecord() const { return m_text.find('{', m_text.find("\"traceEvents\"")); }
    // Slices in file order.
    std::vector<SliceId> inFileOrder() const;

private:
    std::shared_ptr<const Trace> m_trace;
    std::string m_text;
};

// The golden files of a folder of goldenFolder(), sorted; empty where it does not exist.
std::vector<std::string> goldensIn(const std::string& folder);
nlohmann::json readJson(const std::string& path);

} // namespace stepglass::test
