// SPDX-License-Identifier: GPL-3.0-or-later
// A document with everything that analysis says of a drawing, and a drawing whose figures are counted by hand.
#pragma once

#include "tests/support/text_trace.h"
#include "views/document/diagnosis.h"
#include "views/document/trace_document.h"

namespace stepglass::test {

class Diagnosed
{
public:
    explicit Diagnosed(std::shared_ptr<const Trace> trace)
        : prepared(PreparedTrace::make(trace))
    {
        document.setTrace(std::move(trace));
        document.setLinks(prepared->sharedLinks());
        analyse();
    }
    explicit Diagnosed(std::string_view drawing)
        : Diagnosed(textTrace(drawing))
    {
    }
    // After the scope has changed.
    void analyse(const AnalysisOptions& options = {})
    {
        const auto results = stepglass::analyze(prepared, document.scope(), options);
        document.setAnalysis(results);
        document.setDiagnosis(diagnose(results));
    }
    const Trace& trace() const { return *document.trace(); }

    std::shared_ptr<const PreparedTrace> prepared;
    TraceDocument document;
};

// With plain blanks, as a person types them.
inline QString plain(QString text)
{
    return text.replace(QChar::Nbsp, QLatin1Char(' '));
}

// Three steps of 100 us. Device 0 computes 30, 50 and 90 of them. It is idle for
//   step 1: data loading 40 (0-40), launch latency 10 (40-50), host work 20 (80-100)
//   step 2: host work 30 and 10 (100-130, 190-200), launch latency 10 (130-140)
//   step 3: host work 5 (200-205), launch latency 5 (205-210).
inline constexpr const char* kThreeSteps =
    "1/1: step ProfilerStep#1 0-100; step ProfilerStep#2 100-200; step ProfilerStep#3 200-300;"
    "region enumerate(DataLoader)#next 0-40; op aten::mm 40-44; call cudaLaunchKernel 40-42 corr=1;"
    "op aten::relu 80-100; op aten::add 100-140; call cudaLaunchKernel 130-132 corr=2; op aten::relu 190-200;"
    "op aten::mul 200-208; call cudaLaunchKernel 205-207 corr=3\n"
    "0/7: kernel gemm 50-80 corr=1 dev=0 stream=7; kernel gemm 140-190 corr=2 dev=0 stream=7;"
    "kernel other 210-300 corr=3 dev=0 stream=7\n";

} // namespace stepglass::test
