// SPDX-License-Identifier: GPL-3.0-or-later
// Which slices are data loading, told by their names.
#pragma once

#include "model/core/kinds.h"
#include "model/core/status.h"

#include <regex>
#include <string>
#include <string_view>

namespace stepglass {

inline constexpr std::string_view kDataLoadingPattern =
    R"(\b(data_?loader|next_batch|load_batch|preprocess|tokeniz\w*|collate))";

class DataLoadingNames
{
public:
    DataLoadingNames(); // with kDataLoadingPattern
    // An ECMAScript pattern, case ignored; an error names what is wrong with it.
    static Result<DataLoadingNames> make(const std::string& pattern);

    // `enumerate(Data...` of any kind; else a region or Python frame that matches the pattern. Never an operator, an
    // autograd node, an `nn.Module`, `DataParallel` or `DistributedDataParallel`.
    bool matches(std::string_view name, SliceKind kind) const;

private:
    explicit DataLoadingNames(std::regex pattern)
        : m_pattern(std::move(pattern))
    {
    }
    std::regex m_pattern;
};

} // namespace stepglass
