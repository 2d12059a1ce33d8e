// Bit tricks with a fast form where the processor has BMI2 and a plain one everywhere else.
//
// One binary serves both: a hot function is written once as a template over Bits, always inlined, and
// wrapped twice, the second time with NOKOSU_FAST. `fast_processor()` says at run time which to call.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__GNUC__) && defined(__x86_64__)
#define NOKOSU_X86 1
#include <immintrin.h>
#else
#define NOKOSU_X86 0
#endif

#if NOKOSU_X86
#define NOKOSU_INLINE inline __attribute__((always_inline))
#define NOKOSU_FAST __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"), flatten))
#else
#define NOKOSU_INLINE inline
#define NOKOSU_FAST
#endif

namespace nokosu {

bool fast_processor();  // AVX2, BMI, BMI2, LZCNT and POPCNT
bool vnni_processor();  // also AVX-512 with its dot products

using ByteOrder = std::array<std::uint8_t, 8>;  // for each byte of the result, which byte it comes from

struct PlainBits {
  // Position of the n-th set bit, counting from 0; there must be one.
  static int nth(std::uint64_t bits, unsigned n) {
    for (; n; --n) bits &= bits - 1;
    return std::countr_zero(bits);
  }
  // Eight bits to eight bytes of 0 or 1, lowest first.
  static std::uint64_t spread(std::uint64_t bits) {
    // Each byte gets a copy of all eight and keeps its own; adding 0x7F carries it to the top.
    const std::uint64_t own = (bits & 0xFF) * 0x0101010101010101 & 0x8040201008040201;
    return (((own & 0x7F7F7F7F7F7F7F7F) + 0x7F7F7F7F7F7F7F7F) | own) >> 7 & 0x0101010101010101;
  }
  // Thirty-two bytes to as many bits: 1 for every byte that is not 0.
  static std::uint64_t gather(const std::uint8_t* bytes) {
    std::uint64_t bits = 0;
    for (int at = 0; at < 32; at += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes + at, 8);
      const std::uint64_t tops = (word | ((word & 0x7F7F7F7F7F7F7F7F) + 0x7F7F7F7F7F7F7F7F)) & 0x8080808080808080;
      bits |= (tops >> 7) * 0x0102040810204080 >> 56 << at;  // the product collects them in its top byte
    }
    return bits;
  }
  // The lowest five bytes in another order.
  static std::uint64_t reorder(std::uint64_t bytes, const ByteOrder& order) {
    std::uint64_t result = 0;
    for (int i = 0; i < 5; ++i) result |= (bytes >> (8 * order[i]) & 0xFF) << (8 * i);
    return result;
  }
  // Five groups of six bits, each to its own byte, and back.
  static std::uint64_t sixes_to_bytes(std::uint32_t bits) {
    std::uint64_t result = 0;
    for (int i = 0; i < 5; ++i) result |= std::uint64_t{bits >> (6 * i) & 0x3F} << (8 * i);
    return result;
  }
  static std::uint32_t bytes_to_sixes(std::uint64_t bytes) {
    std::uint32_t result = 0;
    for (int i = 0; i < 5; ++i) result |= static_cast<std::uint32_t>(bytes >> (8 * i) & 0x3F) << (6 * i);
    return result;
  }
};

#if NOKOSU_X86
struct FastBits {
#define NOKOSU_BMI __attribute__((target("avx2,bmi,bmi2"))) static
  NOKOSU_BMI int nth(std::uint64_t bits, unsigned n) {
    return static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << n, bits)));
  }
  NOKOSU_BMI std::uint64_t spread(std::uint64_t bits) { return _pdep_u64(bits, 0x0101010101010101); }
  NOKOSU_BMI std::uint64_t gather(const std::uint8_t* bytes) {
    const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(row, _mm256_setzero_si256())));
  }
  NOKOSU_BMI std::uint64_t reorder(std::uint64_t bytes, const ByteOrder& order) {
    const __m128i from = _mm_cvtsi64_si128(static_cast<long long>(bytes));
    const __m128i control = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(order.data()));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_shuffle_epi8(from, control)));
  }
  NOKOSU_BMI std::uint64_t sixes_to_bytes(std::uint32_t bits) { return _pdep_u64(bits, 0x3F3F3F3F3F); }
  NOKOSU_BMI std::uint32_t bytes_to_sixes(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(_pext_u64(bytes, 0x3F3F3F3F3F));
  }
#undef NOKOSU_BMI
};
#else
using FastBits = PlainBits;
#endif

}  // namespace nokosu
