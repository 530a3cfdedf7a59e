// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of the operator table a slice counts for: its key is the name, host or device, region or not, and the input
// shapes where the table is grouped by them. Not the device, the stream or the thread.
#pragma once

#include "model/analysis/host_tree.h"

#include <cstdint>
#include <vector>

namespace stepglass {

struct RowKey
{
    std::uint32_t name = 0; // RowNames' number
    StringId shapes;        // empty: none, as for an empty list
    bool onDevice = false;
    bool region = false;
    friend bool operator==(const RowKey&, const RowKey&) = default;
};

class RowNumbers
{
public:
    RowNumbers(const Trace& trace, const HostTree& tree, bool byShape);

    std::uint32_t ofNode(std::size_t i) const { return m_ofNode[i]; }     // of tree.nodes
    std::uint32_t ofDevice(std::size_t i) const { return m_ofDevice[i]; } // of tree.device
    std::uint32_t ofMemory() const { return m_ofMemory; }                 // of records in no slice
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_keys.size()); }
    const RowKey& key(std::uint32_t row) const { return m_keys[row]; }
    // How many nodes and device slices of the whole trace have the row; and the longest of all of them.
    std::uint32_t countOf(std::uint32_t row) const { return m_counts[row]; }
    Ns longest() const { return m_longest; }

private:
    std::uint32_t number(const RowKey& key);
    std::uint32_t numberWithShapes(const RowKey& key);
    void grow();

    std::vector<RowKey> m_keys;
    std::vector<std::uint32_t> m_counts; // by row
    Ns m_longest = 0;
    std::vector<std::uint32_t> m_plain; // rows without shapes, by name, side and region; kFree
    std::vector<std::uint32_t> m_slots; // rows with shapes: open addressing; kFree
    ScratchArray<std::uint32_t> m_ofNode, m_ofDevice;
    std::uint32_t m_ofMemory = 0;
};

} // namespace stepglass
