// The club player as a policy: the best action, or one drawn with the softened scores; and playouts with it.
#pragma once

#include "base/rng.hpp"
#include "club/club.hpp"
#include "rules/apply.hpp"

namespace nokosu::club {

// Every legal action with its score, whatever the phase.
struct Scores {
  int count = 0;
  std::array<Action, kMaxChoices> action;
  std::array<double, kMaxChoices> score;
};

void scores(const State& state, const Weights& weights, Scores& out);

// The action with the highest score; of equals the first.
Action best(const State& state, const Weights& weights);

// An action drawn with odds e to the score over the temperature.
Action draw(const State& state, const Weights& weights, Rng& rng);

// Plays to the end: `steady` takes its best actions, the others draw theirs.
void play_out(State& state, const Weights& weights, int steady, Rng& rng);

}  // namespace nokosu::club
