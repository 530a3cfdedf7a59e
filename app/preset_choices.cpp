// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preset_choices.h"

namespace stepglass {

const std::vector<PresetChoice>& presetChoices()
{
    static const std::vector<PresetChoice> kChoices{
        {"baseline", "The plain step: two linear layers, GELU, AdamW.", 5},
        {"big-kernel", "One huge matrix product holds the device."},
        {"balanced", "The remedy of big-kernel."},
        {"tiny-ops", "Hundreds of small parameters, an operator each: launches are the limit."},
        {"fused", "The remedy of tiny-ops: multi-tensor operators."},
        {"slow-loader", "Batches are decoded on the step's own thread."},
        {"prefetch", "The remedy of slow-loader: a thread ahead of the step."},
        {"serial-copy", "Pageable, blocking copies that nothing overlaps."},
        {"overlapped-copy", "The remedy of serial-copy: pinned memory, another stream."},
        {"item-every-op", "A read-back after each operator."},
        {"item-once", "The remedy of item-every-op."},
    };
    return kChoices;
}

int presetActive(const QString& preset)
{
    for (const PresetChoice& choice : presetChoices())
        if (preset == QLatin1String(choice.name))
            return choice.active;
    return presetChoices().front().active;
}

} // namespace stepglass
