// One fixed integer space of actions for all editions and player counts.
//
//   0- 29  take a die                draft      "take dR1" ... "take dP6"
//  30- 59  zero, removing a die      draft      "zero dR1" ... "zero dP6"
//  60      pass                      declare    "pass"
//  61- 90  zero, returning a die     declare    "zero dR1" ... "zero dP6"
//  91-130  play a card               play       "play R0"  ... "play P7"
// 131-160  play a die                play       "play dR1" ... "play dP6"
//
// Within a phase the numbers ascend in the order in which legal actions are listed everywhere. Each
// phase has two runs of actions, so a legal set is two bit masks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/pieces.hpp"

namespace nokosu {

enum class Phase : std::uint8_t { draft, declare, play, over };

using Action = int;

inline constexpr Action kTake = 0;
inline constexpr Action kZero = kTake + kDice;
inline constexpr Action kPass = kZero + kDice;
inline constexpr Action kDeclare = kPass + 1;
inline constexpr Action kPlayCard = kDeclare + kDice;
inline constexpr Action kPlayDie = kPlayCard + kCards;
inline constexpr int kActions = kPlayDie + kDice;
static_assert(kActions == 161);

// First action of either run, by phase.
inline constexpr std::array<Action, 4> kFirstRun = {kTake, kPass, kPlayCard, 0};
inline constexpr std::array<Action, 4> kSecondRun = {kZero, kDeclare, kPlayDie, 0};

constexpr Phase phase_of(Action action) {
  return action < kPass ? Phase::draft : action < kPlayCard ? Phase::declare : Phase::play;
}

struct Legal {
  std::uint64_t first = 0;   // dice to take, or pass, or cards to play
  std::uint32_t second = 0;  // dice to remove, to return, or to play
  Phase phase = Phase::over;

  constexpr int count() const { return std::popcount(first) + std::popcount(second); }
  constexpr bool has(Action action) const {
    if (action < 0 || action >= kActions || phase == Phase::over || phase_of(action) != phase) return false;
    const int second_run = kSecondRun[static_cast<int>(phase)];
    if (action >= second_run) return second >> (action - second_run) & 1;
    return first >> (action - kFirstRun[static_cast<int>(phase)]) & 1;
  }
  // Calls visit(action) for each legal action, ascending.
  template <class Visit>
  constexpr void each(Visit visit) const {
    for (std::uint64_t rest = first; rest; rest &= rest - 1)
      visit(kFirstRun[static_cast<int>(phase)] + std::countr_zero(rest));
    for (std::uint32_t rest = second; rest; rest &= rest - 1)
      visit(kSecondRun[static_cast<int>(phase)] + std::countr_zero(rest));
  }
  constexpr bool operator==(const Legal&) const = default;
};

}  // namespace nokosu
