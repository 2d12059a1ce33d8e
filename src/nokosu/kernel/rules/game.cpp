#include "rules/game.hpp"

#include <cstring>

namespace nokosu {
namespace {

constexpr std::uint8_t kFirstFormat = 1, kFormat = 2;  // since 2 the rules begin with their number of bytes

template <class T>
void put(std::vector<std::uint8_t>& out, const T& value) {
  const std::size_t at = out.size();
  out.resize(at + sizeof(T));
  std::memcpy(out.data() + at, &value, sizeof(T));
}

struct Reader {
  const std::uint8_t* at;
  std::size_t left;
  void need(std::size_t size) const {
    if (size > left) refuse("these bytes are not a state: they end too early");
  }
  void skip(std::size_t size) {
    at += size;
    left -= size;
  }
  template <class T>
  T take() {
    need(sizeof(T));
    T value;
    std::memcpy(&value, at, sizeof(T));
    skip(sizeof(T));
    return value;
  }
};

// Counts above what fits, or faces that no die has, would upset every later sum.
void check_planes(const Dice& dice) {
  if ((dice.faces() >> kDice) != 0) refuse("these bytes are not a state: a die without a face");
}

}  // namespace

Game Game::start(const Rules& rules, const Deal& deal) {
  check(rules);
  check(rules, deal);
  Game game;
  game.deal = deal;
  game.state = begin(rules, deal);
  return game;
}

void Game::step(Action action) {
  if (action < 0 || action >= kActions) refuse("no such action: " + std::to_string(action));
  if (state.over()) refuse("the round is over");
  if (!legal(state).has(action)) refuse("action " + std::to_string(action) + " is not legal now");
  step_trusted(action);
}

PerSeat<Cards> Game::played_by() const {
  PerSeat<Cards> played{};
  for (int seat = 0; seat < state.rules.players; ++seat) played[seat] = deal.hands[seat] & ~state.cards[seat];
  return played;
}

void Game::set_hidden(const PerSeat<Cards>& hands, Cards aside) {
  const PerSeat<Cards> played = played_by();
  for (int seat = 0; seat < state.rules.players; ++seat) {
    state.cards[seat] = hands[seat];
    deal.hands[seat] = hands[seat] | played[seat];
  }
  state.aside = deal.aside = aside;
}

std::vector<std::uint8_t> Game::to_bytes() const {
  std::vector<std::uint8_t> out;
  put(out, kFormat);
  put(out, std::uint8_t{kRuleBytes});
  const auto* const rules = reinterpret_cast<const std::uint8_t*>(&state.rules);
  out.insert(out.end(), rules, rules + kRuleBytes);
  put(out, deal.dealer);
  put(out, deal.hands);
  put(out, deal.aside);
  put(out, deal.drawn);
  put(out, deal.pool);
  put(out, length);
  out.insert(out.end(), log.begin(), log.begin() + length);
  return out;
}

// Only what a deal and legal actions can lead to is let in: the actions are played again.
Game Game::from_bytes(const std::uint8_t* bytes, std::size_t size) {
  Reader in{bytes, size};
  const int format = in.take<std::uint8_t>();
  if (format != kFirstFormat && format != kFormat) refuse("these bytes are not a state: unknown format");
  const std::size_t rule_bytes = format == kFirstFormat ? kFirstRuleBytes : in.take<std::uint8_t>();
  in.need(rule_bytes);
  const Rules rules = rules_from_bytes(in.at, rule_bytes);
  in.skip(rule_bytes);
  Deal deal;
  deal.dealer = in.take<std::uint8_t>();
  deal.hands = in.take<PerSeat<Cards>>();
  deal.aside = in.take<Cards>();
  deal.drawn = in.take<PerSeat<Dice>>();
  deal.pool = in.take<Dice>();
  for (const Dice& drawn : deal.drawn) check_planes(drawn);
  check_planes(deal.pool);
  Game game = start(rules, deal);
  const int length = in.take<std::uint8_t>();
  in.need(static_cast<std::size_t>(length));
  if (in.left != static_cast<std::size_t>(length)) refuse("these bytes are not a state: something follows");
  for (int i = 0; i < length; ++i) game.step(in.at[i]);
  return game;
}

}  // namespace nokosu
