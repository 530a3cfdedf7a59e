// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/text_buffer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepglass::capture {

// One line of the protocol between the capture process and whoever started it: a JSON object on standard output.
struct StatusLine
{
    std::string state; // starting, waiting, warmup, active, stopping, finished, failed
    std::int64_t step = -1;
    std::int64_t cycle = 0;
    std::string phase; // none, warmup, record
    std::string file;
    std::uint64_t dropped = 0;
    std::uint64_t events = 0;
    double stepMs = -1;
    double loss = -1;
    std::string backend;
    std::string device;
    std::string message;
    std::vector<std::string> files; // finished only
};

std::string toJson(const StatusLine& line);
// Writes it as one line, or skips it where the reader lags. False when nobody reads any more.
bool print(const StatusLine& line);
// A number with six significant digits, "null" where it is not finite.
std::string jsonNumber(double value);

} // namespace stepglass::capture
