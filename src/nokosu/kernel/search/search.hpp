// Information-set Monte Carlo tree search: one tree over what the seat to act can know, a world drawn
// from its beliefs for every simulation, every seat after its own margin.
//
// In: a Game (its hidden cards do not matter), settings, two policies, a seed.
// Out: for every legal action its visits and what they came to. With a number of simulations and no time limit the
// report follows from the input alone.
#pragma once

#include <cstdint>
#include <vector>

#include "rollout_policy/rollout_policy.hpp"
#include "worlds/beliefs.hpp"

namespace nokosu {

struct SearchSettings {
  int simulations = 1000;     // 0: until the time is up
  double seconds = 0;         // 0: until the simulations are done
  float exploration = 1.5f;
  float rollout_temperature = 1.0f;
  float prior_temperature = 4.0f;
  int threads = 1;
  int policy_tricks = 4;  // of a rollout (rollout_policy.hpp)
  int endgame = 0;          // with at most so many tricks left the believed worlds are solved instead
  BeliefSettings beliefs;
};

// What the simulations that began with one action came to, for the seat to act.
struct ActionReport {
  Action action = 0;
  std::uint32_t visits = 0;
  double margin = 0, points = 0;                 // sums
  std::array<std::uint32_t, 7> kept{}, made{};   // rounds that ended with this number left (0: zero), and made it
};

struct SearchReport {
  std::vector<ActionReport> actions;  // in the order of the action space
  std::uint64_t simulations = 0;
  double seconds = 0;
  Action best() const;  // most visits, then the higher margin
};

// The club player weighs the worlds and orders the seat's own actions. The rollout policy, ten times as fast, orders the others'
// actions and plays the rounds out.
struct Policies {
  const club::Weights& club;
  const RolloutPolicyWeights& rollout_policy;
};

SearchReport search(const Game& game, const SearchSettings& settings, const Policies& policies, std::uint64_t seed);

}  // namespace nokosu
