// A fast generator for playouts, sampled worlds and training deals: xoshiro256++ seeded by splitmix64.
// Matches that people play never touch it; their deals come from stream.hpp.
#pragma once

#include <bit>
#include <cstdint>

namespace nokosu {

inline std::uint64_t splitmix(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : words_) word = splitmix(seed);
  }
  // A separate generator for every (seed, game, episode).
  Rng(std::uint64_t seed, std::uint64_t game, std::uint64_t episode) : Rng(mix(mix(seed, game), episode)) {}

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
    const std::uint64_t t = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= t;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  // Exactly uniform in 0 .. n-1, n > 0 (Lemire's multiplication with rejection).
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
      const std::uint32_t threshold = -n % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // The same for numbers of worlds, which need 64 bits.
  std::uint64_t below64(std::uint64_t n) {
    const int shift = std::countl_zero(n);
    std::uint64_t x = next() >> shift;
    while (x >= n) x = next() >> shift;
    return x;
  }

 private:
  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t state = a ^ std::rotl(b * 0x9e3779b97f4a7c15, 32);
    return splitmix(state);
  }

  std::uint64_t words_[4];
};

}  // namespace nokosu
