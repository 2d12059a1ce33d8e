// What a seat can expect, from the network's logits of how the round ends.
#pragma once

#include "network/network.hpp"

namespace nokosu {

// Counted from the observer: seat 0 is the one whose observation was read.
struct Expected {
  PerSeat<float> points{};
  PerSeat<float> made{};  // chance of making the contract
  PerSeat<float> zero{};  // chance of making a zero contract

  // Own points less the mean of the others'.
  float margin(int players, int seat) const;
};

Expected expected(const Rules& rules, const float* outlook);

// Chances from logits, in place.
void softmax(float* logits, int count);

}  // namespace nokosu
