// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with its analysis, for the commands that speak of steps and devices.
#pragma once

#include "model/analysis/device_analysis.h"

#include <memory>
#include <string>

namespace stepglass {

struct DeviceInput
{
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Links> links;
    std::unique_ptr<DeviceAnalysis> analysis;
};

// `stepRegion` as --step-region gives it; a region that is not in the trace is an error that names those that repeat.
// `pattern`: what names data loading; empty: the usual.
Result<DeviceInput> analyseDevices(std::shared_ptr<const Trace> trace, const std::string& stepRegion,
                                   const std::string& pattern = {});

// Why a trace without steps or device work cannot say all, in one line; empty where it can.
std::string whatCannotBeTold(const DeviceAnalysis& analysis);

} // namespace stepglass
