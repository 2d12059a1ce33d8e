// A whole game from what one seat knows, its hidden cards drawn uniformly from all that fit.
#pragma once

#include "rules/game.hpp"
#include "worlds/worlds.hpp"

namespace nokosu {

struct Seen {
  Rules rules;
  Deal dice;  // dealer, drawn, pool; its cards are not read
  int seat = 0;
  Cards hand = 0;  // what the seat holds now
  std::vector<std::uint8_t> actions;
};

Game rebuild(const Seen& seen, Rng& rng);  // refuses what no deal leads to

}  // namespace nokosu
