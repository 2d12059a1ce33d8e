// Contracts and points (S1-S4).
#pragma once

#include "rules/state.hpp"

namespace nokosu {

// What each seat got out of a finished round.
struct Result {
  PerSeat<std::int16_t> points{};
  PerSeat<std::uint8_t> won{};
  PerSeat<std::uint8_t> target{};  // number on the leftover die, 0 with a zero contract
  std::uint8_t made = 0;           // seats that hit their target: one bit per seat
  std::uint8_t zero = 0;
};

// The number on the one die that is left (S2); only for seats without a zero contract.
inline int leftover_number(const State& state, int seat) {
  return die_number(std::countr_zero(state.dice[seat].faces()));
}

inline Result score(const State& state) {
  const Rules& rules = state.rules;
  Result result;
  result.zero = state.zero;
  int makers = 0;
  for (int seat = 0; seat < rules.players; ++seat) {
    const int target = state.has_zero(seat) ? 0 : leftover_number(state, seat);
    const bool made = state.won[seat] == target;
    result.won[seat] = state.won[seat];
    result.target[seat] = static_cast<std::uint8_t>(target);
    result.made |= static_cast<std::uint8_t>(unsigned{made} << seat);
    makers += made;
  }
  const int failed = planted(Fault::bonus_for_all) ? rules.players : rules.players - makers;
  for (int seat = 0; seat < rules.players; ++seat) {
    const bool made = result.made >> seat & 1;
    int points = rules.trick_points * state.won[seat];
    if (made) points += rules.bonus * failed;
    if (made && state.has_zero(seat)) points += rules.zero_bonus;
    result.points[seat] = static_cast<std::int16_t>(points);
  }
  return result;
}

// A seat's points less the mean of the others': the utility for search and training.
inline float margin(const Result& result, int players, int seat) {
  int sum = 0;
  for (int other = 0; other < players; ++other) sum += result.points[other];
  const int own = result.points[seat];
  return static_cast<float>(own) - static_cast<float>(sum - own) / static_cast<float>(players - 1);
}

}  // namespace nokosu
