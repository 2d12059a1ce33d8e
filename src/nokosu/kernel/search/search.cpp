#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/maths.hpp"
#include "base/pool.hpp"
#include "endgame/posterior.hpp"
#include "rollout_policy/playout.hpp"

namespace nokosu {
namespace {

constexpr float kPoints = 20;  // margins are of this size; the exploration constant is in its units
constexpr int kClockEvery = 8;
constexpr double kWeighing = 0.3;  // of a time limit, for weighing worlds: late in a round that alone could take all of it

using Clock = Beliefs::Clock;

Clock::duration seconds_of(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

struct Node {
  float value = 0;  // sum of the margins of the seat that chose this action
  float prior = 0;
  // What the choice among children asks of each of them, so that it need not divide: value / visits / kPoints, and
  // 1 / (1 + visits).
  float worth = 0, rest = 1;
  std::uint32_t visits = 0;
  std::int32_t first_child = -1, next = -1;
  std::uint8_t action = 0;
};

class Tree {
 public:
  Tree(const Game& game, const SearchSettings& settings, const Policies& policies, std::uint64_t seed)
      : root_(game.state), settings_(settings), policies_(policies), rng_(seed), me_(game.state.to_act),
        beliefs_(game, me_, settings.beliefs, policies.club, rng_,
                 settings.seconds > 0 ? Clock::now() + seconds_of(kWeighing * settings.seconds) : Clock::time_point::max()) {
    nodes_.reserve(4096);
    nodes_.push_back({});
    legal(root_).each([&](Action action) { reports_.push_back({.action = action}); });
  }

  void simulate() {
    State state = root_;
    const World& world = beliefs_.draw(rng_);
    state.cards = world.hands;
    state.aside = world.aside;
    path_.clear();
    path_.push_back({0, 0});
    std::int32_t node = 0;
    while (!state.over()) {
      const std::int32_t child = choose(node, state);
      path_.push_back({child, state.to_act});
      apply(state, nodes_[child].action);
      node = child;
      if (nodes_[child].visits == 0) break;
    }
    play_out(state, policies_.rollout_policy, settings_.rollout_temperature, settings_.policy_tricks, rng_);
    back_up(score(state));
  }

  const std::vector<ActionReport>& reports() const { return reports_; }

 private:
  struct Step {
    std::int32_t node;
    int mover;
  };

  // The child to follow among those that are legal in this world; new ones are made as they are met.
  std::int32_t choose(std::int32_t parent, const State& state) {
    const Legal moves = legal(state);
    const int count = moves.count();
    std::array<std::int32_t, kMostLegal> child{};
    int found = 0;
    for (std::int32_t at = nodes_[parent].first_child; at >= 0; at = nodes_[at].next)
      if (moves.has(nodes_[at].action)) child[found++] = at;
    if (found < count) found = expand(parent, state, child, found);
    std::uint32_t visits = 1;
    float value = 0;
    for (int i = 0; i < found; ++i) {
      visits += nodes_[child[i]].visits;
      value += nodes_[child[i]].value;
    }
    const float mean = value / static_cast<float>(visits) / kPoints;
    const float spread = settings_.exploration * std::sqrt(static_cast<float>(visits));
    std::int32_t best = child[0];
    float top = -1e9f;
    for (int i = 0; i < found; ++i) {
      const Node& node = nodes_[child[i]];
      const float bound = (node.visits ? node.worth : mean - 0.1f) + spread * node.prior * node.rest;
      if (bound > top) top = bound, best = child[i];
    }
    return best;
  }

  int expand(std::int32_t parent, const State& state, std::array<std::int32_t, kMostLegal>& child, int found) {
    const int known = found;
    weigh_actions(state);
    for (int i = 0; i < scores_.count; ++i) {
      const auto action = static_cast<std::uint8_t>(scores_.action[i]);
      const auto same = [&](std::int32_t at) { return nodes_[at].action == action; };
      if (std::any_of(child.begin(), child.begin() + known, same)) continue;
      const auto index = static_cast<std::int32_t>(nodes_.size());
      const float prior = 0.9f * static_cast<float>(scores_.score[i]) + 0.1f / static_cast<float>(scores_.count);
      nodes_.push_back({.prior = prior, .next = nodes_[parent].first_child, .action = action});
      nodes_[parent].first_child = index;
      child[found++] = index;
    }
    return found;
  }

  // How likely each legal action is thought to be: the club player for the own seat; the rollout policy for the others, who
  // hold other cards in every world and so are thought about again and again.
  void weigh_actions(const State& state) {
    if (state.to_act == me_) {
      club::scores(state, policies_.club, scores_);
    } else {
      think(state, outlook(state), policies_.rollout_policy, thought_);
      scores_.count = thought_.count;
      std::copy_n(thought_.action.begin(), thought_.count, scores_.action.begin());
      std::copy_n(thought_.logit.begin(), thought_.count, scores_.score.begin());
    }
    const double top = *std::max_element(scores_.score.begin(), scores_.score.begin() + scores_.count);
    double total = 0;
    for (int i = 0; i < scores_.count; ++i)
      total += scores_.score[i] = exponential((scores_.score[i] - top) / settings_.prior_temperature);
    for (int i = 0; i < scores_.count; ++i) scores_.score[i] /= total;
  }

  void back_up(const Result& result) {
    const int players = root_.rules.players;
    PerSeat<float> margins{};
    for (int seat = 0; seat < players; ++seat) margins[seat] = margin(result, players, seat);
    for (std::size_t i = 1; i < path_.size(); ++i) {
      Node& node = nodes_[path_[i].node];
      const float n = static_cast<float>(++node.visits);
      node.value += margins[path_[i].mover];
      node.worth = node.value / (n * kPoints);
      node.rest = 1 / (1 + n);
    }
    const Action first = nodes_[path_[1].node].action;
    for (ActionReport& report : reports_)
      if (report.action == first) {
        ++report.visits;
        report.margin += margins[me_];
        report.points += result.points[me_];
        ++report.kept[result.target[me_]];
        report.made[result.target[me_]] += result.made >> me_ & 1;
      }
  }

  const State root_;
  const SearchSettings& settings_;
  const Policies& policies_;
  Rng rng_;
  int me_;
  Beliefs beliefs_;
  std::vector<Node> nodes_;
  std::vector<Step> path_;
  std::vector<ActionReport> reports_;
  club::Scores scores_;
  Thought thought_;
};

std::uint64_t grow(Tree& tree, int simulations, Clock::time_point deadline) {
  std::uint64_t done = 0;
  const bool timed = simulations == 0;
  while (timed || done < static_cast<std::uint64_t>(simulations)) {
    tree.simulate();
    if (++done % kClockEvery == 0 && deadline != Clock::time_point::max() && Clock::now() >= deadline) break;
  }
  return done;
}

void add(SearchReport& report, const std::vector<ActionReport>& actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    ActionReport& sum = report.actions[i];
    sum.visits += actions[i].visits;
    sum.margin += actions[i].margin;
    sum.points += actions[i].points;
    for (std::size_t n = 0; n < sum.kept.size(); ++n) {
      sum.kept[n] += actions[i].kept[n];
      sum.made[n] += actions[i].made[n];
    }
  }
}

constexpr std::uint64_t kEndgameNodes = 2'000'000;
constexpr double kNodesPerSecond = 2e6;  // a third of what is usual, so that time is left for the tree

// Whether the last tricks were solved: then every world counts as a visit of every action. How the
// dice are kept is not asked there.
bool solved(const Game& game, const SearchSettings& settings, const Policies& policies, std::uint64_t seed,
            SearchReport& report) {
  const State& state = game.state;
  if (state.phase != Phase::play || state.rules.tricks() - state.tricks > settings.endgame) return false;
  EndgameOptions options;
  options.nodes = kEndgameNodes;
  if (settings.seconds > 0) options.nodes = std::min(options.nodes, static_cast<std::uint64_t>(settings.seconds * kNodesPerSecond));
  Rng rng(seed);
  const std::optional<EndgameReport> found = solve_believed(game, options, settings.beliefs, policies.club, rng);
  if (!found) return false;
  report.simulations = found->worlds;
  const auto worlds = static_cast<double>(found->worlds);
  for (std::size_t i = 0; i < found->actions.size(); ++i) {
    ActionReport& row = report.actions[i];
    row.visits = static_cast<std::uint32_t>(found->worlds);
    row.margin = found->actions[i].margin * worlds;
    row.points = found->actions[i].points[state.to_act] * worlds;
  }
  return true;
}

}  // namespace

Action SearchReport::best() const {
  const auto better = [](const ActionReport& a, const ActionReport& b) {
    if (a.visits != b.visits) return a.visits < b.visits;
    return a.margin < b.margin;
  };
  return std::max_element(actions.begin(), actions.end(), better)->action;
}

SearchReport search(const Game& game, const SearchSettings& settings, const Policies& policies, std::uint64_t seed) {
  const auto begin = Clock::now();
  const auto deadline = settings.seconds > 0 ? begin + seconds_of(settings.seconds) : Clock::time_point::max();
  SearchReport report;
  legal(game.state).each([&](Action action) { report.actions.push_back({.action = action}); });
  if (solved(game, settings, policies, seed, report)) {
    report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return report;
  }
  const int threads = std::max(settings.threads, 1);
  std::vector<std::uint64_t> done(static_cast<std::size_t>(threads));
  std::vector<std::vector<ActionReport>> reports(static_cast<std::size_t>(threads));
  const auto work = [&](int index) {
    Tree tree(game, settings, policies, seed + static_cast<std::uint64_t>(index));
    const int share = settings.simulations ? std::max(1, settings.simulations / threads) : 0;
    done[static_cast<std::size_t>(index)] = grow(tree, share, deadline);
    reports[static_cast<std::size_t>(index)] = tree.reports();
  };
  Pool(threads).run(work);
  for (int index = 0; index < threads; ++index) {
    add(report, reports[static_cast<std::size_t>(index)]);
    report.simulations += done[static_cast<std::size_t>(index)];
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

}  // namespace nokosu
