// SHA-256 and HMAC-SHA-256, as much as the match's random stream needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nokosu {

using Digest = std::array<std::uint8_t, 32>;

// Half-finished hash: the state after whole 64-byte blocks.
using Midstate = std::array<std::uint32_t, 8>;

class Hmac {
 public:
  Hmac(const std::uint8_t* key, std::size_t size);
  Digest operator()(const std::uint8_t* message, std::size_t size) const;

 private:
  Midstate inner_, outer_;  // with the padded key already absorbed
};

Digest sha256(const std::uint8_t* message, std::size_t size);

}  // namespace nokosu
