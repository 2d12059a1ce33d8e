// The numbers that the club player is tuned by, in the order in which bots/club/weights.py gives them.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "rules/rules.hpp"

namespace nokosu::club {

inline constexpr int kClues = 7;  // what the odds of a piece depend on
using Clues = std::array<double, kClues>;
using ByNumber = std::array<double, kCardNumbers>;

// What a play is scored by; docs/club.md says what each means.
enum Term {
  own_early, own_middle, own_late, zero_seats, shown_seats, open_seats, points_early, points_middle, points_late,
  pace, last_takes, dead_die, live_die_early, live_die_middle, live_die_late, die_gap, shows_target, spend, relief,
  makes_void, ruff, twin, number_trump, lead_trump, lead_twin, lead_long, lead_win, lead_single, lead_voids, lead_rank,
  cheap_win, cheap_loss, kTerms
};

// What a pick or a declaration is scored by.
enum PickTerm { target_worth, zero_worth, take_zero, late_zero, low_die, middle_die, kPickTerms };

// Odds and danger of pieces before the play. The chance to make zero is e to the minus sum of dangers.
struct Table {
  ByNumber plain_win, plain_lose, colour_win, colour_lose, plain_danger, colour_danger;
  double number_win, number_lose, number_danger, twin_win, twin_lose, twin_danger;
};

struct Weights {
  Clues plain_win, plain_lose, trump_win, trump_lose;
  double average_win, average_lose, zero_win, zero_lose;
  double control, want_slope, want_least, want_most, temperature, future_die;
  std::array<double, 3> cover;  // what is left of a plain piece's danger above one, two, three own pieces of its colour
  std::array<double, kTerms> play, play_zero, play_lost;  // for a die's number, for zero, with nothing left to make
  std::array<double, kPickTerms> pick;
  Table table;
};
inline constexpr std::size_t kWeightNumbers = sizeof(Weights) / sizeof(double);
static_assert(sizeof(Weights) % sizeof(double) == 0 && std::is_trivially_copyable_v<Weights>);

inline Weights weights_from_bytes(const std::uint8_t* bytes, std::size_t size) {
  if (size != sizeof(Weights)) refuse("club weights are " + std::to_string(kWeightNumbers) + " doubles");
  Weights weights;
  std::memcpy(&weights, bytes, size);
  return weights;
}

}  // namespace nokosu::club
