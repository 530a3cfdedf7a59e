// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/rules/rule.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepglass {

Ns RuleInput::total() const
{
    Ns sum = 0;
    for (const JudgedStep& step : steps)
        sum += step.times.duration;
    return sum;
}

double RuleInput::share(Ns part) const
{
    const Ns all = total();
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

void judge(Finding& finding, double share, double warn, double high, const std::string& unmet)
{
    finding.value = share * 100;
    finding.threshold = warn * 100;
    finding.severity = Severity::None;
    if (share < warn)
        return;
    finding.unmet = unmet;
    if (!unmet.empty())
        return;
    finding.severity = share >= high ? Severity::High : Severity::Warn;
    finding.threshold = (share >= high ? high : warn) * 100;
}

void setCeiling(Finding& finding, const RuleInput& input, Ns sum)
{
    finding.ceiling = input.aStep(sum);
    finding.ceilingPercent = input.share(sum) * 100;
}

void keepLongest(std::vector<Evidence>& evidence)
{
    std::stable_sort(evidence.begin(), evidence.end(),
                     [](const Evidence& a, const Evidence& b) { return a.duration > b.duration; });
    if (evidence.size() > kMostEvidence)
        evidence.resize(kMostEvidence);
}

std::string percentWords(double fraction)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", fraction * 100);
    return text.data();
}

std::string durationWords(Ns ns)
{
    static constexpr std::array<std::pair<Ns, const char*>, 3> kUnits{
        {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "µs"}}};
    std::array<char, 48> text{};
    for (const auto& [unit, word] : kUnits) {
        if (ns >= unit || unit == 1000) {
            std::snprintf(text.data(), text.size(), "%.3f %s", static_cast<double>(ns) / static_cast<double>(unit),
                          word);
            break;
        }
    }
    return text.data();
}

std::string countWords(std::uint64_t count, const char* one, const char* many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string shortName(std::string_view name)
{
    constexpr std::size_t kLongest = 80;
    if (name.size() <= kLongest)
        return std::string(name);
    std::size_t cut = kLongest;
    while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80)
        --cut; // not inside a character
    return std::string(name.substr(0, cut)) + "…";
}

} // namespace stepglass
