// SPDX-License-Identifier: GPL-3.0-or-later
// torch_tb_profiler's operator table: a tree that drops children which cross their parent's end, and calls that belong
// to the first operator of their External id.
#pragma once

#include "tests/support/tb_rows.h"

#include <map>
#include <string>

namespace stepglass::test {

struct TbOperator // us
{
    std::uint64_t calls = 0;
    double hostSelf = 0, hostTotal = 0, deviceSelf = 0, deviceTotal = 0;
};

struct TbOperators
{
    std::map<std::string, TbOperator> rows;                            // by name
    std::map<std::pair<std::string, std::string>, TbOperator> byShape; // by name and Input Dims
    int dropped = 0;                                                   // crossing children
};

TbOperators tbOperators(const TbRows& rows);

} // namespace stepglass::test
