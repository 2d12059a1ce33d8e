#include "endgame/posterior.hpp"

#include <algorithm>
#include <cmath>

#include "base/maths.hpp"
#include "worlds/list.hpp"

namespace nokosu {

std::optional<EndgameReport> solve_posterior(const Game& game, const PosteriorOptions& options,
                                             const club::Weights* club) {
  const int observer = game.state.to_act;
  Endgame endgame(game.state, options.endgame);
  const std::vector<World> worlds = list_worlds(game.state, observer, options.worlds);
  std::vector<double> weights(worlds.size(), 1.0);
  if (club && options.trust > 0) {
    const PerSeat<Cards> played = game.played_by();
    double top = -1e30;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      weights[i] = options.trust * log_likelihood(game, observer, worlds[i], played, *club, options.temperature);
      top = std::max(top, weights[i]);
    }
    for (double& weight : weights) weight = exponential(weight - top);
  }
  for (std::size_t i = 0; i < worlds.size(); ++i)
    if (!endgame.add(worlds[i].hands, weights[i])) return {};
  return endgame.report();
}

std::optional<EndgameReport> solve_believed(const Game& game, const EndgameOptions& options, const BeliefSettings& settings,
                                            const club::Weights& club, Rng& rng) {
  const auto few = static_cast<std::uint64_t>(settings.worlds);
  if (Worlds(game.state, game.state.to_act).count() <= few)
    return solve_posterior(game, {options, few, settings.temperature, settings.trust}, &club);
  Endgame endgame(game.state, options);
  const Beliefs beliefs(game, game.state.to_act, settings, club, rng);
  for (std::size_t i = 0; i < beliefs.size(); ++i)
    if (!endgame.add(beliefs.world(i).hands, beliefs.weight(i))) return {};
  return endgame.report();
}

std::optional<EndgameReport> solve_open(const Game& game, const EndgameOptions& options) {
  Endgame endgame(game.state, options);
  if (!endgame.add(game.state.cards, 1)) return {};
  return endgame.report();
}

}  // namespace nokosu
