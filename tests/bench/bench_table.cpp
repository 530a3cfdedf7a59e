// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table of a trace of 1 M events, made up in memory in the proportions of a PyTorch trace: from the bare
// trace, for a range, sorted anew. What must hold: 60, 60 and 10 ms.
#include "model/analysis/call_tree.h"
#include "model/analysis/operator_table.h"
#include "model/analysis/wall_table.h"
#include "model/core/trace_builder.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace stepglass;

namespace {

// One operator in 5 has a child, every fourth launches a kernel, every eighth allocates; 3 threads, 4 streams.
class TraceMaker
{
public:
    std::shared_ptr<const Trace> make(std::uint32_t events)
    {
        for (int i = 0; i < 60; ++i)
            m_names.push_back(m_batch.strings.intern("aten::operator_" + std::to_string(i)));
        for (int i = 0; i < 40; ++i)
            m_kernels.push_back(m_batch.strings.intern("void kernel_" + std::to_string(i) + "<float>(int, float*)"));
        m_launch = m_batch.strings.intern("cudaLaunchKernel");
        for (std::uint32_t step = 0; m_batch.records < events; ++step) {
            const Ns start = m_now[0];
            for (int i = 0; i < 2000 && m_batch.records < events; ++i)
                operatorWithChildren(static_cast<std::uint32_t>(i % 3), 0, static_cast<unsigned>(i % 50));
            slice(SliceKind::Step, m_batch.strings.intern("ProfilerStep#" + std::to_string(step)), 0, start,
                  m_now[0] - start);
        }
        TraceBuilder builder;
        builder.append(m_batch);
        return builder.finish();
    }

private:
    SliceRecord& slice(SliceKind kind, StringId name, std::uint32_t thread, Ns start, Ns duration)
    {
        SliceRecord& s = m_batch.slices.emplace_back();
        s.kind = kind;
        s.name = name;
        s.thread = m_batch.thread("100", std::to_string(100 + thread));
        s.start = start;
        s.duration = duration;
        s.source = m_batch.records++ * 300;
        return s;
    }
    void operatorWithChildren(std::uint32_t thread, int depth, unsigned path)
    {
        const std::uint32_t external = ++m_external;
        const std::size_t at = m_batch.slices.size();
        const Ns start = m_now[thread] += 300;
        slice(SliceKind::Operator, m_names[path % m_names.size()], thread, start, 0).externalId =
            IdKey::ofNumber(external);
        m_now[thread] += 1000 + static_cast<Ns>(m_random() % 4000);
        for (unsigned i = depth < 5 ? m_random() % 3 : 0; i > 0; --i)
            operatorWithChildren(thread, depth + 1, path * 3 + i);
        if (external % 4 == 0)
            launch(thread, external);
        if (external % 8 == 0)
            memory(m_now[thread]);
        m_now[thread] += 500;
        m_batch.slices[at].duration = m_now[thread] - start;
    }
    void launch(std::uint32_t thread, std::uint32_t external)
    {
        const IdKey correlation = IdKey::ofNumber(1'000'000 + external);
        SliceRecord& call = slice(SliceKind::RuntimeCall, m_launch, thread, m_now[thread], 4000);
        call.correlation = correlation;
        call.externalId = IdKey::ofNumber(external);
        m_now[thread] += 4500;
        SliceRecord& kernel =
            slice(SliceKind::Kernel, m_kernels[m_random() % m_kernels.size()], 0, m_now[thread], 3000);
        kernel.thread = m_batch.thread("0", std::to_string(7 + external % 16 / 4));
        kernel.correlation = correlation;
        kernel.externalId = IdKey::ofNumber(external);
        DeviceWork work;
        work.slice = SliceId(static_cast<std::uint32_t>(m_batch.slices.size() - 1));
        work.device = m_batch.strings.intern("0");
        work.stream = IdKey::ofNumber(7 + external % 16 / 4);
        m_batch.deviceWork.push_back(work);
        m_batch.records += 2; // its two flow records
    }
    void memory(Ns time)
    {
        MemoryRecord record;
        record.time = time;
        record.thread = m_batch.thread("100", "100");
        record.bytes = 512;
        record.deviceType = 1;
        m_batch.memory.push_back(record);
        ++m_batch.records;
    }

    EventBatch m_batch;
    std::mt19937 m_random{3};
    std::array<Ns, 3> m_now{};
    std::uint32_t m_external = 0;
    StringId m_launch;
    std::vector<StringId> m_names, m_kernels;
};

constexpr std::uint32_t kEvents = 1'000'000;

std::shared_ptr<const Trace> trace()
{
    static const std::shared_ptr<const Trace> made = TraceMaker().make(kEvents);
    return made;
}

const PreparedTrace& prepared()
{
    static const auto made = PreparedTrace::make(trace());
    return *made;
}

Scope middle()
{
    const Ns length = trace()->spanEnd() - trace()->spanStart();
    return Scope::range(trace()->spanStart() + length / 4, trace()->spanStart() + 3 * length / 4);
}

void links(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(linkTrace(*trace()));
    state.counters["slices"] = trace()->sliceCount();
}

void wholeFromTrace(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(pytorchTable(*PreparedTrace::make(trace()), {}, {}));
}

void wholeFromLinkedTrace(benchmark::State& state)
{
    const std::shared_ptr<const Links> links = linkTrace(*trace());
    for (auto _ : state)
        benchmark::DoNotOptimize(pytorchTable(*PreparedTrace::make(trace(), {}, links), {}, {}));
}

void wholePrepared(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(pytorchTable(prepared(), {}, {}));
}

void range(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(pytorchTable(prepared(), {}, {middle(), false, false}));
}

void wallWhole(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(wallTable(prepared(), {}, Scope::whole()));
}

void wallRange(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(wallTable(prepared(), {}, middle()));
}

void tree(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(callTree(prepared(), {}, Scope::whole()));
}

void sortAnew(benchmark::State& state)
{
    const auto table = pytorchTable(prepared(), {}, {Scope::whole(), true, true});
    for (auto _ : state)
        benchmark::DoNotOptimize(rowOrder(*table, RowSort::SelfCpu));
    state.counters["rows"] = static_cast<double>(table->rows.size());
}

} // namespace

BENCHMARK(links)->Unit(benchmark::kMillisecond);
BENCHMARK(wholeFromTrace)->Unit(benchmark::kMillisecond);
BENCHMARK(wholeFromLinkedTrace)->Unit(benchmark::kMillisecond);
BENCHMARK(wholePrepared)->Unit(benchmark::kMillisecond);
BENCHMARK(range)->Unit(benchmark::kMillisecond);
BENCHMARK(wallWhole)->Unit(benchmark::kMillisecond);
BENCHMARK(wallRange)->Unit(benchmark::kMillisecond);
BENCHMARK(tree)->Unit(benchmark::kMillisecond);
BENCHMARK(sortAnew)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
