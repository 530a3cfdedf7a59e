// SPDX-License-Identifier: GPL-3.0-or-later
// torch_tb_profiler's view of a trace (variants `release`, `last`, `clean`): its record types, its steps that stretch
// over what they launched. Its rules, not ours: golden/tb/README.md has them in full.
#pragma once

#include "model/analysis/intervals.h"
#include "tests/support/file_records.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stepglass::test {

enum class TbType
{
    Operator,
    Step,
    DataLoader,
    Annotation, // kept user annotations
    Runtime,
    Kernel,
    Memcpy,
    Memset,
    Module, // nn.Module rows of Python
    Other   // known, but in no figure
};

struct TbRow
{
    SliceId slice;
    TbType type = TbType::Other;
    Ns start = 0;
    Ns end = 0;
    std::string name;
    std::string tid;
    std::string external; // "External id" as text; empty: none
    std::string correlation;
    std::string shapes = "[]";
    std::string typeName; // the plugin's name of the type
    // Of kernels, as the plugin prints them; empty: not given.
    std::string device, grid, block, registers, sharedMemory;
    std::optional<double> blocksPerSm, occupancy;
    bool collective = false;

    Ns duration() const { return end - start; }
    bool usesTensorCores() const; // by the plugin's list of names
    bool onDevice() const { return type == TbType::Kernel || type == TbType::Memcpy || type == TbType::Memset; }
};

struct TbStep
{
    std::string name;
    Ns start = 0;
    Ns end = 0;
};

class TbRows
{
public:
    TbRows(const FileRecords& file, const std::string& variant);
    const std::vector<TbRow>& all() const { return m_all; } // in file order
    const std::vector<TbStep>& steps() const { return m_steps; }
    std::size_t stepsRemoved() const { return m_stepsRemoved; }
    // Range of the utilisation timeline.
    Interval range() const { return m_range; }
    // Device rows of a call, by correlation.
    std::vector<const TbRow*> launched(const TbRow& call) const;

private:
    void findSteps();
    void stretchSteps();

    std::vector<TbRow> m_all;
    std::vector<TbStep> m_steps;
    std::size_t m_stepsRemoved = 0;
    std::multimap<std::string, std::size_t> m_device; // by correlation
    Interval m_range;
};

} // namespace stepglass::test
