// Compiled for WebAssembly only (tools/web_kernel.py); empty elsewhere.
#if defined(__wasm__)

#include "wasm/wasm.hpp"

#include <cstring>
#include <memory>
#include <vector>

#include "champion/champion.hpp"
#include "encode/encode.hpp"
#include "search/search.hpp"
#include "judge/ordered.hpp"
#include "worlds/order.hpp"

namespace nokosu {
namespace {

std::vector<std::uint8_t> room;
std::vector<double> answer;
std::unique_ptr<const Network> network;

const Network& known_network() {
  if (!network) refuse("the network has not been loaded");
  return *network;
}

template <class... Numbers>
void say(Numbers... numbers) {
  (answer.push_back(static_cast<double>(numbers)), ...);
}

void search_as_ordered() {
  Order order(room.data(), room.size());
  const auto seed = order.take<std::uint64_t>();
  const Game game = order.game(seed);
  SearchSettings settings;
  settings.simulations = order.whole();
  settings.seconds = order.take<double>();
  settings.exploration = order.real();
  settings.rollout_temperature = order.real();
  settings.prior_temperature = order.real();
  settings.policy_tricks = order.whole();
  settings.beliefs.worlds = order.whole();
  settings.beliefs.temperature = order.real();
  settings.beliefs.trust = order.real();
  settings.endgame = order.whole();
  if (settings.simulations == 0 && settings.seconds == 0) refuse("a search needs simulations or seconds");
  const club::Weights club = club::weights_from_bytes(order.bytes(sizeof(club::Weights)), sizeof(club::Weights));
  const SearchReport report = search(game, settings, {club, kRolloutPolicy}, seed);
  say(report.simulations, report.seconds);
  for (const ActionReport& row : report.actions) {
    say(row.action, row.visits, row.margin, row.points);
    for (const std::uint32_t number : row.kept) say(number);
    for (const std::uint32_t number : row.made) say(number);
  }
}

void policy_as_ordered() {
  Order order(room.data(), room.size());
  const auto seed = order.take<std::uint64_t>();
  const Game game = order.game(seed);
  const int seat = game.state.to_act;
  std::vector<std::uint8_t> observation(kObservation);
  observe(game, seat, observation.data());
  Inputs inputs;
  read_observation(observation.data(), inputs);
  Workspace workspace;
  std::vector<float> logits(kHeads);
  known_network().actor(&inputs, 1, kHeads, workspace, logits.data());
  for (int action = 0; action < kActions; ++action) say(logits[static_cast<std::size_t>(action)]);
  for (const std::uint8_t colour : canonical_order(game, seat)) say(colour);
}

void champion_as_ordered() {
  Order order(room.data(), room.size());
  const auto seed = order.take<std::uint64_t>();
  const Game game = order.game(seed);
  ChampionSettings settings;
  settings.worlds = order.whole();
  settings.seconds = order.take<double>();
  settings.tricks = order.whole();
  settings.deeper = order.whole();
  settings.endgame = order.whole();
  settings.prior = order.real();
  settings.hopeless = order.real();
  settings.believed = order.real();
  settings.stakes = order.real();
  std::vector<int> match(static_cast<std::size_t>(order.take<std::uint8_t>()));
  for (int& number : match) number = order.whole();
  settings.match = match_from(game.state.rules, match);
  if (settings.worlds == 0 && settings.seconds == 0) refuse("the champion needs worlds or seconds");
  const ChampionReport report = champion(game, known_network(), settings, seed);
  say(report.best(), report.worlds, report.evaluations, report.seconds);
  for (const ChampionAction& row : report.actions) {
    say(row.action, row.prior, row.worlds, row.margin, row.points, row.made);
    for (const double chance : row.tricks) say(chance);
    for (const double chance : row.makes) say(chance);
    say(row.worth);
  }
}

}  // namespace
}  // namespace nokosu

using namespace nokosu;

std::uint8_t* nokosu_room(std::size_t size) {
  room.resize(size);
  answer.clear();
  return room.data();
}
const double* nokosu_answer() { return answer.data(); }
std::size_t nokosu_answer_size() { return answer.size(); }

void nokosu_search() { search_as_ordered(); }
void nokosu_policy() { policy_as_ordered(); }
void nokosu_champion() { champion_as_ordered(); }
void nokosu_judge() { answer = judge_as_ordered(room.data(), room.size(), nullptr); }
void nokosu_judge_network() { answer = judge_as_ordered(room.data(), room.size(), &known_network()); }
void nokosu_follow() { answer = follow_as_ordered(room.data(), room.size(), nullptr); }
void nokosu_follow_network() { answer = follow_as_ordered(room.data(), room.size(), &known_network()); }
void nokosu_network() {
  network = std::make_unique<Network>(room.data(), room.size());
  room = {};
}

#endif
