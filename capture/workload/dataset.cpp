// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/dataset.h"

#include "capture/workload/random.h"

#include <algorithm>

namespace stepglass::capture {

Dataset::Dataset(const WorkloadOptions& options)
    : m_options(options)
    , m_samples(std::min<std::int64_t>(2 * options.batch, 256))
    , m_bytes(static_cast<std::size_t>(m_samples * options.inFeatures))
    , m_target(static_cast<std::size_t>(options.batch * options.outFeatures))
{
    Random random(options.seed ^ 0x5eedda7aU);
    std::size_t i = 0;
    for (; i + 8 <= m_bytes.size(); i += 8) {
        const std::uint64_t bits = random.next();
        for (int byte = 0; byte < 8; ++byte)
            m_bytes[i + static_cast<std::size_t>(byte)] = static_cast<std::uint8_t>(bits >> (8 * byte));
    }
    for (; i < m_bytes.size(); ++i)
        m_bytes[i] = static_cast<std::uint8_t>(random.next());
    for (float& value : m_target)
        value = random.uniform(1.0F);
}

void Dataset::decode(std::int64_t batchIndex, float* x) const
{
    const std::int64_t width = m_options.inFeatures;
    for (std::int64_t row = 0; row < m_options.batch; ++row) {
        const std::int64_t sample = (batchIndex * m_options.batch + row) % m_samples;
        const std::uint8_t* bytes = m_bytes.data() + sample * width;
        float* out = x + row * width;
        for (std::int64_t i = 0; i < width; ++i)
            out[i] = (static_cast<float>(bytes[i]) - 127.5F) * (1.0F / 64.0F);
    }
}

void Dataset::augment(std::int64_t batchIndex, float* x) const
{
    const std::int64_t width = m_options.inFeatures;
    std::vector<float> scratch(static_cast<std::size_t>(width));
    Random random(m_options.seed + 0x100000U * static_cast<std::uint64_t>(batchIndex + 1));
    for (std::int64_t row = 0; row < m_options.batch; ++row) {
        float* line = x + row * width;
        for (int pass = 0; pass < m_options.augmentPasses; ++pass) {
            std::copy_n(line, width, scratch.data());
            for (std::int64_t i = 1; i + 1 < width; ++i)
                line[i] = 0.9F * scratch[static_cast<std::size_t>(i)] +
                          0.05F * (scratch[static_cast<std::size_t>(i - 1)] + scratch[static_cast<std::size_t>(i + 1)]);
        }
        for (std::int64_t i = 0; i < width; i += 16)
            line[i] += random.uniform(0.05F);
    }
}

void Dataset::target(float* y) const
{
    std::copy(m_target.begin(), m_target.end(), y);
}

} // namespace stepglass::capture
