// exp, log and powers from additions and multiplications alone. Every system's own library rounds these a little
// differently, and a search that follows from its seed has to give the same report everywhere (native, WebAssembly).
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace nokosu {

// e to the x, within two units in the last place; 0 below the smallest normal number.
inline double exponential(double x) {
  if (!(x > -708.0)) return x != x ? x : 0.0;
  if (x > 709.0) return std::numeric_limits<double>::infinity();
  constexpr double kRound = 0x1.8p52;  // adding it leaves no fraction
  const double shifted = x * 0x1.71547652b82fep0 + kRound, k = shifted - kRound;
  const double r = (x - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c7673p-45;  // ln 2 in two parts: k times the first is exact
  const double r2 = r * r, r4 = r2 * r2;
  const double low = (1.0 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));
  const double middle = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  const double high = (1.0 / 40320 + r * (1.0 / 362880)) + r2 * (1.0 / 3628800 + r * (1.0 / 39916800));
  const double rest = 1.0 / 479001600 + r * (1.0 / 6227020800);
  const double scale = std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + 1023) << 52);
  return (low + r4 * (middle + r4 * (high + r4 * rest))) * scale;
}

inline float exponential(float x) { return static_cast<float>(exponential(static_cast<double>(x))); }

// The natural logarithm of a positive normal number.
inline double logarithm(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  // Split at the root of one half, so that what is left lies around 1.
  const std::uint64_t split = bits - 0x3fe6a09e667f3bcdULL;
  const auto exponent = static_cast<double>(static_cast<std::int64_t>(split) >> 52);
  const double m = std::bit_cast<double>(bits - (split & 0xfff0000000000000ULL));
  const double s = (m - 1.0) / (m + 1.0), s2 = s * s, s4 = s2 * s2;
  const double low = (1.0 / 3 + s2 * (1.0 / 5)) + s4 * (1.0 / 7 + s2 * (1.0 / 9));
  const double high = (1.0 / 11 + s2 * (1.0 / 13)) + s4 * (1.0 / 15 + s2 * (1.0 / 17));
  const double series = 2.0 * s + 2.0 * s * s2 * (low + s4 * s4 * (high + s4 * s4 * (1.0 / 19 + s2 * (1.0 / 21))));
  return exponent * 0x1.62e42fefa39efp-1 + series;
}

inline float logarithm(float x) { return static_cast<float>(logarithm(static_cast<double>(x))); }

// A whole power, n >= 0.
inline double power(double base, int n) {
  double result = 1.0;
  for (; n > 0; n >>= 1, base *= base)
    if (n & 1) result *= base;
  return result;
}

}  // namespace nokosu
