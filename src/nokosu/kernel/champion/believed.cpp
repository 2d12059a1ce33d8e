#include "champion/believed.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/maths.hpp"

namespace nokosu {
namespace {

constexpr int kSwaps = 12;  // tried for each unseen card; enough to forget the uniform world that a draw starts from

float unit(Rng& rng) { return static_cast<float>(rng.next() >> 40) * (1.f / 16777216.f); }

}  // namespace

BelievedWorlds::BelievedWorlds(const Game& game, int observer, const float* beliefs)
    : hidden_(Hidden::from(game.state, observer)), all_(hidden_) {
  const Frame& frame = canonical_frame(game, observer);
  const int players = game.state.rules.players;
  for (Cards rest = hidden_.unseen; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    const float* row = beliefs + (frame.inward[kPlayCard + card] - kPlayCard) * kPlaces;
    card_[cards_] = static_cast<std::uint8_t>(card);
    suit_[cards_] = hidden_.trump == kNoTrump ? kSuits : trumps(hidden_.trump).suit[card];
    for (int r = 1; r < players; ++r) logit_[cards_][(observer + r) % players] = row[r - 1];
    logit_[cards_][Hidden::kAside] = row[kPlaces - 1];
    ++cards_;
  }
}

World BelievedWorlds::draw(Rng& rng) const {
  World world = all_.sample(rng);
  std::array<std::uint8_t, kCards> place{};
  for (int i = 0; i < cards_; ++i) {
    place[i] = Hidden::kAside;
    for (int seat = 0; seat < kMaxPlayers; ++seat)
      if (world.hands[seat] >> card_[i] & 1) place[i] = static_cast<std::uint8_t>(seat);
  }
  // Metropolis: two cards change places, always if that is more likely, otherwise as often as it is likely.
  for (int n = kSwaps * cards_; n > 0; --n) {
    const auto i = rng.below(static_cast<std::uint32_t>(cards_)), j = rng.below(static_cast<std::uint32_t>(cards_));
    const int here = place[i], there = place[j];
    if (here == there || hidden_.barred[there] >> suit_[i] & 1 || hidden_.barred[here] >> suit_[j] & 1) continue;
    const float gain = logit_[i][there] + logit_[j][here] - logit_[i][here] - logit_[j][there];
    if (gain < 0 && unit(rng) >= exponential(gain)) continue;
    std::swap(place[i], place[j]);
  }
  for (int seat = 0; seat < kMaxPlayers; ++seat)
    if (hidden_.room[seat]) world.hands[seat] = 0;
  world.aside = 0;
  for (int i = 0; i < cards_; ++i) {
    const Cards card = Cards{1} << card_[i];
    (place[i] == Hidden::kAside ? world.aside : world.hands[place[i]]) |= card;
  }
  return world;
}

std::vector<double> BelievedWorlds::weights(const std::vector<World>& worlds) const {
  std::vector<double> found;
  double top = -1e300, sum = 0;
  for (const World& world : worlds) {
    double log = 0;
    for (int i = 0; i < cards_; ++i) {
      int place = Hidden::kAside;
      for (int seat = 0; seat < kMaxPlayers; ++seat)
        if (world.hands[seat] >> card_[i] & 1) place = seat;
      log += logit_[i][place];
    }
    found.push_back(log);
    top = std::max(top, log);
  }
  for (double& weight : found) sum += weight = exponential(weight - top);
  for (double& weight : found) weight /= sum;
  return found;
}

}  // namespace nokosu
