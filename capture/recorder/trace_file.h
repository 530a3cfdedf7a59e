// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepglass::capture {

// A file that others read while it grows. Only whole lines are ever left in it, also when the disk runs full.
class TraceFile
{
public:
    TraceFile() = default;
    ~TraceFile();
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    // Creates or empties the file.
    Status open(const std::string& path);
    // Whole lines. After a failure the file ends with the last line that fitted.
    Status write(std::string_view lines);
    Status close();

    bool isOpen() const { return m_descriptor >= 0; }
    const std::string& path() const { return m_path; }
    std::int64_t size() const { return m_size; }

private:
    int m_descriptor = -1;
    std::string m_path;
    std::int64_t m_size = 0;
};

// Whether a file could be written at path. Leaves an existing file as it is, and none where there was none.
Status checkWritable(const std::string& path);

// Packs `plain` with gzip into `packed` and removes `plain`. On failure `plain` is left as it is.
Status packFile(const std::string& plain, const std::string& packed);

} // namespace stepglass::capture
