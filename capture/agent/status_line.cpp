// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/status_line.h"

#include <cmath>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace stepglass::capture {

std::string jsonNumber(double value)
{
    if (!std::isfinite(value))
        return "null";
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

std::string toJson(const StatusLine& line)
{
    TextBuffer out;
    const auto member = [&](const char* key, const std::string& value) {
        if (value.empty())
            return;
        out << ", \"" << key << "\": ";
        out.quoted(value);
    };
    out << "{\"version\": 1, \"state\": ";
    out.quoted(line.state);
    out << ", \"step\": " << line.step << ", \"cycle\": " << line.cycle;
    member("phase", line.phase);
    member("file", line.file);
    out << ", \"dropped\": " << line.dropped << ", \"events\": " << line.events;
    if (line.stepMs >= 0)
        out << ", \"step_ms\": " << jsonNumber(line.stepMs) << ", \"loss\": " << jsonNumber(line.loss);
    member("backend", line.backend);
    member("device", line.device);
    member("message", line.message);
    if (!line.files.empty()) {
        out << ", \"files\": [";
        for (std::size_t i = 0; i < line.files.size(); ++i) {
            out << (i ? ", " : "");
            out.quoted(line.files[i]);
        }
        out << ']';
    }
    out << '}';
    return out.text();
}

bool print(const StatusLine& line)
{
    const bool last = line.state == "finished" || line.state == "failed";
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    // A reader that does not keep up misses lines; the workload does not wait for it. Only the last word does, a while.
    const int ready = ::poll(&out, 1, last ? 2000 : 0);
    if (ready == 0)
        return true;
    const std::string text = toJson(line) + '\n';
    return ::write(STDOUT_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

} // namespace stepglass::capture
