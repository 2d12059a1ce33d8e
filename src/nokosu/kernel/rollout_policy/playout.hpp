// Playing a round to its end: the inner loop of every search.
#pragma once

#include "base/bits.hpp"
#include "base/rng.hpp"
#include "rules/game.hpp"

namespace nokosu {

// The n-th legal action, in the order of the action space.
template <class Bits = PlainBits>
NOKOSU_INLINE Action nth_action(const Legal& legal, unsigned n) {
  const unsigned first = static_cast<unsigned>(std::popcount(legal.first));
  const int phase = static_cast<int>(legal.phase);
  if (n < first) return kFirstRun[phase] + Bits::nth(legal.first, n);
  return kSecondRun[phase] + Bits::nth(legal.second, n - first);
}

// Each distinct legal action equally likely.
template <class Bits = PlainBits>
NOKOSU_INLINE Action random_action(const Legal& legal, Rng& rng) {
  return nth_action<Bits>(legal, rng.below(static_cast<std::uint32_t>(legal.count())));
}

// Plays to the end with policy(state, legal) -> action; returns the number of decisions.
template <class Policy>
NOKOSU_INLINE int play_out(State& state, Policy policy) {
  int decisions = 0;
  while (!state.over()) {
    apply(state, policy(state, legal(state)));
    ++decisions;
  }
  return decisions;
}

// Uniformly random to the end; uses what the processor has. Returns the number of decisions.
int random_playout(State& state, Rng& rng);
// The same with the same numbers, keeping the history.
void random_playout(Game& game, Rng& rng);

}  // namespace nokosu
