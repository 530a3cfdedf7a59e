// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/finding_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stepglass {
namespace {

using Unit = FindingSetting::Unit;

// A number followed by its unit. False if there is no number or something else.
bool splitNumber(std::string_view text, double& number, std::string_view& unit)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !std::isfinite(number) || number < 0)
        return false;
    unit = text.substr(static_cast<std::size_t>(end - text.data()));
    return true;
}

// A share is at most the whole: 60 for "60 %" would be a limit that nothing reaches.
bool readShare(std::string_view text, double& value, bool ofWhole)
{
    std::string_view unit;
    double number = 0;
    if (!splitNumber(text, number, unit) || (unit != "%" && !unit.empty()))
        return false;
    number = unit.empty() ? number : number / 100;
    if (ofWhole && number > 1)
        return false;
    value = number;
    return true;
}

bool readDuration(std::string_view text, Ns& value)
{
    static constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
        {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
    std::string_view unit;
    double number = 0;
    if (!splitNumber(text, number, unit))
        return false;
    for (const auto& [name, factor] : kUnits) {
        if (unit == name && number * factor < 9e18) {
            value = std::llround(number * factor);
            return true;
        }
    }
    return false;
}

Status readValue(FindingSettings& settings, const FindingSetting& setting, std::string_view text)
{
    const auto expected = [&](const char* what) {
        return Status::error("--set " + std::string(setting.name) + ": '" + std::string(text) + "' is no " + what);
    };
    if (const auto* duration = std::get_if<Ns FindingSettings::*>(&setting.member))
        return readDuration(text, settings.**duration) ? Status() : expected("duration, such as 50us");
    if (const auto* share = std::get_if<double FindingSettings::*>(&setting.member)) {
        return readShare(text, settings.**share, setting.unit == Unit::Percent)
                   ? Status()
                   : expected(setting.unit == Unit::Percent ? "share, such as 5% or 0.05" : "number, such as 2");
    }
    const auto pattern = DataLoadingNames::make(std::string(text));
    if (!pattern.ok())
        return Status::error("--set " + std::string(setting.name) + ": " + pattern.status().message());
    settings.*std::get<std::string FindingSettings::*>(setting.member) = std::string(text);
    return {};
}

} // namespace

const std::vector<FindingSetting>& findingSettings()
{
    using S = FindingSettings;
    static const std::vector<FindingSetting> kSettings{
        {"dominant-kernel.warn", "share of summed kernel time by one kernel name", Unit::Percent, &S::dominantWarn},
        {"dominant-kernel.high", "the same, severe", Unit::Percent, &S::dominantHigh},
        {"dominant-kernel.busy", "device busy in the step at least", Unit::Percent, &S::dominantBusy},
        {"launch-bound.warn", "micro-gaps, share of the step", Unit::Percent, &S::launchWarn},
        {"launch-bound.high", "the same, severe", Unit::Percent, &S::launchHigh},
        {"launch-bound.short_launches", "launches that take longer than their kernel, at least", Unit::Percent,
         &S::launchShort},
        {"launch-bound.kernel", "or a median kernel below", Unit::Duration, &S::launchKernel},
        {"launch-bound.micro_gap", "gaps below are micro-gaps, all others macro-gaps", Unit::Duration,
         &S::launchMicroGap},
        {"launch-bound.long_operation", "a gap with so much of one host operation is not counted", Unit::Duration,
         &S::launchLongOperation},
        {"input-bound.warn", "macro-gaps under data loading or host work, share of the step", Unit::Percent,
         &S::inputWarn},
        {"input-bound.high", "the same, severe", Unit::Percent, &S::inputHigh},
        {"input-bound.pattern", "names of regions and Python frames that load data", Unit::Text, &S::dataLoading},
        {"serial-copy.warn", "exposed copies, share of the step", Unit::Percent, &S::copyWarn},
        {"serial-copy.high", "the same, severe", Unit::Percent, &S::copyHigh},
        {"frequent-sync.warn", "idle in and after blocking calls, share of the step", Unit::Percent, &S::syncWarn},
        {"frequent-sync.high", "the same, severe", Unit::Percent, &S::syncHigh},
        {"frequent-sync.calls", "blocking calls a step, at least", Unit::Number, &S::syncCalls},
    };
    return kSettings;
}

Status applySetting(FindingSettings& settings, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    const std::string_view name = assignment.substr(0, equals);
    const auto& known = findingSettings();
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const FindingSetting& s) { return s.name == name; });
    if (equals != std::string_view::npos && found != known.end())
        return readValue(settings, *found, assignment.substr(equals + 1));
    std::string names;
    for (const FindingSetting& setting : known)
        names += (names.empty() ? "" : ", ") + std::string(setting.name);
    return Status::error("--set " + std::string(assignment) + ": expected NAME=VALUE with one of " + names);
}

std::string settingText(const FindingSettings& settings, const FindingSetting& setting)
{
    const auto written = [](double number, const char* unit) {
        std::array<char, 64> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 12);
        return std::string(text.data(), end.ptr) + unit;
    };
    if (const auto* duration = std::get_if<Ns FindingSettings::*>(&setting.member))
        return written(static_cast<double>(settings.**duration) / 1000, "us");
    if (const auto* number = std::get_if<double FindingSettings::*>(&setting.member)) {
        const bool percent = setting.unit == Unit::Percent;
        return written(settings.**number * (percent ? 100 : 1), percent ? "%" : "");
    }
    return settings.*std::get<std::string FindingSettings::*>(setting.member);
}

} // namespace stepglass
