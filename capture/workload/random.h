// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace stepglass::capture {

// xorshift128+ seeded by splitmix64: the same numbers on every machine, unlike the standard distributions.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_a(split(seed))
        , m_b(split(seed))
    {
    }

    std::uint64_t next()
    {
        std::uint64_t a = m_a;
        const std::uint64_t b = m_b;
        m_a = b;
        a ^= a << 23;
        m_b = a ^ b ^ (a >> 18) ^ (b >> 5);
        return m_b + b;
    }
    // Uniform in [-bound, bound).
    float uniform(float bound) { return (static_cast<float>(next() >> 40) * (1.0F / 8388608.0F) - 1.0F) * bound; }

private:
    static std::uint64_t split(std::uint64_t& seed)
    {
        seed += 0x9E3779B97F4A7C15U;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    std::uint64_t m_a;
    std::uint64_t m_b;
};

} // namespace stepglass::capture
