// What the network reads of an observation: a list of the numbers that are not 0. nokosu/bots/neural/layout.py says what
// they mean; its digest is here, so that the two cannot drift apart (tests/kernel/test_network.py).
#pragma once

#include <string_view>

#include "encode/encode.hpp"

namespace nokosu {

inline constexpr std::string_view kLayoutDigest = "d1b0320f2e307b0b";
inline constexpr int kInputs = 1600;        // of the actor
inline constexpr int kHiddenInputs = 1856;  // of the critic
inline constexpr int kUnit = 140;           // values are in 140ths: then all of them are whole numbers

struct Inputs {
  int count = 0;
  std::array<std::uint16_t, kHiddenInputs> index;
  std::array<std::int16_t, kHiddenInputs> value;

  void add(int at, int amount) {
    index[count] = static_cast<std::uint16_t>(at);
    value[count++] = static_cast<std::int16_t>(amount);
  }
};

void read_observation(const std::uint8_t* observation, Inputs& out);
void add_hidden(const std::uint8_t* hidden, Inputs& out);  // what observe_hidden says, behind it

}  // namespace nokosu
