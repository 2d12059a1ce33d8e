#include "base/bits.hpp"

#include <cstdlib>

#if NOKOSU_X86
#include <cpuid.h>
#endif

namespace nokosu {

#if NOKOSU_X86
namespace {

// What CPUID and XGETBV say. The compiler's own __builtin_cpu_supports needs a library that macOS and Windows lack.
struct Features {
  bool fast = false, vnni = false;

  Features() {
    // NOKOSU_PORTABLE in the environment chooses the plain code, so that it can be tested where there is better.
    if (std::getenv("NOKOSU_PORTABLE")) return;
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return;
    constexpr unsigned kSaves = 1u << 27, kPopcnt = 1u << 23;
    if (!(c & kSaves) || !(c & kPopcnt)) return;
    const unsigned saved = saved_registers();
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
    constexpr unsigned kBmi = 1u << 3, kAvx2 = 1u << 5, kBmi2 = 1u << 8;
    constexpr unsigned kYmm = 0x06, kZmm = 0xE6;  // the registers that the system keeps when it switches tasks
    fast = (saved & kYmm) == kYmm && all(b, kBmi | kAvx2 | kBmi2) && lzcnt();
    constexpr unsigned kAvx512f = 1u << 16, kAvx512bw = 1u << 30, kAvx512vl = 1u << 31, kVnni = 1u << 11;
    vnni = fast && (saved & kZmm) == kZmm && all(b, kAvx512f | kAvx512bw | kAvx512vl) && (c & kVnni);
  }

  static bool all(unsigned found, unsigned wanted) { return (found & wanted) == wanted; }

  static bool lzcnt() {
    unsigned a, b, c, d;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & (1u << 5));
  }

  static unsigned saved_registers() {
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
  }
};

const Features& features() {
  static const Features found;
  return found;
}

}  // namespace

bool fast_processor() { return features().fast; }
bool vnni_processor() { return features().vnni; }
#else
bool fast_processor() { return false; }
bool vnni_processor() { return false; }
#endif

}  // namespace nokosu
