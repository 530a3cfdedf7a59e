// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analyze.h"

#include "model/analysis/operator_table.h"
#include "model/analysis/wall_table.h"

namespace stepglass {

std::shared_ptr<const AnalysisResults> analyze(std::shared_ptr<const PreparedTrace> prepared, const Scope& scope,
                                               const AnalysisOptions& options, std::stop_token stop)
{
    auto results = std::make_shared<AnalysisResults>();
    results->scope = scope;
    results->prepared = std::move(prepared);
    results->steps = listSteps(results->prepared->trace(), options.stepRegion);
    const TableRequest request{scope, options.groupByInputShape, options.includePythonFunctions};
    results->pytorch = pytorchTable(*results->prepared, results->steps, request, stop);
    if (!results->pytorch)
        return nullptr;
    results->wall = wallTable(*results->prepared, results->steps, scope, stop);
    if (!results->wall)
        return nullptr;
    const bool sameTrace = options.previous && options.previous->prepared == results->prepared;
    const DeviceRequest devices{options.stepRegion, options.findings};
    results->devices = deviceResults(*results->prepared, results->steps, scope, devices,
                                     sameTrace ? &options.previous->devices : nullptr);
    return stop.stop_requested() ? nullptr : results;
}

} // namespace stepglass
