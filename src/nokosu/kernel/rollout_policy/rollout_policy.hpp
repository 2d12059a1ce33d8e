// A player's first thought: a soft choice among the legal actions from a few named terms.
//
// In: a State, of which it reads what the seat to act may know, and weights.
// Out: a probability for every legal action, or the round played to its end. playout.hpp does the latter at random.
//
// It is the club player's way of looking at things in so few numbers that it takes a fraction of a
// microsecond: the search plays rounds out with it. It sees what the seat to act sees: its own cards,
// everybody's dice, what was played, voids shown. The weights are learnt by self-play (tools/trainers/rollout_policy.py).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/rng.hpp"
#include "rules/legal.hpp"

namespace nokosu {

inline constexpr int kMostLegal = 64;
inline constexpr int kTerms = 12;  // the most that an action of any phase has

// Terms of a play.
enum PlayTerm {
  kMake,         // estimated chance to make the contract after it
  kWins,         // chance that the piece takes the trick
  kWinsForSure,  // the same, when nobody plays after it
  kRival,        // what the trick would do for the contract of who holds it, if it is let go
  kNextRival,    // the same for the neediest of those still to play
  kSpend,        // expected tricks that leave the hand with the piece
  kIsDie,        // a die leaves the table
  kDeadDie,      // a die that cannot be the contract any more
  kTargetsKept,  // different targets still open afterwards
  kLastOfSuit,   // leaves a void
  kTrumpLed,     // draws trumps
  kHighWaste,    // a strong piece on a trick that it cannot take
  kPlayTerms
};

// The situation of a seat: each has its own weights.
enum Mood { kEarly, kMiddle, kLate, kZeroAlive, kLost, kMoods };

// Terms of a pick.
enum PickTerm {
  kPickMake,    // estimated chance for the best target with this die
  kPickNumber,  // number on the die
  kPickStrong,  // expected tricks of the die itself
  kPickNew,     // a target that the seat has not got yet
  kPickNear,    // neighbours one that it has
  kPickTrumps,  // trumps in the own hand if the middle stays as it would be
  kPickDenies,  // own pieces that this die would have made trumps
  kPickZero,    // takes a zero die
  kZeroRisk,    // then: expected tricks of the hand
  kZeroHighs,   // then: cards that almost always take a trick
  kZeroEarly,   // then: picks still to come
  kPickTerms
};

// Terms of a declaration.
enum DeclareTerm { kDeclareZero, kDeclareRisk, kDeclareTrumps, kDeclareMake, kReturnStrong, kDeclareTerms };
static_assert(int{kPlayTerms} <= kTerms && int{kPickTerms} <= kTerms && int{kDeclareTerms} <= kTerms);

// Rows of weights: the moods of play, then picks, then declarations.
inline constexpr int kPickRow = kMoods, kDeclareRow = kMoods + 1, kWeightRows = kMoods + 2;
using RolloutPolicyWeights = std::array<std::array<float, kTerms>, kWeightRows>;

extern const RolloutPolicyWeights kRolloutPolicy;  // learnt; rollout_policy/weights.cpp

// Expected tricks of every seat's pieces, kept up to date along a playout.
struct Outlook {
  PerSeat<float> tricks{};
  float total = 0;
};
Outlook outlook(const State& state);
void apply_with(State& state, Outlook& view, Action action);

// Every legal action, in the order of Legal::each, with its terms and their weighted sum.
struct Thought {
  int count = 0;
  int row = 0;  // of the weights
  std::array<std::uint8_t, kMostLegal> action;
  std::array<std::array<float, kTerms>, kMostLegal> term;
  std::array<float, kMostLegal> logit;
};
void think(const State& state, const Outlook& view, const RolloutPolicyWeights& weights, Thought& thought);

// The probability of each action under softmax of logit / temperature.
void probabilities(const Thought& thought, float temperature, std::span<float> out);

// Plays the round out. Picks, declarations and the last `policy_tricks` go by the rollout policy; the tricks before at
// random, which costs little strength and saves half of the time.
void play_out(State& state, const RolloutPolicyWeights& weights, float temperature, int policy_tricks, Rng& rng);

}  // namespace nokosu
