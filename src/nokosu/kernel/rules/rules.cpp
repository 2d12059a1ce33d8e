#include "rules/rules.hpp"

#include <bit>
#include <cstring>

namespace nokosu {
namespace {

void demand(bool holds, const char* what) {
  if (!holds) refuse(std::string("rules the kernel cannot play: ") + what);
}

}  // namespace

void check(const Rules& r) {
  demand(r.players >= kMinPlayers && r.players <= kMaxPlayers, "2 to 5 players");
  demand(r.colours > 0 && r.colours < (1u << kColours), "colours are a set of the five");
  demand(r.highest_card < kCardNumbers, "cards go up to 7 at most");
  demand(r.zero_rule == ZeroRule::black_dice || r.zero_rule == ZeroRule::declared, "zero rule is 0 or 1");
  demand(r.number_trumps == NumberTrumps::always || r.number_trumps == NumberTrumps::unless_pair, "number trumps is 0 or 1");
  demand(r.aside <= 1, "at most one card aside");
  const int deck = std::popcount(r.deck());
  demand(r.cards_each > 0 && r.players * r.cards_each + r.aside == deck, "the deal takes every card once");
  const int colours = std::popcount(unsigned{r.colours});
  // Five equal dice are the most a bag of the game can show; the bit planes count to seven.
  demand(r.dice_per_colour <= 5, "at most five dice of each colour");
  demand(r.players * r.drawn_each + r.pool_size <= colours * r.dice_per_colour, "enough dice in the bag");
  demand(r.picks_each > 0 && r.pool_size == r.picks() + 1, "one die stays after the draft");
  demand(r.drawn_each + r.picks_each <= 7, "at most seven dice per seat");
  demand(r.drawn_each + r.picks_each >= 2, "at least two dice per seat");
  demand(r.zero_rule == ZeroRule::black_dice || r.zero_dice == 0, "zero dice only where zero is drafted");
  demand(r.picks() <= kMaxPicks, "at most 15 picks");
  demand(r.tricks() <= kMaxTricks && r.players * r.tricks() <= kMaxPlays, "at most 14 tricks and 56 plays");
}

Rules rules_from_bytes(const std::uint8_t* bytes, std::size_t size) {
  if (size < kFirstRuleBytes || size > kRuleBytes)
    refuse("rules take " + std::to_string(kFirstRuleBytes) + " to " + std::to_string(kRuleBytes) + " bytes");
  Rules rules;
  std::memcpy(&rules, bytes, size);
  check(rules);
  return rules;
}

}  // namespace nokosu
