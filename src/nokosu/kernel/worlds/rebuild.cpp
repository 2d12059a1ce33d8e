#include "worlds/rebuild.hpp"

namespace nokosu {
namespace {

// Plays the actions with nobody's cards known: a card is put into its player's hand when it is played.
// Whether seats followed suit is checked afterwards, when there are hands.
PerSeat<Cards> cards_played(State& state, const std::vector<std::uint8_t>& actions) {
  PerSeat<Cards> played{};
  for (const Action action : actions) {
    const bool is_card = action >= kPlayCard && action < kPlayDie;
    if (state.phase == Phase::play && is_card) {
      const Cards card = Cards{1} << (action - kPlayCard);
      if (!(card & state.rules.deck() & ~state.played)) refuse("a card was played that was not in play");
      played[state.to_act] |= card;
      state.cards[state.to_act] |= card;
    }
    Legal may = legal(state);
    if (state.phase == Phase::play) may.second = playable_dice(state, state.to_act);
    if (!may.has(action)) refuse("action " + std::to_string(action) + " is not legal there");
    apply(state, action);
  }
  return played;
}

}  // namespace

Game rebuild(const Seen& seen, Rng& rng) {
  const Rules& rules = seen.rules;
  if (seen.seat < 0 || seen.seat >= rules.players) refuse("nobody sits there");
  if (seen.dice.dealer >= rules.players) refuse("the dealer has no seat");
  if (seen.dice.pool.total() != rules.pool_size) refuse("the middle has another number of dice");
  Deal deal = seen.dice;
  deal.hands = {};
  State open = begin(rules, deal);
  const PerSeat<Cards> played = cards_played(open, seen.actions);

  Hidden hidden;
  hidden.trump = open.trump;
  hidden.unseen = rules.deck() & ~open.played & ~seen.hand;
  hidden.known[seen.seat] = seen.hand;
  hidden.room[Hidden::kAside] = rules.aside;
  for (int seat = 0; seat < rules.players; ++seat) {
    const int left = rules.cards_each - std::popcount(played[seat]);
    if (left < 0) refuse("a seat has played more cards than it was dealt");
    if (seat == seen.seat) continue;
    hidden.room[seat] = static_cast<std::uint8_t>(left);
    hidden.barred[seat] = open.voids[seat];
  }
  const Worlds worlds(hidden);
  if (!worlds.count()) refuse("no world fits what this seat has seen");
  const World world = worlds.sample(rng);
  for (int seat = 0; seat < rules.players; ++seat) deal.hands[seat] = world.hands[seat] | played[seat];
  deal.aside = world.aside;
  Game game = Game::start(rules, deal);
  for (const Action action : seen.actions) game.step(action);
  return game;
}

}  // namespace nokosu
