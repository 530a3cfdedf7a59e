// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/device_results.h"

#include "model/analysis/derived_series.h"
#include "model/analysis/device_tables.h"
#include "model/analysis/findings.h"
#include "model/analysis/prepared_trace.h"
#include "model/analysis/scope_filter.h"

namespace stepglass {
namespace {

std::shared_ptr<const DeviceBase> makeBase(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                           const DeviceRequest& request)
{
    auto base = std::make_shared<DeviceBase>();
    base->stepRegion = request.stepRegion;
    base->dataLoading = request.findings.dataLoading;
    const auto loading = DataLoadingNames::make(request.findings.dataLoading);
    base->analysis = std::make_unique<const DeviceAnalysis>(prepared.trace(), prepared.links(), steps,
                                                            loading.ok() ? loading.value() : DataLoadingNames());
    for (const DeviceActivity& device : base->analysis->devices())
        base->steps.push_back(stepRows(*base->analysis, device));
    base->series = derivedSeries(*base->analysis);
    return base;
}

} // namespace

DeviceResults deviceResults(const PreparedTrace& prepared, const std::vector<Step>& steps, const Scope& scope,
                            const DeviceRequest& request, const DeviceResults* previous)
{
    DeviceResults results;
    const bool reusable = previous != nullptr && previous->base && previous->base->stepRegion == request.stepRegion &&
                          previous->base->dataLoading == request.findings.dataLoading;
    results.base = reusable ? previous->base : makeBase(prepared, steps, request);
    const DeviceAnalysis& analysis = *results.base->analysis;
    const Intervals moments = momentsOf(analysis, scope);
    for (const DeviceActivity& device : analysis.devices())
        results.breakdowns.push_back(breakdownOver(analysis, device, moments));
    results.kernels = kernelRows(analysis, scope, KernelGrouping::ByLaunch);
    results.copies = copyRows(analysis, scope);
    results.findings = findings(analysis, request.findings, scope);
    return results;
}

} // namespace stepglass
