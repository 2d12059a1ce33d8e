// A position among the last tricks as the solver plays it: every piece that is still out is a bit.
//
// Pieces are in the order of suit and strength, so that "nobody has anything between these two" is a
// mask. A die that has to stay (F2) is no longer in a hand: it has become its seat's target.
#pragma once

#include "rules/state.hpp"

namespace nokosu {

using Pieces = std::uint64_t;  // a set of slots

// What is the same in all worlds of one view.
struct Slots {
  static constexpr int kMost = 64;

  explicit Slots(const State& state);  // refuses what it cannot solve

  int count = 0;
  std::array<std::uint8_t, kMost> suit{}, strength{}, number{}, action{};  // number: of a die, 0 for a card
  std::array<Pieces, kMost> from{};   // slots at least as strong in the same suit
  std::array<Pieces, kMost> up_to{};  // slots at most as strong in the same suit
  std::array<Pieces, kSuits> suits{};
  Pieces dice = 0;
  PerSeat<Pieces> dice_of{};                       // in front of each seat
  std::array<std::uint8_t, kCards> slot_of_card{};
};

struct Ending {
  static constexpr std::uint8_t kOpen = 255;

  PerSeat<Pieces> hands{};               // what can still be played
  PerSeat<std::uint8_t> won{}, target{};  // target: kOpen while two dice or more are left
  PerSeat<std::uint8_t> dice{};          // in hand, without a zero contract
  std::uint8_t zero = 0;
  std::uint8_t players = 0;
  std::uint8_t left = 0;  // tricks, the one under way among them
  std::uint8_t to_act = 0, laid = 0, led = 0, best = 0, best_seat = 0;

  Ending(const Slots& slots, const State& state, const PerSeat<Cards>& cards);

  bool has_zero(int seat) const { return zero >> seat & 1; }

  // F3-F5: F1 and F2 are in the hands.
  Pieces legal(const Slots& slots) const {
    const Pieces all = hands[to_act];
    if (laid == 0) return all;
    const Pieces follow = all & slots.suits[led];
    return follow ? follow : all;
  }

  // The last die becomes the target (F2, S2).
  void settle(const Slots& slots, int seat) {
    const Pieces last = hands[seat] & slots.dice;
    target[seat] = slots.number[static_cast<std::size_t>(std::countr_zero(last))];
    hands[seat] &= ~last;
  }

  void play(const Slots& slots, int slot) {
    const int seat = to_act;
    hands[seat] &= ~(Pieces{1} << slot);
    if (slots.number[slot] && !has_zero(seat) && --dice[seat] == 1) settle(slots, seat);
    const int suit = slots.suit[slot], strength = slots.strength[slot];
    const bool leads = laid == 0;
    if (leads) led = static_cast<std::uint8_t>(suit);
    const bool counts = suit == led || strength >= kTrumpStrength;
    const bool ties_win = !planted(Fault::first_of_equals_wins);  // W4
    if (leads || (counts && (strength > best || (ties_win && strength == best)))) {
      best = static_cast<std::uint8_t>(strength);
      best_seat = static_cast<std::uint8_t>(seat);
    }
    if (++laid == players) {
      ++won[best_seat];
      --left;
      laid = 0;
      to_act = best_seat;
    } else {
      to_act = static_cast<std::uint8_t>(seat + 1 == players ? 0 : seat + 1);
    }
  }

  // How many tricks a seat still needs to end with this number; kLost if it cannot any more.
  static constexpr int kLost = 15;
  int need(int seat, int number) const {
    const int more = number - won[seat];
    return more < 0 || more > left ? kLost : more;
  }
};
static_assert(std::is_trivially_copyable_v<Ending>);

}  // namespace nokosu
