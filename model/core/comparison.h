// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two runs. Relative differences are of B against A: 0.05 is 5 % more time.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepglass {

enum class Verdict : std::uint8_t
{
    Faster, // B against A
    Slower,
    Same,
    Uncertain,
    NotEnoughData
};
// "faster", "slower", "same", "uncertain", "not enough data".
std::string_view verdictName(Verdict verdict);
// "B is faster than A": for a person, without a full stop.
std::string_view verdictSentence(Verdict verdict);

enum class FigureKind : std::uint8_t
{
    Other, // of the step: its whole time, or the device's
    Class, // of the step's time on the device
    Host,  // of an operator
    Device // of what an operator launched
};

// What a figure is of: "step", "compute", "aten::mm".
struct FigureKey
{
    std::string name;
    FigureKind kind = FigureKind::Other;
    auto operator<=>(const FigureKey&) const = default;
};
// "step", "class compute", "aten::mm on the host", "aten::mm on the device".
std::string figureText(const FigureKey& key);

struct ComparedRow
{
    FigureKey key;
    double a = 0; // median ns a step; 0 without samples
    double b = 0;
    std::size_t samplesA = 0, samplesB = 0;
    std::optional<double> change; // b / a - 1; none where a is 0 or a side has no samples
    std::optional<std::pair<double, double>>
        interval; // 95 %, of the relative difference of medians; from 3 samples a side

    bool bothSides() const { return samplesA > 0 && samplesB > 0; }
    double difference() const { return bothSides() ? b - a : 0; } // 0 where a side cannot tell
};

struct Comparison
{
    Verdict verdict = Verdict::NotEnoughData;
    std::string reason;                   // of the verdict, one sentence
    std::vector<std::string> differences; // of devices, shapes, schedules: to be read before the verdict
    ComparedRow step;
    std::optional<double> throughputA, throughputB; // samples a second, where the input says the batch
    double noiseFloor = 0;
    std::string noiseFloorFrom; // what it was measured by, or that it is the setting
    double scatter = 0;         // without repetitions: what the scatter of so many steps explains, relative
    // Without repetitions: by how much the same kernels (name, grid, block) took longer in B, as far as there are
    // any. A change of the program leaves them as they are; a machine that runs slower does not.
    double drift = 0;
    std::vector<ComparedRow> rows;              // the step first, the others by |difference|
    std::vector<std::string> gone, added, same; // ids of findings
    std::vector<std::string> unjudged;          // found on one side, not enough data on the other
};

} // namespace stepglass
