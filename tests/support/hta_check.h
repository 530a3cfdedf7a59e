// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing figures with a golden file of HolisticTraceAnalysis, and its variants.
#pragma once

#include "tests/support/hta_rows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace stepglass::test {

// Differences, as lines; empty if all agree.
class HtaCheck
{
public:
    using Json = nlohmann::json;
    // `fractional`: times of the file have fractions and are not narrowed to whole us: 0.05 us. Else to the last digit;
    // sums of doubles may differ in their last bits.
    explicit HtaCheck(bool fractional)
        : m_tolerance(fractional ? 0.05 : 0)
    {
    }
    // us
    void time(const std::string& what, const Json& expected, double actual)
    {
        near(what, expected, actual, std::max(m_tolerance, std::abs(actual) * 1e-12));
    }
    // A square root of sums, or a ratio of measured values.
    void derived(const std::string& what, const Json& expected, double actual)
    {
        near(what, expected, actual, m_tolerance + 1e-9 * std::abs(actual));
    }
    void near(const std::string& what, const Json& expected, double actual, double tolerance)
    {
        ++compared;
        const bool same = expected.is_number() ? std::abs(expected.get<double>() - actual) <= tolerance
                                               : expected.is_null() && std::isnan(actual);
        if (!same)
            lines += m_variant + what + ": expected " + expected.dump() + ", is " + std::to_string(actual) + "\n";
    }
    void count(const std::string& what, const Json& expected, std::size_t actual)
    {
        near(what, expected, static_cast<double>(actual), 0);
    }
    void same(const std::string& what, const Json& expected, const Json& actual)
    {
        ++compared;
        if (expected != actual)
            lines += m_variant + what + ": expected " + expected.dump() + ", is " + actual.dump() + "\n";
    }
    // Rounded by the tool to 1 / digits, as numpy does; a time that is off by its tolerance may round to the neighbour.
    void figure(const std::string& what, const Json& expected, double actual, double digits)
    {
        near(what, expected, std::nearbyint(actual * digits) / digits, m_tolerance > 0 ? 1.01 / digits : 1e-9);
    }
    void startVariant(const std::string& name, bool fractional)
    {
        m_variant = name + ": ";
        m_tolerance = fractional ? 0.05 : 0;
    }
    std::string lines;
    int compared = 0;

private:
    std::string m_variant;
    double m_tolerance;
};

// An analysis that the tool gave figures for.
inline bool htaHas(const nlohmann::json& variant, const char* key)
{
    return variant.contains(key) && !(variant[key].is_object() && variant[key].contains("unavailable"));
}

using HtaVariantCheck =
    std::function<void(const nlohmann::json& variant, const HtaRows&, const std::vector<HtaRow>& kept, HtaCheck&)>;

// Every variant of a golden file: as the tool comes (fractional times narrowed to whole us), without the narrowing,
// each without and with the last step.
inline HtaCheck checkHtaVariants(const nlohmann::json& json, const std::string& trace, const HtaVariantCheck& checkOne)
{
    const FileRecords file(trace);
    const bool fractional = json["fractional_us"];
    HtaCheck check(false);
    for (const bool narrowed : {false, true}) {
        if (narrowed && !fractional)
            continue;
        const HtaRows rows(file, narrowed);
        const bool exact = fractional && !narrowed;
        for (const bool allSteps : {false, true}) {
            const char* name = allSteps ? (exact ? "all_steps_ns" : "all_steps") : (exact ? "ns" : "default");
            if (!json["variants"].contains(name))
                continue;
            check.startVariant(name, exact);
            checkOne(json["variants"][name], rows, rows.kept(allSteps), check);
        }
    }
    return check;
}

} // namespace stepglass::test
