// Bit tricks with a fast form where the processor has BMI2 and a plain one everywhere else.
//
// One binary serves both: a hot function is written once as a template over Bits, always inlined, and
// wrapped twice, the second time with NOKOSU_FAST. `fast_processor()` says at run time which to call.
#pragma once

#include <bit>
#include <cstdint>

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

bool fast_processor();

struct PlainBits {
  // Position of the n-th set bit, counting from 0; there must be one.
  static int nth(std::uint64_t bits, unsigned n) {
    for (; n; --n) bits &= bits - 1;
    return std::countr_zero(bits);
  }
};

#if NOKOSU_X86
struct FastBits {
  __attribute__((target("bmi,bmi2"))) static int nth(std::uint64_t bits, unsigned n) {
    return static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << n, bits)));
  }
};
#else
using FastBits = PlainBits;
#endif

}  // namespace nokosu
