// The rules of one round.
//
// In: Rules (this file; no edition is known here by name) and a Deal, given or from a seed (deal.hpp).
// Out: a State (state.hpp) with its legal actions (legal.hpp), the state after one of them (apply.hpp) and, at the
// end, the points (score.hpp). A Game (game.hpp) is a state with its history, and the only one that checks actions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/refuse.hpp"
#include "rules/pieces.hpp"

namespace nokosu {

enum class ZeroRule : std::uint8_t { black_dice, declared };
enum class NumberTrumps : std::uint8_t { always, unless_pair };  // T1, T3

// A rule that comes later takes a spare byte; 0 must mean "as before".
struct Rules {
  std::uint8_t players = 0;
  std::uint8_t colours = 0;  // bit set of the colours in play
  std::uint8_t highest_card = 0;
  std::uint8_t cards_each = 0;
  std::uint8_t aside = 0;
  std::uint8_t dice_per_colour = 0;
  std::uint8_t drawn_each = 0;
  std::uint8_t pool_size = 0;
  std::uint8_t picks_each = 0;
  ZeroRule zero_rule = ZeroRule::black_dice;
  std::uint8_t zero_dice = 0;
  std::uint8_t trick_points = 0;
  std::uint8_t bonus = 0;
  std::uint8_t zero_bonus = 0;
  NumberTrumps number_trumps = NumberTrumps::always;
  std::uint8_t spare[1] = {};

  constexpr int tricks() const { return cards_each + drawn_each + picks_each - 1; }
  constexpr int picks() const { return players * picks_each; }
  constexpr int declarations() const { return zero_rule == ZeroRule::declared ? players : 0; }
  constexpr int decisions() const { return picks() + declarations() + players * tricks(); }
  constexpr bool has_colour(int colour) const { return colours >> colour & 1; }
  constexpr Cards deck() const {
    Cards all = 0;
    for (int colour = 0; colour < kColours; ++colour)
      if (has_colour(colour)) all |= Cards((2u << highest_card) - 1u) << (colour * kCardNumbers);
    return all;
  }
  constexpr bool operator==(const Rules&) const = default;
};

// Names of the fields in the order in which they cross from Python, one byte each.
inline constexpr const char* kRuleFields[] = {
    "players",    "colours",   "highest_card", "cards_each",   "aside", "dice_per_colour", "drawn_each",
    "pool_size",  "picks_each", "zero_rule",   "zero_dice",    "trick_points", "bonus",    "zero_bonus",
    "number_trumps"};
inline constexpr int kRuleBytes = sizeof(kRuleFields) / sizeof(*kRuleFields);
inline constexpr int kFirstRuleBytes = 14;  // those that every version has: an observation has the others at its end
inline constexpr int kLaterRuleBytes = kRuleBytes - kFirstRuleBytes;
static_assert(sizeof(Rules) == 16 && sizeof(Rules) == kRuleBytes + sizeof(Rules::spare), "a byte for every rule, and spare ones");
static_assert(offsetof(Rules, number_trumps) == kFirstRuleBytes, "a later rule never comes before an earlier one");

// The longest round that a log can hold; check() refuses rules that ask for more.
inline constexpr int kMaxDecisions = 100;
inline constexpr int kMaxTricks = 14;
inline constexpr int kMaxPicks = 15;
inline constexpr int kMaxPlays = 56;

Rules rules_from_bytes(const std::uint8_t* bytes, std::size_t size);
void check(const Rules& rules);

}  // namespace nokosu
