#include "judge/ordered.hpp"

#include "judge/follow.hpp"
#include "judge/judge.hpp"
#include "worlds/order.hpp"

namespace nokosu {
namespace {

int within(int value, int low, int high, const char* what) {
  if (value < low || value > high)
    refuse(what + (" is not in " + std::to_string(low)) + " to " + std::to_string(high));
  return value;
}

template <class... Numbers>
void say(std::vector<double>& answer, Numbers... numbers) {
  (answer.push_back(static_cast<double>(numbers)), ...);
}

}  // namespace

std::vector<double> judge_as_ordered(const std::uint8_t* data, std::size_t size, const Network* network) {
  Order order(data, size);
  const auto seed = order.take<std::uint64_t>();
  const Game game = order.game(seed);
  JudgeSettings settings;
  settings.worlds = within(order.whole(), 1, 1'000'000, "worlds");
  settings.playouts = within(order.whole(), 1, 1'000'000, "playouts");
  settings.tricks = within(order.whole(), 0, kMaxTricks, "tricks");
  settings.endgame = within(order.whole(), 0, kMaxTricks, "endgame");
  settings.temperature = order.real();
  settings.beliefs.temperature = order.real();
  settings.beliefs.trust = order.real();
  if (!(settings.temperature > 0) || !(settings.beliefs.temperature > 0) || !(settings.beliefs.trust >= 0))
    refuse("temperatures are positive, and trust is not negative");
  settings.by_club = order.whole() != 0;
  const bool by_search = order.whole() != 0;
  const std::vector<int> only = order.numbers();
  settings.only.assign(only.begin(), only.end());
  for (const Action action : settings.only)
    if (!legal(game.state).has(action)) refuse("an action that is not legal cannot be judged");
  settings.match = match_from(game.state.rules, order.numbers());
  const JudgeReport report = [&] {
    if (!by_search && !network) refuse("without a network, only the search can judge");
    if (!by_search) return judge_by_network(game, settings, *network, seed);
    const club::Weights club = club::weights_from_bytes(order.bytes(sizeof(club::Weights)), sizeof(club::Weights));
    return judge_by_search(game, settings, {club, kRolloutPolicy}, network, seed);
  }();
  std::vector<double> answer;
  say(answer, report.actions.size(), report.worlds, report.effective, report.solved, report.all);
  for (const JudgedAction& row : report.actions) {
    say(answer, row.action, row.points, row.margin, row.worth, row.made);
    for (const double chance : row.makes) say(answer, chance);
  }
  answer.insert(answer.end(), report.margins.begin(), report.margins.end());
  answer.insert(answer.end(), report.points.begin(), report.points.end());
  return answer;
}

std::vector<double> follow_as_ordered(const std::uint8_t* data, std::size_t size, const Network* network) {
  Order order(data, size);
  const auto seed = order.take<std::uint64_t>();
  const Game game = order.open_game();
  const int players = game.state.rules.players;
  const int seat = within(order.whole(), 0, players - 1, "seat");
  const int playouts = within(order.whole(), 2, 1'000'000, "playouts");
  const std::optional<MatchSoFar> match = match_from(game.state.rules, order.numbers());
  const Followed found = network ? follow(game, seat, *network, playouts, match, seed) : follow(game, seat, playouts, match, seed);
  std::vector<double> answer;
  say(answer, players, found.worths.size());
  for (const Worth& worth : found.worths)
    for (int at = 0; at < players; ++at) say(answer, worth.points[at], worth.squares[at], worth.wins[at]);
  for (const Instead& each : found.instead) say(answer, each.decision, each.action, each.points, each.margin);
  return answer;
}

}  // namespace nokosu
