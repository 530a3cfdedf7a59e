// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of host slices as PyTorch builds it, with what each node took itself: host time, device time, memory. Of the
// whole trace, whatever the scope. NUMBERS §3a.
#pragma once

#include "model/analysis/links.h"
#include "model/analysis/row_names.h"
#include "model/analysis/slice_order.h"
#include "model/core/scratch_array.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace stepglass {

class HostTree
{
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

    // What else is needed, each called once, on another thread while this one works: the links (null when stopped),
    // and what can be done once nodes and device slices stand in order.
    struct Beside
    {
        std::function<const Links*()> links;
        std::function<void(const HostTree&)> ordered;
    };
    // Null when stopped.
    static std::shared_ptr<const HostTree> make(const Trace& trace, const Beside& beside, std::stop_token stop = {});

    // Nodes: operators, regions, calls, Python frames and overhead without the hidden names, in order of start (longer
    // first, file order). `id` is the slice.
    ScratchArray<OrderedSlice> nodes;
    ScratchArray<std::uint32_t> parent;  // node, kNone at the root; merged nodes are nobody's parent
    ScratchArray<std::uint8_t> merged;   // an only child with its parent's name: the parent stands for both
    ScratchArray<Ns> self;               // duration less that of the children; can be negative where they overlap
    ScratchArray<Ns> ownDevice;          // of the node's own device slices
    ScratchArray<Ns> totalDevice;        // and its children's
    ScratchArray<std::uint32_t> kernels; // of the node and its children

    // Bytes allocated less freed while the node ran, on any thread; empty in a trace without memory records.
    struct Bytes
    {
        std::int64_t host = 0;
        std::int64_t device = 0;
    };
    ScratchArray<Bytes> bytes;              // all of the node
    ScratchArray<Bytes> selfBytes;          // less that of the children
    std::vector<std::uint32_t> looseMemory; // rows of trace.memory() in no node, by time

    // Device slices in the same order; `id` is the row of trace.deviceWork().
    ScratchArray<OrderedSlice> device;

    const RowNames& names() const { return m_names; }
    bool isXpu() const { return m_xpu; }
    // A trace of another producer: neither operators nor regions, calls or device work. Its slices without a kind, and
    // Python frames, are the nodes then.
    bool isGeneric() const { return m_generic; }

private:
    friend class HostTreeMaker;
    explicit HostTree(const Trace& trace)
        : m_names(trace)
    {
    }

    RowNames m_names;
    bool m_xpu = false;
    bool m_generic = false;
};

// Sum of a memory record's bytes by side: host (device type 0) or device (CUDA, HIP, XPU, private use); others are
// none.
HostTree::Bytes bytesOf(const MemoryRecord& record);

} // namespace stepglass
