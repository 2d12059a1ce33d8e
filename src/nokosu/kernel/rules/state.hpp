// A round as it is now: everything needed to go on, nothing about how it came about (game.hpp has
// that). Trivially copyable and small, so a search copies it instead of undoing moves.
#pragma once

#include <array>
#include <type_traits>

#include "rules/action_space.hpp"
#include "rules/rules.hpp"
#include "rules/trump.hpp"

namespace nokosu {

template <class T>
using PerSeat = std::array<T, kMaxPlayers>;

// What is dealt and rolled before the first decision (D1-D5).
struct Deal {
  PerSeat<Cards> hands{};
  Cards aside = 0;
  PerSeat<Dice> drawn{};
  Dice pool;
  std::uint8_t dealer = 0;
  bool operator==(const Deal&) const = default;
};

struct State {
  PerSeat<Cards> cards{};  // hands
  Cards aside = 0;         // the card that nobody sees (D2)
  Cards played = 0;        // all cards played so far
  PerSeat<Dice> dice{};    // coloured dice in front of each seat
  Dice pool;               // the middle; after the draft the trump die alone
  PerSeat<std::uint8_t> dice_left{};
  PerSeat<std::uint8_t> won{};    // tricks
  PerSeat<std::uint8_t> voids{};  // suits that a seat has shown to hold no cards of, bit set of suits
  Rules rules;
  Phase phase = Phase::draft;
  std::uint8_t to_act = 0;
  std::uint8_t dealer = 0;
  std::uint8_t zero = 0;        // seats with a zero contract, bit set of seats
  std::uint8_t zero_left = 0;   // black zero dice nobody has taken
  std::uint8_t trump = kNoTrump;  // its face or a blank (trump.hpp), once it is known
  std::uint8_t turns = 0;       // picks made, then declarations made
  std::uint8_t tricks = 0;      // finished
  std::uint8_t laid = 0;        // pieces in the trick under way
  std::uint8_t leader = 0;
  std::uint8_t led = 0;         // suit led
  std::uint8_t best = 0;        // strength of the piece that wins so far
  std::uint8_t best_seat = 0;

  bool has_zero(int seat) const { return zero >> seat & 1; }
  bool over() const { return phase == Phase::over; }
  bool operator==(const State&) const = default;
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) <= 192);

State begin(const Rules& rules, const Deal& deal);
void check(const Rules& rules, const Deal& deal);

inline int next_seat(const State& state, int seat) {
  return seat + 1 == state.rules.players ? 0 : seat + 1;
}

}  // namespace nokosu
