// The last tricks solved exactly, world by world, and averaged over the worlds.
//
// In: a State in play, and the hands of each world with a weight (posterior.hpp finds both for a seat).
// Out: for every legal action the mean margin, the chance of making the contract and the points.
//
// max^n: every seat maximises its own margin; of equal margins it takes the more own points, then the
// fewer of the next seats in turn, so that the value follows from the outcomes alone. paranoid: all
// others minimise the margin of the seat to act, then its points.
#pragma once

#include <memory>
#include <vector>

#include "rules/score.hpp"
#include "worlds/worlds.hpp"

namespace nokosu {

enum class EndgameMethod : std::uint8_t { maxn, paranoid };

struct EndgameOptions {
  EndgameMethod method = EndgameMethod::maxn;
  std::uint64_t nodes = 5'000'000;  // all worlds together
  bool equivalence = true;          // pieces that nobody else can tell apart are tried once
  bool transpositions = true;
};

// One action of the seat to act, over all worlds.
struct SolvedAction {
  Action action = 0;
  double margin = 0;
  double made = 0;           // chance of making the contract
  PerSeat<double> points{};  // paranoid: only of the seat to act
};

struct EndgameReport {
  std::vector<SolvedAction> actions;  // in the order of the action space
  std::uint64_t worlds = 0, nodes = 0;
};

class Endgame {
 public:
  Endgame(const State& root, const EndgameOptions& options);  // refuses what it cannot solve
  ~Endgame();

  // False if the nodes are spent: then this world was not solved, and no other will be.
  bool add(const PerSeat<Cards>& hands, double weight);
  EndgameReport report() const;
  const std::vector<SolvedAction>& last() const;  // of the world that was added last

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace nokosu
