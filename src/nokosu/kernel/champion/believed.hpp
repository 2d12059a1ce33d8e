// Worlds as the network believes them: the chance of a world is the product, over the unseen cards, of the chances that
// the belief head gives to where they are. Voids and the sizes of hands are kept exactly.
#pragma once

#include "encode/frame.hpp"
#include "network/network.hpp"
#include "worlds/worlds.hpp"

namespace nokosu {

class BelievedWorlds {
 public:
  // `beliefs` are the actor's logits for the observer, in its frame.
  BelievedWorlds(const Game& game, int observer, const float* beliefs);

  World draw(Rng& rng) const;
  // How likely each of these worlds is, against the others of them.
  std::vector<double> weights(const std::vector<World>& worlds) const;
  const Worlds& all() const { return all_; }

 private:
  Hidden hidden_;
  Worlds all_;
  int cards_ = 0;
  std::array<std::uint8_t, kCards> card_{}, suit_{};
  std::array<std::array<float, kMaxPlayers + 1>, kCards> logit_{};  // by unseen card and place, as in Hidden
};

}  // namespace nokosu
