// SPDX-License-Identifier: GPL-3.0-or-later
// What part of a trace a figure speaks of. Zooming never changes it.
#pragma once

#include "model/core/ids.h"

namespace stepglass {

struct Scope
{
    enum class Kind
    {
        Whole,
        Steps, // firstStep..lastStep: the numbers N of `ProfilerStep#N`, both included
        Range  // [from, to) ns
    };
    Kind kind = Kind::Whole;
    int firstStep = 0;
    int lastStep = 0;
    Ns from = 0;
    Ns to = 0;

    static Scope whole() { return {}; }
    static Scope steps(int first, int last)
    {
        Scope scope;
        scope.kind = Kind::Steps;
        scope.firstStep = first;
        scope.lastStep = last;
        return scope;
    }
    static Scope range(Ns from, Ns to)
    {
        Scope scope;
        scope.kind = Kind::Range;
        scope.from = from;
        scope.to = to;
        return scope;
    }
    friend bool operator==(const Scope&, const Scope&) = default;
};

} // namespace stepglass
