// The last tricks over everything that a seat can believe: all worlds listed, weighed, solved, averaged.
#pragma once

#include <optional>

#include "endgame/endgame.hpp"
#include "worlds/beliefs.hpp"

namespace nokosu {

struct PosteriorOptions {
  EndgameOptions endgame;
  std::uint64_t worlds = 2000;  // refused where more fit
  float temperature = 2.5f;     // as in BeliefSettings
  float trust = 1.0f;
};

// For the seat to act. Without a club player all worlds weigh the same. Nothing if the nodes are spent before the end.
std::optional<EndgameReport> solve_posterior(const Game& game, const PosteriorOptions& options, const club::Weights* club);

// The same where worlds may be many: all of them if the beliefs would draw as many anyway, else those that
// the beliefs draw.
std::optional<EndgameReport> solve_believed(const Game& game, const EndgameOptions& options, const BeliefSettings& beliefs,
                                            const club::Weights& club, Rng& rng);

// With all cards open: the one world that the game holds.
std::optional<EndgameReport> solve_open(const Game& game, const EndgameOptions& options);

}  // namespace nokosu
