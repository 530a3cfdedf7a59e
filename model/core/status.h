// SPDX-License-Identifier: GPL-3.0-or-later
// The result of something that can fail, across a folder boundary: nothing throws there.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace stepglass {

// Success, or one sentence for the user that names the file, the place and the reason.
class [[nodiscard]] Status
{
public:
    Status() = default;
    static Status error(std::string message)
    {
        Status s;
        s.m_message = std::move(message);
        return s;
    }
    bool ok() const { return !m_message.has_value(); }
    const std::string& message() const { return *m_message; }

private:
    std::optional<std::string> m_message;
};

// A value, or the Status that says why there is none.
template<class T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_value(std::move(value))
    {
    }
    Result(Status status)
        : m_status(std::move(status))
    {
    }
    bool ok() const { return m_value.has_value(); }
    const Status& status() const { return m_status; }
    T& value() { return *m_value; }
    const T& value() const { return *m_value; }

private:
    std::optional<T> m_value;
    Status m_status;
};

} // namespace stepglass
