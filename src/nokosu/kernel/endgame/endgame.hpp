// The last tricks solved exactly, world by world, and averaged over the worlds.
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

// Thrown when the nodes are spent before the end.
struct NodesSpent : Refused {
  using Refused::Refused;
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
  Endgame(const State& root, const EndgameOptions& options);  // throws Refused
  ~Endgame();

  void add(const PerSeat<Cards>& hands, double weight);  // throws NodesSpent
  EndgameReport report() const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace nokosu
