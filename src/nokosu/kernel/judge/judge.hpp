// Judging a decision: what every legal action is worth to the seat to act, all of them in the same worlds with the same chance.
//
// In: a Game (its hidden cards do not matter), settings, a seed; for the search the club player's weights, for the network a
// network. The two ways share no judgement of positions: the search plays every round out, by the rollout policy or by the club
// player; the network plays on by its policy and asks its critic (champion/champion.hpp). Where there is a network, its beliefs
// say which worlds are likely, otherwise the club player's. Both solve the last tricks exactly.
// Out: for every legal action its means, and how the errors of these means go together: so the difference of any two actions
// has its own standard error. The report follows from the input alone.
#pragma once

#include "champion/champion.hpp"
#include "search/search.hpp"

namespace nokosu {

struct JudgeSettings {
  int worlds = 200;
  int playouts = 4;  // of every action in a world of mean weight; the network plays one
  int tricks = 1;    // with the network: ends of tricks up to which the policy plays on; the most there are: to the end
  int endgame = 3;   // with at most so many tricks left the worlds are solved instead
  float temperature = 1;  // of the rollout policy
  bool by_club = false;   // the search plays out by the club player: slower, and it knows more of drafts and of zero
  BeliefSettings beliefs;
  std::vector<Action> only;  // the actions that are judged; none: all. Where the last tricks are solved, all are
  std::optional<MatchSoFar> match;  // what the round's points are worth for it (champion/stakes.hpp)
};

struct JudgedAction {
  Action action = 0;
  double points = 0, margin = 0, worth = 0, made = 0;  // means; worth is the margin where there is no match
  std::array<double, kDieNumbers + 1> makes{};         // chance of making each number, 0 is zero; all 0 where solved
};

struct JudgeReport {
  std::vector<JudgedAction> actions;  // in the order of the action space
  int worlds = 0;
  double effective = 0;  // as many worlds of equal weight would say as much
  bool solved = false;   // the last tricks were solved
  bool all = false;      // in every world there is: nothing is left to chance
  std::vector<double> margins, points;  // covariances of the means, a row per action
};

// With a network the worlds are those that it believes in.
JudgeReport judge_by_search(const Game& game, const JudgeSettings& settings, const Policies& policies, const Network* network,
                            std::uint64_t seed);
JudgeReport judge_by_network(const Game& game, const JudgeSettings& settings, const Network& network, std::uint64_t seed);

}  // namespace nokosu
