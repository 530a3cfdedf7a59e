// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loops of the JSON reader: blanks and string ends, 16 bytes at a time. A window of text is followed by
// kScanPadding bytes of 0, which are neither blank nor text: every loop stops there, so none of them looks for an end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace stepglass {

constexpr std::size_t kScanPadding = 64;

namespace scan {

constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

#if defined(__SSE2__)
inline __m128i load(const char* p)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
inline std::uint32_t maskOf(__m128i v)
{
    return static_cast<std::uint32_t>(_mm_movemask_epi8(v));
}

inline const char* longBlank(const char* p)
{
    while (true) {
        const __m128i v = load(p);
        const __m128i space =
            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
        const __m128i other =
            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\t')));
        const std::uint32_t rest = maskOf(_mm_or_si128(space, other)) ^ 0xFFFFu;
        if (rest != 0)
            return p + std::countr_zero(rest);
        p += 16;
    }
}

// First byte from p on that is a quote, a backslash, a control character or not ASCII.
inline const char* plainTextEnd(const char* p)
{
    while (true) {
        const __m128i v = load(p);
        const __m128i marks =
            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
        const std::uint32_t stop = maskOf(_mm_or_si128(marks, _mm_cmplt_epi8(v, _mm_set1_epi8(0x20))));
        if (stop != 0)
            return p + std::countr_zero(stop);
        p += 16;
    }
}

// Bit i: the i-th of 16 bytes is the same in both.
inline std::uint32_t equalBytes(const char* a, const char* b)
{
    return maskOf(_mm_cmpeq_epi8(load(a), load(b)));
}

// How many digits stand at p; 16 where there are so many or more.
inline int digitsAt(const char* p)
{
    const __m128i shifted = _mm_add_epi8(load(p), _mm_set1_epi8(static_cast<char>(0x80 - '0')));
    const std::uint32_t digits = maskOf(_mm_cmplt_epi8(shifted, _mm_set1_epi8(static_cast<char>(0x80 + 10))));
    return std::countr_one(digits);
}
#else
inline const char* longBlank(const char* p)
{
    while (isBlank(*p))
        ++p;
    return p;
}
inline const char* plainTextEnd(const char* p)
{
    while (static_cast<signed char>(*p) >= 0x20 && *p != '"' && *p != '\\')
        ++p;
    return p;
}
inline std::uint32_t equalBytes(const char* a, const char* b)
{
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < 16; ++i)
        mask |= a[i] == b[i] ? 1u << i : 0u;
    return mask;
}
inline int digitsAt(const char* p)
{
    int n = 0;
    while (n < 16 && isDigit(p[n]))
        ++n;
    return n;
}
#endif

// Behind the number at p, if it is of the plain form: JSON's, fewer than 16 digits on each side of the point, no
// exponent; else null. What follows is for the caller to judge: it may be an `e`, a letter or the end of the text.
inline const char* plainNumberEnd(const char* p)
{
    p += *p == '-' ? 1 : 0;
    int n = digitsAt(p);
    if (n == 0 || n == 16 || (n > 1 && *p == '0'))
        return nullptr;
    p += n;
    if (*p == '.') {
        n = digitsAt(p + 1);
        if (n == 0 || n == 16)
            return nullptr;
        p += 1 + n;
    }
    return p;
}

inline const char* skipBlank(const char* p)
{
    if (static_cast<unsigned char>(*p) > ' ')
        return p;
    if (*p == ' ' && static_cast<unsigned char>(p[1]) > ' ')
        return p + 1;
    return longBlank(p);
}

} // namespace scan
} // namespace stepglass
