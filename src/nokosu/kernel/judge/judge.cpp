#include "judge/judge.hpp"

#include <algorithm>

#include "base/maths.hpp"
#include "endgame/endgame.hpp"
#include "worlds/list.hpp"

namespace nokosu {
namespace {

constexpr float kStakes = 0.9f;  // as the champion weighs a match
constexpr std::uint64_t kEndgameNodes = 2'000'000;
constexpr double kNegligible = 0.2;  // of a playout: worlds that weigh less are left out

// Means of one action in one world.
using Tried = std::vector<InWorld>;

// How the errors of the means of all actions go together, over worlds that weigh so much; nothing where all worlds are there.
void add_errors(JudgeReport& report, const std::vector<Tried>& tried, const std::vector<double>& weights) {
  const std::size_t count = report.actions.size();
  report.margins.assign(count * count, 0);
  report.points.assign(count * count, 0);
  double squares = 0;
  for (const double weight : weights) squares += weight * weight;
  report.effective = squares > 0 ? 1 / squares : 0;
  if (report.all) return;
  // A mean from few worlds lies closer to them than the truth does: n / (n - 1).
  const double small = squares < 1 ? 1 / (1 - squares) : 1;
  for (std::size_t world = 0; world < weights.size(); ++world) {
    const double square = weights[world] * weights[world] * small;
    for (std::size_t a = 0; a < count; ++a) {
      const double margin = tried[a][world].margin - report.actions[a].margin;
      const double points = tried[a][world].points - report.actions[a].points;
      for (std::size_t b = 0; b <= a; ++b) {
        report.margins[a * count + b] += square * margin * (tried[b][world].margin - report.actions[b].margin);
        report.points[a * count + b] += square * points * (tried[b][world].points - report.actions[b].points);
      }
    }
  }
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b) {
      report.margins[a * count + b] = report.margins[b * count + a];
      report.points[a * count + b] = report.points[b * count + a];
    }
}

struct Weighed {
  std::vector<World> worlds;
  std::vector<double> weights;  // they sum to 1
  bool all = false;
};

void normalise(std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
}

// The same by the network's beliefs: every world with its weight, or as many as wanted, drawn by them.
Weighed believe(const Game& game, const JudgeSettings& settings, const Network& network, std::uint64_t seed) {
  Weighed found;
  const int me = game.state.to_act;
  const auto wanted = static_cast<std::uint64_t>(settings.worlds);
  found.all = Worlds(game.state, me).count() <= wanted;
  if (!found.all) {
    found.worlds = believed_worlds(game, network, settings.worlds, seed);
    found.weights.assign(found.worlds.size(), 1.0 / settings.worlds);
    return found;
  }
  found.worlds = list_worlds(game.state, me, wanted);
  found.weights = believed_weights(game, network, found.worlds);
  return found;
}

// Every world where they are no more than wanted, otherwise as many drawn uniformly; each weighed by what the others did.
Weighed weigh(const Game& game, const JudgeSettings& settings, const club::Weights& club, Rng& rng) {
  Weighed found;
  const int me = game.state.to_act;
  const Worlds all(game.state, me);
  const auto wanted = static_cast<std::uint64_t>(settings.worlds);
  found.all = all.count() <= wanted;
  if (found.all)
    found.worlds = list_worlds(game.state, me, wanted);
  else
    for (std::uint64_t i = 0; i < wanted; ++i) found.worlds.push_back(all.sample(rng));
  const PerSeat<Cards> played = game.played_by();
  double top = -1e300;
  for (const World& world : found.worlds) {
    const float log = settings.beliefs.trust == 0 ? 0 : log_likelihood(game, me, world, played, club, settings.beliefs.temperature);
    found.weights.push_back(double{settings.beliefs.trust} * log);
    top = std::max(top, found.weights.back());
  }
  for (double& weight : found.weights) weight = exponential(weight - top);
  normalise(found.weights);
  return found;
}

class BySearch {
 public:
  BySearch(const Game& game, const JudgeSettings& settings, const Policies& policies, const Network* network,
           std::uint64_t seed)
      : game_(game), settings_(settings), policies_(policies), network_(network), seed_(seed), me_(game.state.to_act),
        stakes_(game.state.rules, settings.match, kStakes) {
    legal(game.state).each([&](Action action) { report_.actions.push_back({.action = action}); });
    tried_.resize(report_.actions.size());
  }

  JudgeReport run() {
    Rng rng(seed_);
    Weighed found = network_ ? believe(game_, settings_, *network_, seed_) : weigh(game_, settings_, policies_.club, rng);
    if (!solve(found)) play(found);
    report_.worlds = static_cast<int>(found.worlds.size());
    add_errors(report_, tried_, found.weights);
    return report_;
  }

 private:
  bool solve(const Weighed& found) {
    const State& state = game_.state;
    if (state.phase != Phase::play || state.rules.tricks() - state.tricks > settings_.endgame) return false;
    EndgameOptions options;
    options.nodes = kEndgameNodes;
    Endgame endgame(state, options);
    for (std::size_t i = 0; i < found.worlds.size(); ++i) {
      if (!endgame.add(found.worlds[i].hands, found.weights[i])) {
        clear();
        return false;
      }
      for (std::size_t a = 0; a < tried_.size(); ++a) {
        const SolvedAction& last = endgame.last()[a];
        const InWorld here{static_cast<float>(last.points[static_cast<std::size_t>(me_)]), static_cast<float>(last.margin),
                           static_cast<float>(last.made)};
        note(a, here, stakes_.worth(last.points, me_, last.margin), found.weights[i]);
      }
    }
    report_.solved = true;
    report_.all = found.all;
    return true;
  }

  void clear() {
    for (Tried& each : tried_) each.clear();
    for (JudgedAction& row : report_.actions) row = {.action = row.action};
  }

  // Playouts go to worlds by their weight; all actions of a world get the same number, with the same chance.
  void play(Weighed& found) {
    const double budget = double(settings_.playouts) * settings_.worlds;
    Weighed kept;
    std::vector<int> playouts;
    for (std::size_t i = 0; i < found.worlds.size(); ++i) {
      const double share = found.weights[i] * budget;
      if (share < kNegligible) continue;
      kept.worlds.push_back(found.worlds[i]);
      kept.weights.push_back(found.weights[i]);
      playouts.push_back(std::max(1, static_cast<int>(share + 0.5)));
    }
    normalise(kept.weights);
    found = kept;
    if (!settings_.only.empty())
      std::erase_if(report_.actions, [&](const JudgedAction& row) {
        return std::find(settings_.only.begin(), settings_.only.end(), row.action) == settings_.only.end();
      });
    tried_.resize(report_.actions.size());
    for (std::size_t i = 0; i < found.worlds.size(); ++i)
      for (std::size_t a = 0; a < tried_.size(); ++a) play_in(a, found.worlds[i], i, playouts[i], found.weights[i]);
  }

  void play_in(std::size_t at, const World& world, std::size_t number, int playouts, double weight) {
    const int players = game_.state.rules.players;
    JudgedAction& row = report_.actions[at];
    State start = game_.state;
    start.cards = world.hands;
    start.aside = world.aside;
    apply(start, row.action);
    double points = 0, ahead = 0, worth = 0, made = 0;
    for (int n = 0; n < playouts; ++n) {
      State state = start;
      Rng chance(seed_, number, static_cast<std::uint64_t>(n) + 1);
      if (settings_.by_club)
        club::play_out(state, policies_.club, me_, chance);
      else
        play_out(state, policies_.rollout_policy, settings_.temperature, kMaxTricks, chance);
      const Result result = score(state);
      const double own = margin(result, players, me_);
      PerSeat<double> all{};
      std::copy_n(result.points.begin(), players, all.begin());
      points += result.points[me_];
      ahead += own;
      worth += stakes_.worth(all, me_, own);
      if (result.made >> me_ & 1) {
        ++made;
        row.makes[result.target[me_]] += weight / playouts;
      }
    }
    const double share = 1.0 / playouts;
    note(at, {static_cast<float>(points * share), static_cast<float>(ahead * share), static_cast<float>(made * share)},
         worth * share, weight);
  }

  void note(std::size_t at, const InWorld& here, double worth, double weight) {
    JudgedAction& row = report_.actions[at];
    row.points += weight * here.points;
    row.margin += weight * here.margin;
    row.made += weight * here.made;
    row.worth += weight * worth;
    tried_[at].push_back(here);
  }

  const Game& game_;
  const JudgeSettings& settings_;
  const Policies& policies_;
  const Network* network_;
  std::uint64_t seed_;
  int me_;
  const Stakes stakes_;
  JudgeReport report_;
  std::vector<Tried> tried_;
};

}  // namespace

JudgeReport judge_by_search(const Game& game, const JudgeSettings& settings, const Policies& policies, const Network* network,
                            std::uint64_t seed) {
  return BySearch(game, settings, policies, network, seed).run();
}

JudgeReport judge_by_network(const Game& game, const JudgeSettings& settings, const Network& network, std::uint64_t seed) {
  ChampionSettings asked;
  asked.worlds = settings.worlds;
  asked.tricks = settings.tricks;
  asked.deeper = 0;
  asked.endgame = settings.endgame;
  asked.hopeless = 0;
  asked.stakes = kStakes;
  asked.match = settings.match;
  asked.paired = true;
  asked.only = settings.only;
  const ChampionReport found = champion(game, network, asked, seed);
  JudgeReport report;
  report.worlds = found.worlds;
  report.solved = found.solved;
  report.all = !found.weights.empty();
  std::vector<Tried> tried;
  for (const ChampionAction& each : found.actions) {
    if (!each.worlds) continue;
    const double n = each.worlds;
    JudgedAction row{.action = each.action, .points = each.points / n, .margin = each.margin / n, .worth = each.value / n,
                     .made = each.made / n};
    for (std::size_t i = 0; i < row.makes.size(); ++i) row.makes[i] = each.makes[i] / n;
    report.actions.push_back(row);
    tried.push_back(each.each);
  }
  std::vector<double> weights = found.weights;
  if (weights.empty()) weights.assign(tried.empty() ? 0 : tried[0].size(), 1.0 / std::max(1, found.worlds));
  add_errors(report, tried, weights);
  return report;
}

}  // namespace nokosu
