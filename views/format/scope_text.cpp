// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/format/scope_text.h"

#include "views/format/format.h"

#include <algorithm>

namespace stepglass {

QString scopeText(const Scope& scope, Ns zero)
{
    switch (scope.kind) {
    case Scope::Kind::Whole:
        return QStringLiteral("whole trace");
    case Scope::Kind::Steps:
        return scope.firstStep == scope.lastStep ? QString("step %1").arg(scope.firstStep)
                                                 : QString("steps %1–%2").arg(scope.firstStep).arg(scope.lastStep);
    case Scope::Kind::Range: {
        const Ns step = std::max<Ns>((scope.to - scope.from) / 100, 1);
        return formatTick(scope.from - zero, step) + " – " + formatTick(scope.to - zero, step);
    }
    }
    return {};
}

} // namespace stepglass
