// The champion: looks ahead with the trained network. In many believed worlds (believed.hpp) it tries every action that is
// not hopeless, lets the network's policy play on for a while, and asks the critic, which sees all hands, how the round
// ends. An action's worth is the mean over the worlds. The last tricks are solved exactly.
//
// In: a Game (its hidden cards do not matter), the network, settings, a seed.
// Out: for every legal action how often it was tried and what to expect of it. With a number of worlds and no time limit
// the report follows from the input alone.
#pragma once

#include "champion/stakes.hpp"
#include "network/network.hpp"
#include "worlds/worlds.hpp"

namespace nokosu {

struct ChampionSettings {
  int worlds = 64;     // 0: until the time is up
  double seconds = 0;  // 0: until the worlds are done
  int tricks = 1;      // ends of tricks that the policy plays up to before the critic is asked; 0: asked at once; the most: to the end
  int deeper = 1;      // so many tricks more for actions that lie close together, while there is time
  int endgame = 4;     // with at most so many tricks left the believed worlds are solved instead
  float prior = 0.3f;  // points that an action is worth more for being e times as likely for the policy
  float hopeless = 0.002f;  // an action with less of the best one's chance than this is not tried; 0: all are, to the end
  float believed = 1;       // exponent of the beliefs: 0 takes all worlds for equally likely
  float stakes = 0.9f;      // how far winning the match counts (stakes.hpp), not the points of this round
  std::optional<MatchSoFar> match;  // none: a round played for itself
  bool paired = false;  // a judge asks: every action gets the same chance, the last tricks every world where they are few
  std::vector<Action> only;  // then: the actions that are tried; none: all
};

// What one try of an action came to, for the seat to act.
struct InWorld {
  float points = 0, margin = 0, made = 0;
};

// What to expect for the seat to act after one action.
struct ChampionAction {
  Action action = 0;
  float prior = 0;      // the policy's chance
  int worlds = 0;       // that it was tried in; 0: hopeless
  double margin = 0, squares = 0, points = 0, made = 0;  // sums over those worlds
  double value = 0;                                      // the same of what the choice goes by: the margin, unless there are stakes
  std::array<double, kTrickCounts> tricks{};             // the same: chance of each number of tricks in the end
  std::array<double, kDieNumbers + 1> makes{};           // and of making each number; 0 is a zero contract
  double worth = 0;                                      // what the choice goes by
  std::vector<InWorld> each;                             // world by world, in the same order for all actions
};

struct ChampionReport {
  std::vector<ChampionAction> actions;  // in the order of the action space
  int worlds = 0;
  std::uint64_t evaluations = 0;  // by the network
  double seconds = 0;
  std::vector<double> weights;  // of the worlds, if they do not all weigh the same
  bool solved = false;          // the last tricks were solved
  Action best() const;
};

// Worlds as the seat to act believes them.
std::vector<World> believed_worlds(const Game& game, const Network& network, int count, std::uint64_t seed);

// How likely the seat to act thinks each of these worlds, against the others of them.
std::vector<double> believed_weights(const Game& game, const Network& network, const std::vector<World>& worlds);

ChampionReport champion(const Game& game, const Network& network, const ChampionSettings& settings, std::uint64_t seed);

}  // namespace nokosu
