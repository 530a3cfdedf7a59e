// SPDX-License-Identifier: GPL-3.0-or-later
// One loading of one file: chooses how to read it and feeds the builder.
#pragma once

#include "model/core/trace_builder.h"
#include "model/read/ingest.h"
#include "model/read/region_reader.h"
#include "model/read/text_access.h"
#include "model/read/trace_reader.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace stepglass {

class Loader
{
public:
    Loader(std::string path, const LoadOptions& options);
    // Regions of that size, also of small files (else only big files are read in regions).
    void setRegionBytes(std::uint64_t bytes)
    {
        m_regionBytes = bytes;
        m_leastForRegions = 0;
    }
    Result<std::shared_ptr<const Trace>> load();
    std::uint64_t repairedRegions() const { return m_repairedRegions; }

private:
    // What has been read at a time.
    struct Feed
    {
        EventBatch batch;
        TraceInfo info;
        std::uint64_t storedPosition = 0;
        TraceReader::State state = TraceReader::State::More;
    };
    void readInto(Feed& feed, std::uint64_t bytes);
    void accept(EventBatch& batch, std::uint64_t storedPosition);
    void publish(std::uint64_t storedPosition);
    void readSequentially();
    void readInThreads();
    bool canReadRegions() const;
    void readRegions();
    bool cancelled() const { return m_options.stop.stop_requested() && !m_options.follow; }
    Status failure() const;
    void placeBadEvents();

    std::string m_path;
    std::string m_label;
    LoadOptions m_options;
    unsigned m_threads;
    std::uint64_t m_regionBytes = RegionReader::kRegionBytes;
    std::uint64_t m_leastForRegions = 2 * RegionReader::kRegionBytes;
    std::uint64_t m_repairedRegions = 0;
    ReadableSource m_input;
    std::uint64_t m_storedSize = 0;
    TraceReader m_reader;
    TraceInfo m_info; // on the side of the reader
    TraceBuilder m_builder;
    TraceReader::State m_state = TraceReader::State::More;
    std::uint64_t m_records = 0;
    std::uint64_t m_phases = 0;
    std::chrono::steady_clock::time_point m_nextSnapshot = std::chrono::steady_clock::time_point::min();
};

} // namespace stepglass
