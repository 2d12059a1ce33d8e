#include "base/bits.hpp"

#include <cstdlib>

namespace nokosu {

// NOKOSU_PORTABLE in the environment chooses the plain code, so that it can be tested where there is better.
bool fast_processor() {
#if NOKOSU_X86
  static const bool fast = !std::getenv("NOKOSU_PORTABLE") && __builtin_cpu_supports("avx2") &&
                           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                           __builtin_cpu_supports("popcnt");
  return fast;
#else
  return false;
#endif
}

}  // namespace nokosu
