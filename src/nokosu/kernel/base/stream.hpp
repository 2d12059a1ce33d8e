// The match's random stream, word for word that of core.stream: keyed, one-way, named.
#pragma once

#include <string>

#include "base/sha256.hpp"

namespace nokosu {

class Stream {
 public:
  // `name` is the parts joined with "/", such as "deal/0".
  Stream(const std::uint8_t* seed, std::size_t size, const std::string& name) : Stream(key(seed, size, name)) {}

  // Uniform in 0 .. n-1, for 1 <= n <= 65536: words that would favour small results are thrown away.
  int below(std::uint32_t bound) {
    const int n = static_cast<int>(bound);
    const int limit = 65536 - 65536 % n;
    int word = next();
    while (word >= limit) word = next();
    return word % n;
  }

 private:
  explicit Stream(const Digest& key) : hmac_(key.data(), key.size()) {}

  static Digest key(const std::uint8_t* seed, std::size_t size, const std::string& name) {
    const std::string full = "nokosu/1/" + name;
    return Hmac(seed, size)(reinterpret_cast<const std::uint8_t*>(full.data()), full.size());
  }

  int next() {
    if (used_ == block_.size()) refill();
    const int word = block_[used_] << 8 | block_[used_ + 1];
    used_ += 2;
    return word;
  }

  void refill() {
    std::uint8_t counter[8];
    for (int i = 0; i < 8; ++i) counter[i] = static_cast<std::uint8_t>(blocks_ >> (56 - 8 * i));
    block_ = hmac_(counter, sizeof counter);
    ++blocks_;
    used_ = 0;
  }

  Hmac hmac_;
  Digest block_{};
  std::size_t used_ = sizeof(Digest);
  std::uint64_t blocks_ = 0;
};

}  // namespace nokosu
