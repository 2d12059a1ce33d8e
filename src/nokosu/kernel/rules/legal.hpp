// What may be done (D6, Z1, Z2, Z5, Z6, F1-F6).
#pragma once

#include "rules/state.hpp"

namespace nokosu {

// Dice a seat may play: all of them, but without a zero contract the last one stays (F1, F2).
inline DieFaces playable_dice(const State& state, int seat) {
  const bool may = state.dice_left[seat] > 1 || state.has_zero(seat) || planted(Fault::last_die_follows);
  return state.dice[seat].faces() & (may ? ~DieFaces{0} : DieFaces{0});
}

inline Legal legal_plays(const State& state) {
  const int seat = state.to_act;
  Legal all{state.cards[seat], playable_dice(state, seat), Phase::play};
  if (state.laid == 0) return all;
  const TrumpTable& table = trumps(state.trump);
  const Legal follow{all.first & table.cards[state.led], all.second & table.faces[state.led], Phase::play};
  return follow.first | follow.second ? follow : all;
}

inline Legal legal_picks(const State& state) {
  const DieFaces faces = state.pool.faces();
  const bool zero = state.zero_left > 0 && !state.has_zero(state.to_act);
  return {faces, zero ? faces : 0, Phase::draft};
}

inline Legal legal_declarations(const State& state) {
  return {1, state.dice[state.to_act].faces(), Phase::declare};
}

inline Legal legal(const State& state) {
  switch (state.phase) {
    case Phase::draft: return legal_picks(state);
    case Phase::declare: return legal_declarations(state);
    case Phase::play: return legal_plays(state);
    default: return {};
  }
}

}  // namespace nokosu
