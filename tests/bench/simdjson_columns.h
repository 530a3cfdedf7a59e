// SPDX-License-Identifier: GPL-3.0-or-later
// The contender of bench_load: a trace's events by simdjson On-Demand. A translation unit of its own, so that it can be
// compiled with the instructions that simdjson is made for.
#pragma once

#include <cstddef>
#include <string>

// Number of events with a start.
std::size_t loadBySimdjson(const std::string& path);

// What On-Demand was compiled for: "haswell", "fallback" ...
const char* simdjsonImplementation();
