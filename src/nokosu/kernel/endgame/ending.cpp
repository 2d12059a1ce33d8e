#include "endgame/ending.hpp"

#include <algorithm>
#include <vector>

namespace nokosu {
namespace {

struct Out {
  int suit, strength, number, action, owner;  // owner: of a die; -1 for a card
};

}  // namespace

Slots::Slots(const State& state) {
  if (state.phase != Phase::play) refuse("only play can be solved, and only before its end");
  const TrumpTable& table = trumps(state.trump);
  std::vector<Out> out;
  for (Cards left = state.rules.deck() & ~state.played; left; left &= left - 1) {
    const int card = std::countr_zero(left);
    out.push_back({table.suit[card], table.strength[card], 0, kPlayCard + card, -1});
  }
  for (int seat = 0; seat < state.rules.players; ++seat)
    for (int die = 0; die < kDice; ++die)
      for (int copy = state.dice[seat].count(die); copy > 0; --copy)
        out.push_back({table.suit[kCards + die], table.strength[kCards + die], die_number(die), kPlayDie + die, seat});
  if (out.size() > kMost) refuse("too many pieces are left to solve this");
  std::stable_sort(out.begin(), out.end(), [](const Out& a, const Out& b) {
    return a.suit != b.suit ? a.suit < b.suit : a.strength < b.strength;
  });
  count = static_cast<int>(out.size());
  for (int i = 0; i < count; ++i) {
    const Out& piece = out[static_cast<std::size_t>(i)];
    const Pieces bit = Pieces{1} << i;
    suit[i] = static_cast<std::uint8_t>(piece.suit);
    strength[i] = static_cast<std::uint8_t>(piece.strength);
    number[i] = static_cast<std::uint8_t>(piece.number);
    action[i] = static_cast<std::uint8_t>(piece.action);
    suits[piece.suit] |= bit;
    if (piece.owner >= 0) {
      dice |= bit;
      dice_of[piece.owner] |= bit;
    } else {
      slot_of_card[piece.action - kPlayCard] = static_cast<std::uint8_t>(i);
    }
    for (int j = 0; j < count; ++j) {
      const Out& other = out[static_cast<std::size_t>(j)];
      if (other.suit != piece.suit) continue;
      if (other.strength >= piece.strength) from[i] |= Pieces{1} << j;
      if (other.strength <= piece.strength) up_to[i] |= Pieces{1} << j;
    }
  }
}

Ending::Ending(const Slots& slots, const State& state, const PerSeat<Cards>& cards)
    : won(state.won), zero(state.zero), players(state.rules.players),
      left(static_cast<std::uint8_t>(state.rules.tricks() - state.tricks)), to_act(state.to_act), laid(state.laid),
      led(state.led), best(state.best), best_seat(state.best_seat) {
  for (int seat = 0; seat < players; ++seat) {
    for (Cards held = cards[seat]; held; held &= held - 1)
      hands[seat] |= Pieces{1} << slots.slot_of_card[std::countr_zero(held)];
    hands[seat] |= slots.dice_of[seat];
    if (has_zero(seat)) continue;
    target[seat] = kOpen;
    dice[seat] = state.dice_left[seat];
    if (dice[seat] == 1) settle(slots, seat);
  }
}

}  // namespace nokosu
