#include "rules/state.hpp"

#include <string>

namespace nokosu {
namespace {

void demand(bool holds, const std::string& what) {
  if (!holds) refuse("impossible deal: " + what);
}

int dice_of_colour(const Dice& dice, int colour) {
  const DieFaces in = colour_faces(colour);
  return std::popcount(dice.ones & in) + 2 * std::popcount(dice.twos & in) + 4 * std::popcount(dice.fours & in);
}

}  // namespace

void check(const Rules& rules, const Deal& deal) {
  demand(deal.dealer < rules.players, "the dealer has no seat");
  Cards seen = deal.aside;
  demand(std::popcount(deal.aside) == rules.aside, std::to_string(rules.aside) + " card(s) lie aside");
  demand(deal.pool.total() == rules.pool_size, "the middle takes " + std::to_string(rules.pool_size) + " dice");
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    const bool sits = seat < rules.players;
    const std::string who = "seat " + std::to_string(seat);
    demand(std::popcount(deal.hands[seat]) == (sits ? rules.cards_each : 0),
           who + " needs " + std::to_string(sits ? rules.cards_each : 0) + " cards");
    demand(!(deal.hands[seat] & seen), who + " has a card that lies elsewhere too");
    demand(deal.drawn[seat].total() == (sits ? rules.drawn_each : 0),
           who + " draws " + std::to_string(sits ? rules.drawn_each : 0) + " dice");
    seen |= deal.hands[seat];
  }
  demand(seen == rules.deck(), "there is a card that is not in play");
  for (int colour = 0; colour < kColours; ++colour) {
    int dice = dice_of_colour(deal.pool, colour);
    for (const Dice& drawn : deal.drawn) dice += dice_of_colour(drawn, colour);
    demand(dice <= (rules.has_colour(colour) ? rules.dice_per_colour : 0), "more dice of a colour than the bag has");
  }
}

State begin(const Rules& rules, const Deal& deal) {
  State state;
  state.rules = rules;
  state.cards = deal.hands;
  state.aside = deal.aside;
  state.dice = deal.drawn;
  state.pool = deal.pool;
  state.dealer = deal.dealer;
  state.zero_left = rules.zero_dice;
  for (int seat = 0; seat < rules.players; ++seat) state.dice_left[seat] = rules.drawn_each;
  state.to_act = static_cast<std::uint8_t>(next_seat(state, deal.dealer));
  return state;
}

}  // namespace nokosu
