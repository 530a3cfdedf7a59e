// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_trace.h"

#include "model/core/trace_builder.h"

#include <array>
#include <random>
#include <string>

namespace stepglass::test {
namespace {

class Draw
{
public:
    explicit Draw(std::uint32_t seed)
        : m_random(seed)
    {
    }
    std::shared_ptr<const Trace> run()
    {
        const int threads = below(3) + 1;
        if (below(8) > 0)
            steps();
        for (int t = 0; t < threads; ++t)
            hostThread(std::to_string(1 + t));
        if (below(3) == 0)
            host("-1", "0", SliceKind::Overhead, "Activity Buffer Request", below(200), below(30));
        const int devices = below(2) + 1;
        for (int d = 0; d < devices; ++d)
            device(std::to_string(d));
        TraceBuilder builder;
        builder.append(m_batch);
        return builder.finish();
    }

private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(n)); }

    SliceRecord& host(const std::string& pid, const std::string& tid, SliceKind kind, const std::string& name, Ns start,
                      Ns duration)
    {
        SliceRecord slice;
        slice.kind = kind;
        slice.name = m_batch.strings.intern(name);
        slice.thread = m_batch.thread(pid, tid);
        slice.source = m_source++;
        slice.start = start;
        slice.duration = duration;
        ++m_batch.records;
        m_batch.slices.push_back(slice);
        return m_batch.slices.back();
    }
    void steps()
    {
        Ns at = below(20);
        for (int i = 0, n = below(4) + 1; i < n; ++i) {
            const Ns length = 20 + below(50);
            host("1", "1", SliceKind::Step, "ProfilerStep#" + std::to_string(i), at, length);
            at += length + below(4);
        }
    }
    void hostThread(const std::string& tid)
    {
        static const std::array<std::pair<SliceKind, const char*>, 9> kSlices{
            {{SliceKind::Operator, "aten::mm"},
             {SliceKind::Region, "forward"},
             {SliceKind::Region, "my data_loader"},
             {SliceKind::Python, "torch/utils/data/dataloader.py(1): next"},
             {SliceKind::Operator, "enumerate(DataLoader)#x.__next__"},
             {SliceKind::RuntimeCall, "cudaStreamSynchronize"},
             {SliceKind::RuntimeCall, "cudaMemcpy"},
             {SliceKind::Overhead, "Instrumentation"},
             {SliceKind::Other, "note"}}};
        for (int i = 0, n = below(7); i < n; ++i) {
            const auto& [kind, name] = kSlices[static_cast<std::size_t>(below(9))];
            host("1", tid, kind, name, below(230), below(40));
        }
        for (int i = 0, n = below(5); i < n; ++i) {
            static const std::array<const char*, 2> kLaunches{"cudaLaunchKernel", "cudaMemcpyAsync"};
            host("1", tid, SliceKind::RuntimeCall, kLaunches[static_cast<std::size_t>(below(2))], below(230),
                 1 + below(8))
                .correlation = m_batch.idKey(std::to_string(m_correlation));
            m_launches.emplace_back(m_correlation++);
        }
    }
    void device(const std::string& id)
    {
        static const std::array<std::pair<SliceKind, const char*>, 8> kWork{
            {{SliceKind::Kernel, "gemm"},
             {SliceKind::Kernel, "relu"},
             {SliceKind::Communication, "ncclAllReduce"},
             {SliceKind::MemcpyHtoD, "Memcpy HtoD (Pageable -> Device)"},
             {SliceKind::MemcpyDtoH, "Memcpy DtoH (Device -> Pageable)"},
             {SliceKind::Memset, "Memset (Device)"},
             {SliceKind::Sync, "Stream Wait Event"},
             {SliceKind::GpuRegion, "forward"}}};
        for (int i = 0, n = below(7); i < n; ++i) {
            const auto& [kind, name] = kWork[static_cast<std::size_t>(below(8))];
            SliceRecord& slice = host(id, "7", kind, name, below(240), below(4) == 0 ? 0 : below(30));
            const int correlation = below(4) == 0 || m_launches.empty()
                                        ? 1000 + below(3)
                                        : m_launches[static_cast<std::size_t>(below(int(m_launches.size())))];
            slice.correlation = m_batch.idKey(std::to_string(correlation));
            DeviceWork work;
            work.slice = SliceId(static_cast<std::uint32_t>(m_batch.slices.size() - 1));
            work.device = m_batch.strings.intern(id);
            work.stream = m_batch.idKey(std::to_string(7 + below(2)));
            work.pageable = std::string_view(name).find("Pageable") != std::string_view::npos;
            m_batch.deviceWork.push_back(work);
        }
    }

    std::mt19937 m_random;
    EventBatch m_batch;
    std::uint64_t m_source = 0;
    int m_correlation = 1;
    std::vector<int> m_launches;
};

} // namespace

std::shared_ptr<const Trace> randomTrace(std::uint32_t seed)
{
    return Draw(seed).run();
}

} // namespace stepglass::test
