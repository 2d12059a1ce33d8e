// What a holding is worth to the club player: chances to end on a wanted number of tricks (bots/club/targets.py).
#pragma once

#include "club/weights.hpp"
#include "rules/state.hpp"

namespace nokosu::club {

// Chance to take a trick with a piece when trying to win, and when trying to lose.
struct Odds {
  double win, lose;
  double reach() const { return win - lose; }
};

inline Odds scaled(Odds odds, double played) { return {odds.win * played, odds.lose * played}; }

// Odds drawn together: nobody steers every piece as they wish.
inline Odds steered(Odds odds, double control) {
  const double middle = 0.5 * (odds.win + odds.lose), reach = 0.5 * control * (odds.win - odds.lose);
  return {middle + reach, middle - reach};
}

// Chances by tricks still to win. Starts with what each number is worth in the end; every piece goes through, those
// that are played last first, to win or to lose, whichever helps from there.
struct Ladder {
  std::array<double, kMaxTricks + 2> values{};
  int size = 1;
  void want(int tricks) {
    if (tricks < 0) return;
    values[tricks] = 1.0;
    size = std::max(size, tricks + 1);
  }
  void through(Odds odds) {
    for (int k = 0; k < size; ++k) {
      const double gain = values[k + 1] - values[k];
      values[k] += (gain > 0.0 ? odds.win : odds.lose) * gain;
    }
  }
};

// Points of margin that a full chance of each seat is worth to `seat`: slopes of the expected margin (S3, S4).
inline PerSeat<double> stakes(const Rules& rules, int seat, const PerSeat<double>& chance, unsigned zero) {
  const int players = rules.players, others = players - 1;
  PerSeat<double> slopes{};
  double failing = 0.0;
  for (int other = 0; other < players; ++other)
    if (other != seat) failing += 1.0 - chance[other];
  const double making = others - failing;
  for (int self = 0; self < players; ++self) {
    const double extra = zero >> self & 1 ? rules.zero_bonus : 0.0;
    if (self == seat) {
      slopes[self] = rules.bonus * (failing + making / others) + extra;
      continue;
    }
    double rest = 0.0;
    for (int other = 0; other < players; ++other)
      if (other != seat && other != self) rest += 1.0 - 2.0 * chance[other];
    slopes[self] = -rules.bonus * (chance[seat] + (1.0 - chance[seat] + rest) / others) - extra / others;
  }
  return slopes;
}

}  // namespace nokosu::club
