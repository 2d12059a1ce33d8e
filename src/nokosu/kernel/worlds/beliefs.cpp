#include "worlds/beliefs.hpp"

#include <algorithm>
#include <cmath>

#include "base/maths.hpp"

namespace nokosu {

namespace {

constexpr float kLeast = 1e-3f;  // nothing is impossible for a person
constexpr std::uint64_t kFewWorlds = 32;

// The chance that the club player, softened, takes this action.
float chance_of(const club::Scores& found, Action action, float temperature) {
  double top = found.score[0];
  for (int i = 1; i < found.count; ++i) top = std::max(top, found.score[i]);
  double total = 0, taken = 0;
  for (int i = 0; i < found.count; ++i) {
    const double grade = exponential((found.score[i] - top) / temperature);
    total += grade;
    if (found.action[i] == action) taken = grade;
  }
  return static_cast<float>(taken / total);
}

}  // namespace

float log_likelihood(const Game& game, int observer, const World& world, const PerSeat<Cards>& played,
                     const club::Weights& club, float temperature) {
  Deal deal = game.deal;
  deal.aside = world.aside;
  for (int seat = 0; seat < game.state.rules.players; ++seat) deal.hands[seat] = world.hands[seat] | played[seat];
  State state = begin(game.state.rules, deal);
  club::Scores found;
  float sum = 0;
  for (int i = 0; i < game.length; ++i) {
    const Action action = game.log[i];
    if (state.to_act != observer && legal(state).count() > 1) {
      club::scores(state, club, found);
      sum += logarithm(std::max(chance_of(found, action, temperature), kLeast));
    }
    apply(state, action);
  }
  return sum;
}

Beliefs::Beliefs(const Game& game, int observer, const BeliefSettings& settings, const club::Weights& club,
                 Rng& rng, Clock::time_point enough) {
  if (settings.truth) {
    worlds_.push_back({game.state.cards, game.state.aside});
    weights_.push_back(1);
    cumulative_.push_back(1);
    return;
  }
  const Worlds all(game.state, observer);
  const auto wanted = std::min<std::uint64_t>(static_cast<std::uint64_t>(settings.worlds), 4 * all.count());
  const PerSeat<Cards> played = game.played_by();
  std::vector<float> logs;
  const bool timed = enough != Clock::time_point::max();
  for (std::uint64_t i = 0; i < wanted; ++i) {
    if (timed && i >= kFewWorlds && Clock::now() >= enough) break;
    worlds_.push_back(all.sample(rng));
    logs.push_back(settings.trust == 0 ? 0
                                       : settings.trust * log_likelihood(game, observer, worlds_.back(), played,
                                                                         club, settings.temperature));
  }
  const float top = *std::max_element(logs.begin(), logs.end());
  float sum = 0;
  for (float log : logs) {
    weights_.push_back(exponential(log - top));
    sum += weights_.back();
  }
  float running = 0;
  for (float& weight : weights_) {
    weight /= sum;
    cumulative_.push_back(running += weight);
  }
}

const World& Beliefs::draw(Rng& rng) const {
  const float ticket = static_cast<float>(rng.next() >> 40) * (1.f / 16777216.f) * cumulative_.back();
  const auto at = std::upper_bound(cumulative_.begin(), cumulative_.end(), ticket);
  return worlds_[std::min<std::size_t>(static_cast<std::size_t>(at - cumulative_.begin()), worlds_.size() - 1)];
}

}  // namespace nokosu
