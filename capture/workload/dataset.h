// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/workload/workload_options.h"

#include <cstdint>
#include <vector>

namespace stepglass::capture {

// Samples as bytes, as a file would hold them, and a fixed target for each row of a batch. Made from the seed.
class Dataset
{
public:
    explicit Dataset(const WorkloadOptions& options);

    // Bytes to numbers in about [-2, 2). x has batch x inFeatures.
    void decode(std::int64_t batchIndex, float* x) const;
    // Smooths along the features, `augmentPasses` times, and adds a little noise of the batch's own.
    void augment(std::int64_t batchIndex, float* x) const;
    // The fixed target, batch x outFeatures.
    void target(float* y) const;

private:
    const WorkloadOptions m_options;
    std::int64_t m_samples;
    std::vector<std::uint8_t> m_bytes;
    std::vector<float> m_target;
};

} // namespace stepglass::capture
