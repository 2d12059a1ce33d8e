#include "champion/champion.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "base/maths.hpp"
#include "champion/believed.hpp"
#include "endgame/endgame.hpp"
#include "network/outlook.hpp"
#include "worlds/list.hpp"

namespace nokosu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTogether = 96;       // rounds that are played on side by side
constexpr int kBeforeDropping = 24;  // worlds before an action can be dropped
constexpr double kSure = 3;          // standard errors that it then has to lie behind
constexpr std::uint64_t kEndgameNodes = 2'000'000;
constexpr double kNodesPerSecond = 3.5e6;
constexpr int kEnoughSolved = 16;  // worlds, if there is no time for all that were wanted
constexpr double kClose = 1;       // points: actions that lie so close together are looked at more deeply while there is time

// One try of one action in one world.
struct Try {
  Game game;
  int candidate = 0, world = 0;
  Rng chance;  // where every action gets the same
  bool done = false;
};

// Everything that the actor says for one seat.
void ask(const Game& game, int seat, const Network& network, Workspace& room, float* said) {
  std::array<std::uint8_t, kObservation> seen;
  const auto inputs = std::make_unique<Inputs>();
  observe(game, seat, seen.data());
  read_observation(seen.data(), *inputs);
  network.actor(inputs.get(), 1, kHeads, room, said);
}

// The numbers that a seat may still end with, a bit each; all of them while it can still pick dice. 0 is zero.
unsigned open_numbers(const State& state, int seat) {
  if (state.has_zero(seat)) return 1;
  if (state.phase == Phase::draft) return 0x7F;
  unsigned numbers = state.phase == Phase::declare ? 1 : 0;
  const DieFaces faces = state.dice[seat].faces();
  for (int die = 0; die < kDice; ++die)
    if (faces >> die & 1) numbers |= 1u << die_number(die);
  return numbers;
}

class Looking {
 public:
  Looking(const Game& game, const Network& network, const ChampionSettings& settings, std::uint64_t seed)
      : root_(game), network_(network), settings_(settings), seed_(seed), rng_(seed), me_(game.state.to_act), begin_(Clock::now()),
        believed_(ask_root()) {}

  ChampionReport run() {
    if (!solved()) look();
    double most = 0;
    for (const ChampionAction& each : report_.actions) most = std::max(most, double(each.prior));
    for (ChampionAction& each : report_.actions) {
      if (!each.worlds) continue;
      each.worth = each.value / each.worlds + settings_.prior * logarithm(std::max(each.prior / most, 1e-6));
    }
    report_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return report_;
  }

 private:
  // The policy's opinion, and its beliefs.
  BelievedWorlds ask_root() {
    std::array<float, kHeads> said;
    ask(root_, me_, network_, room_, said.data());
    ++report_.evaluations;
    const Frame& frame = canonical_frame(root_, me_);
    std::vector<float> chances;
    legal(root_.state).each([&](Action action) {
      report_.actions.push_back({.action = action});
      chances.push_back(said[frame.inward[action]]);
    });
    softmax(chances.data(), static_cast<int>(chances.size()));
    for (std::size_t i = 0; i < chances.size(); ++i) report_.actions[i].prior = chances[i];
    float* beliefs = said.data() + kActions + kOutlook;
    for (int i = 0; i < kBeliefs; ++i) beliefs[i] *= settings_.believed;
    return BelievedWorlds(root_, me_, beliefs);
  }

  bool time_is_up() const {
    return settings_.seconds > 0 && Clock::now() - begin_ >= std::chrono::duration<double>(settings_.seconds);
  }

  // The last tricks: every seat plays its best in every world, or in as many as there is time for. False if these are
  // too few.
  bool solved() {
    const State& state = root_.state;
    if (state.phase != Phase::play || state.rules.tricks() - state.tricks > settings_.endgame) return false;
    EndgameOptions options;
    options.nodes = kEndgameNodes;
    if (settings_.seconds > 0) options.nodes = std::min(options.nodes, static_cast<std::uint64_t>(settings_.seconds * kNodesPerSecond));
    Endgame endgame(state, options);
    const std::uint64_t most = settings_.worlds ? static_cast<std::uint64_t>(settings_.worlds) : 160;
    const std::vector<World> worlds = worlds_to_solve(most);
    const auto wanted = static_cast<int>(worlds.size());
    int solved = 0;
    std::vector<double> values(report_.actions.size());
    for (; solved < wanted; ++solved) {
      const World& world = worlds[static_cast<std::size_t>(solved)];
      const double weight = report_.weights.empty() ? 1 : report_.weights[static_cast<std::size_t>(solved)] * wanted;
      if (!endgame.add(world.hands, weight)) break;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const SolvedAction& last = endgame.last()[i];
        values[i] += weight * stakes_.worth(last.points, me_, last.margin);
        report_.actions[i].each.push_back({static_cast<float>(last.points[static_cast<std::size_t>(me_)]),
                                           static_cast<float>(last.margin), static_cast<float>(last.made)});
      }
    }
    const int enough = report_.weights.empty() ? std::min(wanted, kEnoughSolved) : wanted;
    if (solved < enough) {
      report_.weights.clear();
      for (ChampionAction& each : report_.actions) each.each.clear();
      return false;
    }
    report_.solved = true;
    const EndgameReport found = endgame.report();
    report_.worlds = solved;
    for (std::size_t i = 0; i < found.actions.size(); ++i) {
      ChampionAction& row = report_.actions[i];
      row.worlds = solved;
      row.margin = found.actions[i].margin * solved;
      row.value = stakes_.any() ? values[i] : row.margin;
      row.points = found.actions[i].points[me_] * solved;
      row.made = found.actions[i].made * solved;
    }
    return true;
  }

  // Drawn by the beliefs; for a judge all of them with their weights, where they are few.
  std::vector<World> worlds_to_solve(std::uint64_t most) {
    const std::uint64_t count = believed_.all().count();
    if (settings_.paired && count <= most) {
      std::vector<World> worlds = list_worlds(root_.state, me_, most);
      report_.weights = believed_.weights(worlds);
      return worlds;
    }
    std::vector<World> worlds;
    for (std::uint64_t left = std::min(most, 4 * count); left > 0; --left) worlds.push_back(believed_.draw(rng_));
    return worlds;
  }

  bool asked_for(Action action) const {
    const std::vector<Action>& only = settings_.only;
    return only.empty() || std::find(only.begin(), only.end(), action) != only.end();
  }

  void look() {
    float most = 0;
    for (const ChampionAction& each : report_.actions) most = std::max(most, each.prior);
    for (std::size_t i = 0; i < report_.actions.size(); ++i)
      if (report_.actions[i].prior >= settings_.hopeless * most && asked_for(report_.actions[i].action)) candidates_.push_back(static_cast<int>(i));
    const bool all = settings_.hopeless == 0;
    if (candidates_.size() == 1 && !all) {
      report_.actions[static_cast<std::size_t>(candidates_[0])].worlds = 1;
      return;
    }
    values_.resize(report_.actions.size());
    tricks_ = settings_.tricks;
    while ((settings_.worlds == 0 || report_.worlds < settings_.worlds) && (all || candidates_.size() > 1)) {
      const int together = tricks_ > settings_.tricks ? kTogether / 2 : kTogether;  // short steps: the time is nearly up
      int count = std::max(1, together / static_cast<int>(candidates_.size()));
      if (settings_.worlds) count = std::min(count, settings_.worlds - report_.worlds);
      if (!try_in(count)) break;
      report_.worlds += count;
      if (time_is_up()) break;
      if (all) continue;
      drop(settings_.deeper ? kClose : 0);
      // With the clear cases gone, the rest of the time goes into looking further ahead.
      if (report_.worlds >= kBeforeDropping) tricks_ = settings_.tricks + settings_.deeper;
    }
  }

  // False if the time was up before all tries had ended: then they do not count, but there are earlier ones.
  bool try_in(int worlds) {
    tries_.clear();
    for (int n = 0; n < worlds; ++n) {
      Game game = root_;
      const World world = believed_.draw(rng_);
      game.set_hidden(world.hands, world.aside);
      for (const int candidate : candidates_) {
        tries_.push_back({game, candidate, n, Rng(seed_, static_cast<std::uint64_t>(report_.worlds + n), 1)});
        tries_.back().game.step_trusted(report_.actions[static_cast<std::size_t>(candidate)].action);
      }
    }
    if (!play_on()) return false;
    judge();
    return true;
  }

  bool far_enough(const Game& game) const {
    const State& state = game.state;
    if (state.over() || tricks_ == 0) return true;
    if (settings_.tricks >= kMaxTricks) return false;
    if (root_.state.phase == Phase::play) return state.tricks >= root_.state.tricks + tricks_;
    if (settings_.paired && tricks_ > 1) return state.phase == Phase::play && state.tricks >= tricks_ - 1;
    if (tricks_ > settings_.tricks) return state.phase == Phase::play && state.tricks >= tricks_ - settings_.tricks;
    return state.to_act == me_ || state.phase == Phase::play;
  }

  // The policy plays for everybody, with chance, until all are far enough. False if the time is up before that.
  bool play_on() {
    for (;;) {
      if (report_.worlds && time_is_up()) return false;
      asked_.clear();
      for (Try& each : tries_) {
        while (!each.done) {
          if (far_enough(each.game)) {
            each.done = true;
            break;
          }
          const Legal moves = legal(each.game.state);
          if (moves.count() > 1) {
            asked_.push_back(&each);
            break;
          }
          moves.each([&](Action action) { each.game.step_trusted(action); });
        }
      }
      if (asked_.empty()) return true;
      inputs_.resize(std::max(inputs_.size(), asked_.size()));
      out_.resize(std::max(out_.size(), asked_.size() * kActions));
      std::array<std::uint8_t, kObservation> seen;
      for (std::size_t i = 0; i < asked_.size(); ++i) {
        observe(asked_[i]->game, asked_[i]->game.state.to_act, seen.data());
        read_observation(seen.data(), inputs_[i]);
      }
      network_.actor(inputs_.data(), static_cast<int>(asked_.size()), kActions, room_, out_.data());
      report_.evaluations += asked_.size();
      for (std::size_t i = 0; i < asked_.size(); ++i) step_by_policy(asked_[i]->game, out_.data() + i * kActions, settings_.paired ? asked_[i]->chance : rng_);
    }
  }

  void step_by_policy(Game& game, const float* logits, Rng& rng) {
    const Frame& frame = canonical_frame(game, game.state.to_act);
    std::array<float, kActions> chance;
    std::array<Action, kActions> actions;
    int count = 0;
    legal(game.state).each([&](Action action) {
      actions[count] = action;
      chance[count++] = logits[frame.inward[action]];
    });
    softmax(chance.data(), count);
    float ticket = static_cast<float>(rng.next() >> 40) * (1.f / 16777216.f);
    int at = 0;
    while (at + 1 < count && ticket >= chance[at]) ticket -= chance[at++];
    game.step_trusted(actions[at]);
  }

  void judge() {
    const int players = root_.state.rules.players;
    asked_.clear();
    for (Try& each : tries_) {
      if (!each.game.state.over()) {
        asked_.push_back(&each);
        continue;
      }
      const Result result = score(each.game.state);
      ChampionAction& row = report_.actions[static_cast<std::size_t>(each.candidate)];
      ++row.tricks[result.won[me_]];
      if (result.made >> me_ & 1) ++row.makes[result.target[me_]];
      const double ahead = margin(result, players, me_);
      PerSeat<double> points{};
      std::copy_n(result.points.begin(), players, points.begin());
      note(row, each, ahead, stakes_.worth(points, me_, ahead), result.points[me_], result.made >> me_ & 1);
    }
    if (asked_.empty()) return;
    inputs_.resize(std::max(inputs_.size(), asked_.size()));
    out_.resize(std::max(out_.size(), asked_.size() * kOutlook));
    std::array<std::uint8_t, kObservation> seen;
    std::array<std::uint8_t, kPrivileged> hidden;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Game& game = asked_[i]->game;
      observe(game, game.state.to_act, seen.data());
      observe_hidden(game, game.state.to_act, hidden.data());
      read_observation(seen.data(), inputs_[i]);
      add_hidden(hidden.data(), inputs_[i]);
    }
    network_.critic(inputs_.data(), static_cast<int>(asked_.size()), room_, out_.data());
    report_.evaluations += asked_.size();
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Try& each = *asked_[i];
      const float* outlook = out_.data() + i * kOutlook;
      const Expected found = expected(root_.state.rules, outlook);
      const int own = (me_ - each.game.state.to_act + players) % players;
      ChampionAction& row = report_.actions[static_cast<std::size_t>(each.candidate)];
      std::array<float, kTrickCounts> tricks;
      std::copy_n(outlook + own * kTrickCounts, kTrickCounts, tricks.begin());
      softmax(tricks.data(), kTrickCounts);
      for (int n = 0; n < kTrickCounts; ++n) row.tricks[static_cast<std::size_t>(n)] += tricks[static_cast<std::size_t>(n)];
      share(row, each.game.state, tricks, found.made[own], found.zero[own]);
      const double ahead = found.margin(players, own);
      note(row, each, ahead, stakes_.worth(outlook, each.game.state.to_act, me_, ahead), found.points[own], found.made[own]);
    }
  }

  // The chance of a contract, shared among the numbers by how likely as many tricks are.
  void share(ChampionAction& row, const State& state, const std::array<float, kTrickCounts>& tricks, float made, float zero) {
    const unsigned open = open_numbers(state, me_);
    const float of_zero = !(open & 1) ? 0 : open == 1 ? made : std::min(zero, made);
    row.makes[0] += of_zero;
    float sum = 0;
    for (int n = 1; n <= kDieNumbers; ++n) sum += open >> n & 1 ? tricks[static_cast<std::size_t>(n)] : 0;
    if (sum <= 0) return;
    for (int n = 1; n <= kDieNumbers; ++n)
      if (open >> n & 1) row.makes[static_cast<std::size_t>(n)] += (made - of_zero) * tricks[static_cast<std::size_t>(n)] / sum;
  }

  void note(ChampionAction& row, const Try& each, double margin, double value, double points, double made) {
    ++row.worlds;
    row.margin += margin;
    row.value += value;
    row.squares += margin * margin;
    row.points += points;
    row.made += made;
    row.each.push_back({static_cast<float>(points), static_cast<float>(margin), static_cast<float>(made)});
    values_[static_cast<std::size_t>(each.candidate)].push_back(static_cast<float>(value));
  }

  // Actions that lie far behind the best in the same worlds, and by more than `close` points, are not tried any more.
  void drop(double close) {
    if (report_.worlds < kBeforeDropping) return;
    const auto worth = [&](int i) {
      const ChampionAction& row = report_.actions[static_cast<std::size_t>(i)];
      return row.value / row.worlds + settings_.prior * logarithm(std::max(row.prior, 1e-6f));
    };
    const int best = *std::max_element(candidates_.begin(), candidates_.end(), [&](int a, int b) { return worth(a) < worth(b); });
    const std::vector<float>& top = values_[static_cast<std::size_t>(best)];
    std::erase_if(candidates_, [&](int i) {
      if (i == best) return false;
      const std::vector<float>& own = values_[static_cast<std::size_t>(i)];
      double sum = 0, squares = 0;
      for (std::size_t n = 0; n < own.size(); ++n) {
        const double gap = top[n] - own[n];
        sum += gap;
        squares += gap * gap;
      }
      const double count = static_cast<double>(own.size()), mean = sum / count;
      const double error = std::sqrt(std::max(squares / count - mean * mean, 1e-9) / count);
      return worth(best) - worth(i) > std::max(kSure * error, close);
    });
  }

  const Game root_;
  const Network& network_;
  const ChampionSettings& settings_;
  std::uint64_t seed_;
  Rng rng_;
  int me_;
  const Stakes stakes_{root_.state.rules, settings_.match, settings_.stakes};
  Clock::time_point begin_;
  ChampionReport report_;
  Workspace room_;
  std::vector<Inputs> inputs_;
  std::vector<float> out_;
  std::vector<Try> tries_;
  std::vector<Try*> asked_;
  std::vector<int> candidates_;
  int tricks_ = 0;  // ends of tricks that are played up to now
  std::vector<std::vector<float>> values_;  // by action; all candidates have seen the same worlds, in order
  BelievedWorlds believed_;                  // last: asking the root fills the report
};

}  // namespace

Action ChampionReport::best() const {
  const auto better = [](const ChampionAction& a, const ChampionAction& b) {
    if (!a.worlds || !b.worlds) return !a.worlds && b.worlds;
    return a.worth < b.worth;
  };
  return std::max_element(actions.begin(), actions.end(), better)->action;
}

namespace {

BelievedWorlds beliefs_of(const Game& game, const Network& network) {
  std::array<float, kHeads> said;
  Workspace room;
  ask(game, game.state.to_act, network, room, said.data());
  return BelievedWorlds(game, game.state.to_act, said.data() + kActions + kOutlook);
}

}  // namespace

std::vector<World> believed_worlds(const Game& game, const Network& network, int count, std::uint64_t seed) {
  const BelievedWorlds believed = beliefs_of(game, network);
  Rng rng(seed);
  std::vector<World> found;
  for (int i = 0; i < count; ++i) found.push_back(believed.draw(rng));
  return found;
}

std::vector<double> believed_weights(const Game& game, const Network& network, const std::vector<World>& worlds) {
  return beliefs_of(game, network).weights(worlds);
}

ChampionReport champion(const Game& game, const Network& network, const ChampionSettings& settings, std::uint64_t seed) {
  return Looking(game, network, settings, seed).run();
}

}  // namespace nokosu
