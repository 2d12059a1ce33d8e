// The club player (bots/club) in C++, for playouts, for guessing what others hold, for tuning.
//
// In: a State, of which it reads what the seat to act may know, and Weights (weights.hpp).
// Out: every legal action with its terms and its score. policy.hpp chooses by them. Tests compare Python and C++.
#pragma once

#include "club/position.hpp"

namespace nokosu::club {

inline constexpr int kMaxRows = kMaxOwn;
inline constexpr int kMaxChoices = 2 * kDice + 1;
inline constexpr double kLost = 0.02;  // a chance below this counts as lost

struct Row {
  Action action;
  double takes, if_won, if_lost;  // chance to take this trick, and to make the contract after it
  double score;
  std::array<double, kTerms> terms;
};

struct Plays {
  int count = 0;
  double own_chance = 0.0;
  std::array<Row, kMaxRows> rows;
};

struct Choice {
  Action action;
  double chance, score;
  std::array<double, kPickTerms> terms;
};

struct Choices {
  int count = 0;
  std::array<Choice, kMaxChoices> rows;
};

// The legal plays of the seat to act, ascending.
void plays(const State& state, const Weights& weights, Plays& out);

// The legal picks or declarations of the seat to act, ascending.
void choices(const State& state, const Weights& weights, Choices& out);

}  // namespace nokosu::club
