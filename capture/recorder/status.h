// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

namespace stepglass::capture {

// Success, or one sentence that says what failed and what to do about it. The capture side reports failures with this;
// no exception leaves one of its folders.
class Status
{
public:
    Status() = default;
    static Status failure(std::string message)
    {
        Status status;
        status.m_message = message.empty() ? "unknown failure" : std::move(message);
        return status;
    }

    bool ok() const { return m_message.empty(); }
    explicit operator bool() const { return ok(); }
    const std::string& message() const { return m_message; }

private:
    std::string m_message;
};

} // namespace stepglass::capture
