// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/document/diagnosis.h"

#include "model/analysis/call_tree.h"
#include "model/analysis/device_tables.h"

#include <utility>

namespace stepglass {

int Diagnosis::deviceIndex(std::string_view id) const
{
    const auto& all = devices().devices();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (trace().text(all[i].device) == id)
            return static_cast<int>(i);
    }
    return all.empty() ? -1 : 0;
}

std::shared_ptr<const Diagnosis> diagnose(std::shared_ptr<const AnalysisResults> results, std::stop_token stop)
{
    auto diagnosis = std::make_shared<Diagnosis>();
    diagnosis->results = std::move(results);
    const AnalysisResults& of = *diagnosis->results;
    diagnosis->tree = callTree(*of.prepared, of.steps, of.scope, stop);
    diagnosis->kernels = std::make_shared<const std::vector<KernelRow>>(
        kernelRows(diagnosis->devices(), of.scope, KernelGrouping::ByName));
    return diagnosis;
}

} // namespace stepglass
