// SPDX-License-Identifier: GPL-3.0-or-later
// The thresholds of the findings, each with a name that `--set` and the settings page use.
#pragma once

#include "model/analysis/data_loading.h"
#include "model/core/ids.h"
#include "model/core/status.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stepglass {

// Shares are fractions of the step unless named otherwise.
struct FindingSettings
{
    double dominantWarn = 0.30; // of summed kernel time, by one name
    double dominantHigh = 0.50;
    double dominantBusy = 0.70; // device busy at least

    double launchWarn = 0.03; // micro-gaps
    double launchHigh = 0.15;
    double launchShort = 0.50;       // of launches whose device time is below their call's time
    Ns launchKernel = 20'000;        // or a median kernel below this
    Ns launchMicroGap = 100'000;     // gaps below are micro-gaps, all others macro-gaps
    Ns launchLongOperation = 50'000; // a gap with so much of one host operation is not the launches' fault

    double inputWarn = 0.05; // macro-gaps launched late
    double inputHigh = 0.20;
    std::string dataLoading{kDataLoadingPattern};

    double copyWarn = 0.10; // exposed copy
    double copyHigh = 0.20;

    double syncWarn = 0.03; // idle in and after blocking calls
    double syncHigh = 0.10;
    double syncCalls = 1; // blocking calls a step, at least
};

// A threshold for a person to see and change.
struct FindingSetting
{
    enum class Unit
    {
        Percent, // `30%` or `0.3`
        Duration,
        Number,
        Text
    };
    std::string_view name; // "launch-bound.micro_gap"
    std::string_view help;
    Unit unit;
    std::variant<double FindingSettings::*, Ns FindingSettings::*, std::string FindingSettings::*> member;
};
const std::vector<FindingSetting>& findingSettings();

// `launch-bound.micro_gap=50us`, `input-bound.warn=4%`. The error names the setting and what was expected.
Status applySetting(FindingSettings& settings, std::string_view assignment);
// The value as applySetting() reads it.
std::string settingText(const FindingSettings& settings, const FindingSetting& setting);

} // namespace stepglass
