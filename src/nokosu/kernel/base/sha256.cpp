#include "base/sha256.hpp"

#include <bit>
#include <cstring>

namespace nokosu {
namespace {

constexpr std::size_t kBlock = 64;
constexpr Midstate kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t load(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

void store(std::uint8_t* at, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

void absorb(Midstate& state, const std::uint8_t* block) {
  std::uint32_t w[64];
  for (int i = 0; i < 16; ++i) w[i] = load(block + 4 * i);
  for (int i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const Midstate mixed = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += mixed[i];
}

// Goes on from a midstate that has taken `before` bytes, with the last bytes of a message.
Digest finish(Midstate state, std::uint64_t before, const std::uint8_t* message, std::size_t size) {
  std::size_t at = 0;
  for (; size - at >= kBlock; at += kBlock) absorb(state, message + at);
  std::uint8_t tail[2 * kBlock] = {};
  const std::size_t rest = size - at;
  if (rest) std::memcpy(tail, message + at, rest);
  tail[rest] = 0x80;
  const std::size_t padded = rest + 9 <= kBlock ? kBlock : 2 * kBlock;
  const std::uint64_t bits = (before + size) * 8;
  store(tail + padded - 8, static_cast<std::uint32_t>(bits >> 32));
  store(tail + padded - 4, static_cast<std::uint32_t>(bits));
  for (std::size_t block = 0; block < padded; block += kBlock) absorb(state, tail + block);
  Digest digest;
  for (int i = 0; i < 8; ++i) store(digest.data() + 4 * i, state[i]);
  return digest;
}

}  // namespace

Digest sha256(const std::uint8_t* message, std::size_t size) { return finish(kStart, 0, message, size); }

Hmac::Hmac(const std::uint8_t* key, std::size_t size) : inner_(kStart), outer_(kStart) {
  std::uint8_t padded[kBlock] = {};
  if (size > kBlock) {
    const Digest shorter = sha256(key, size);
    std::memcpy(padded, shorter.data(), shorter.size());
  } else if (size) {
    std::memcpy(padded, key, size);
  }
  for (std::uint8_t& byte : padded) byte ^= 0x36;
  absorb(inner_, padded);
  for (std::uint8_t& byte : padded) byte ^= 0x36 ^ 0x5c;
  absorb(outer_, padded);
}

Digest Hmac::operator()(const std::uint8_t* message, std::size_t size) const {
  const Digest inner = finish(inner_, kBlock, message, size);
  return finish(outer_, kBlock, inner.data(), inner.size());
}

}  // namespace nokosu
