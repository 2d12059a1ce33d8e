// What a seat believes about the hidden cards: worlds drawn uniformly, each weighed by how likely the
// moves seen were in it if everybody else were a club player who now and then does something else.
#pragma once

#include <chrono>
#include <vector>

#include "club/policy.hpp"
#include "rules/game.hpp"
#include "worlds/worlds.hpp"

namespace nokosu {

struct BeliefSettings {
  int worlds = 160;
  float temperature = 2.5f;  // how soft the club player is taken to be, in points
  float trust = 1.0f;        // exponent of the likelihood: 0 is uniform, 1 takes the model at its word
  bool truth = false;        // take the game's own hidden cards for certain: a cheat, to measure what hiding them is worth
};

class Beliefs {
 public:
  using Clock = std::chrono::steady_clock;

  // As many worlds as the settings say; after `enough`, no more than it takes to have a few.
  Beliefs(const Game& game, int observer, const BeliefSettings& settings, const club::Weights& club, Rng& rng,
          Clock::time_point enough = Clock::time_point::max());

  const World& draw(Rng& rng) const;
  std::size_t size() const { return worlds_.size(); }
  const World& world(std::size_t i) const { return worlds_[i]; }
  float weight(std::size_t i) const { return weights_[i]; }  // they sum to 1

 private:
  std::vector<World> worlds_;
  std::vector<float> weights_, cumulative_;
};

// The logarithm of the likelihood of all moves of the others so far, were this the world.
float log_likelihood(const Game& game, int observer, const World& world, const PerSeat<Cards>& played,
                     const club::Weights& club, float temperature);

}  // namespace nokosu
