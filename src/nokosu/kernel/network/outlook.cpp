#include "network/outlook.hpp"

#include <algorithm>
#include <cmath>

#include "base/maths.hpp"

namespace nokosu {

void softmax(float* logits, int count) {
  const float top = *std::max_element(logits, logits + count);
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += logits[i] = exponential(logits[i] - top);
  for (int i = 0; i < count; ++i) logits[i] /= sum;
}

float Expected::margin(int players, int seat) const {
  float others = 0;
  for (int other = 0; other < players; ++other) others += other == seat ? 0 : points[other];
  return points[seat] - others / static_cast<float>(players - 1);
}

Expected expected(const Rules& rules, const float* outlook) {
  Expected found;
  const int players = rules.players;
  std::array<float, kOutlook> chance;
  std::copy_n(outlook, kOutlook, chance.begin());
  float* makers = chance.data() + kMaxPlayers * kTrickCounts;
  const float* zeros = makers + kMakerSets;
  softmax(makers, kMakerSets);
  for (int seat = 0; seat < players; ++seat) {
    float* tricks = chance.data() + seat * kTrickCounts;
    softmax(tricks, kTrickCounts);
    float won = 0;
    for (int n = 1; n < kTrickCounts; ++n) won += static_cast<float>(n) * tricks[n];
    found.zero[seat] = 1 / (1 + exponential(-zeros[seat]));
    found.points[seat] = rules.trick_points * won + rules.zero_bonus * found.zero[seat];
  }
  // S3: everyone who made it gets the bonus for everyone who did not.
  for (unsigned set = 1; set < kMakerSets; ++set) {
    const int missed = players - std::popcount(set);
    for (int seat = 0; seat < players; ++seat)
      if (set >> seat & 1) {
        found.made[seat] += makers[set];
        found.points[seat] += static_cast<float>(rules.bonus * missed) * makers[set];
      }
  }
  return found;
}

}  // namespace nokosu
