#include "judge/follow.hpp"

#include <algorithm>

#include "encode/encode.hpp"
#include "encode/frame.hpp"
#include "network/outlook.hpp"
#include "rollout_policy/playout.hpp"

namespace nokosu {
namespace {

constexpr std::size_t kTogether = 96;

// What the round came to.
Worth ended(const State& state, const Stakes& stakes, bool match) {
  const Result result = score(state);
  Worth worth;
  std::copy_n(result.points.begin(), state.rules.players, worth.points.begin());
  for (int seat = 0; match && seat < state.rules.players; ++seat) worth.wins[seat] = stakes.win(worth.points, seat);
  return worth;
}

double ahead(const Worth& worth, int players, int seat) {
  double sum = 0;
  for (int other = 0; other < players; ++other) sum += worth.points[other];
  return worth.points[seat] - (sum - worth.points[seat]) / (players - 1);
}

// Every point of the round, and those after each choice of one seat. `ask` gives the worth of all of them.
template <class Ask>
Followed walk(const Game& game, int seat, Ask ask) {
  Followed found;
  Game now = Game::start(game.state.rules, game.deal);
  std::vector<Game> asked;
  for (int i = 0; i <= game.length; ++i) {
    asked.push_back(now);
    if (i < game.length) now.step_trusted(game.log[i]);
  }
  const std::size_t points = asked.size();
  for (std::size_t i = 0; i + 1 < points; ++i) {
    const Game before = asked[i];
    const Legal moves = legal(before.state);
    if (before.state.to_act != seat || moves.count() == 1) continue;
    moves.each([&](Action action) {
      found.instead.push_back({.decision = static_cast<int>(i), .action = action});
      asked.push_back(before);
      asked.back().step_trusted(action);
    });
  }
  std::vector<Worth> worths = ask(asked);
  for (std::size_t i = 0; i < found.instead.size(); ++i) {
    found.instead[i].points = worths[points + i].points[seat];
    found.instead[i].margin = ahead(worths[points + i], game.state.rules.players, seat);
  }
  worths.resize(points);
  found.worths = worths;
  return found;
}

}  // namespace

namespace {

constexpr int kAhead = 3;  // tricks that the policy plays on before the critic is asked: on its own it misjudges the last ones

// One position on its way.
struct Walk {
  Game game;
  std::size_t of = 0;
  int sample = 0, until = 0;  // until so many tricks are over
};

bool far_enough(const Walk& walk) {
  const State& state = walk.game.state;
  return state.over() || (state.phase == Phase::play && state.tricks >= walk.until);
}

class ByNetwork {
 public:
  ByNetwork(const Rules& rules, const Network& network, const Stakes& stakes, bool match, int samples, std::uint64_t seed)
      : rules_(rules), network_(network), stakes_(stakes), match_(match), samples_(samples), seed_(seed) {}

  std::vector<Worth> operator()(const std::vector<Game>& games) {
    std::vector<Worth> sums(games.size());
    std::vector<Walk> walks;
    for (std::size_t i = 0; i < games.size(); ++i) {
      const State& state = games[i].state;
      const int until = state.phase == Phase::play ? state.tricks + kAhead : 0;
      const int samples = state.over() ? 1 : samples_;
      for (int n = 0; n < samples; ++n) walks.push_back({games[i], i, n, until});
      if (walks.size() >= kTogether || i + 1 == games.size()) {
        finish(walks, sums);
        walks.clear();
      }
    }
    for (std::size_t i = 0; i < games.size(); ++i) close(sums[i], games[i].state.over() ? 1 : samples_);
    return sums;
  }

 private:
  void finish(std::vector<Walk>& walks, std::vector<Worth>& sums) {
    std::vector<Walk*> asked;
    for (;;) {
      asked.clear();
      for (Walk& walk : walks) {
        while (!far_enough(walk)) {
          const Legal moves = legal(walk.game.state);
          if (moves.count() > 1) break;
          moves.each([&](Action action) { walk.game.step_trusted(action); });
        }
        if (!far_enough(walk)) asked.push_back(&walk);
      }
      if (asked.empty()) break;
      read(asked, false);
      out_.resize(std::max(out_.size(), asked.size() * kActions));
      network_.actor(inputs_.data(), static_cast<int>(asked.size()), kActions, room_, out_.data());
      for (std::size_t i = 0; i < asked.size(); ++i) step(*asked[i], out_.data() + i * kActions);
    }
    for (Walk& walk : walks) {
      if (walk.game.state.over())
        add(sums[walk.of], ended(walk.game.state, stakes_, match_));
      else
        asked.push_back(&walk);
    }
    if (asked.empty()) return;
    read(asked, true);
    out_.resize(std::max(out_.size(), asked.size() * kOutlook));
    network_.critic(inputs_.data(), static_cast<int>(asked.size()), room_, out_.data());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const float* outlook = out_.data() + i * kOutlook;
      const int observer = asked[i]->game.state.to_act;
      const Expected expects = expected(rules_, outlook);
      Worth worth;
      for (int r = 0; r < rules_.players; ++r) {
        const int at = (observer + r) % rules_.players;
        worth.points[at] = expects.points[r];
        if (match_) worth.wins[at] = stakes_.win(outlook, observer, at);
      }
      add(sums[asked[i]->of], worth);
    }
  }

  void read(const std::vector<Walk*>& asked, bool with_hidden) {
    std::array<std::uint8_t, kObservation> seen;
    std::array<std::uint8_t, kPrivileged> hidden;
    inputs_.resize(std::max(inputs_.size(), asked.size()));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Game& here = asked[i]->game;
      observe(here, here.state.to_act, seen.data());
      read_observation(seen.data(), inputs_[i]);
      if (!with_hidden) continue;
      observe_hidden(here, here.state.to_act, hidden.data());
      add_hidden(hidden.data(), inputs_[i]);
    }
  }

  // The chance of a decision is the same from wherever it is come to: then positions in a row differ by what was done alone.
  void step(Walk& walk, const float* logits) {
    const Frame& frame = canonical_frame(walk.game, walk.game.state.to_act);
    std::array<float, kActions> chance;
    std::array<Action, kActions> actions;
    int count = 0;
    legal(walk.game.state).each([&](Action action) {
      actions[static_cast<std::size_t>(count)] = action;
      chance[static_cast<std::size_t>(count++)] = logits[frame.inward[action]];
    });
    softmax(chance.data(), count);
    Rng rng(seed_, static_cast<std::uint64_t>(walk.sample), walk.game.length);
    float ticket = static_cast<float>(rng.next() >> 40) * (1.f / 16777216.f);
    int at = 0;
    while (at + 1 < count && ticket >= chance[static_cast<std::size_t>(at)]) ticket -= chance[static_cast<std::size_t>(at++)];
    walk.game.step_trusted(actions[static_cast<std::size_t>(at)]);
  }

  void add(Worth& sum, const Worth& worth) const {
    for (int at = 0; at < rules_.players; ++at) {
      sum.points[at] += worth.points[at];
      sum.squares[at] += worth.points[at] * worth.points[at];
      sum.wins[at] += worth.wins[at];
    }
  }

  void close(Worth& sum, int samples) const {
    for (int at = 0; at < rules_.players; ++at) {
      sum.points[at] /= samples;
      sum.wins[at] /= samples;
      const double variance = std::max(0.0, sum.squares[at] / samples - sum.points[at] * sum.points[at]);
      sum.squares[at] = variance / std::max(1, samples - 1);
    }
  }

  const Rules& rules_;
  const Network& network_;
  const Stakes& stakes_;
  bool match_;
  int samples_;
  std::uint64_t seed_;
  Workspace room_;
  std::vector<Inputs> inputs_;
  std::vector<float> out_;
};

}  // namespace

Followed follow(const Game& game, int seat, const Network& network, int samples, const std::optional<MatchSoFar>& match,
                std::uint64_t seed) {
  const Stakes stakes(game.state.rules, match, 1);
  return walk(game, seat, ByNetwork(game.state.rules, network, stakes, match.has_value(), samples, seed));
}

Followed follow(const Game& game, int seat, int playouts, const std::optional<MatchSoFar>& match, std::uint64_t seed) {
  const Rules& rules = game.state.rules;
  const Stakes stakes(rules, match, 1);
  return walk(game, seat, [&](const std::vector<Game>& games) {
    std::vector<Worth> worths;
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (games[i].state.over()) {
        worths.push_back(ended(games[i].state, stakes, match.has_value()));
        continue;
      }
      Worth sum;
      for (int n = 0; n < playouts; ++n) {
        State state = games[i].state;
        Rng chance(seed, i, static_cast<std::uint64_t>(n) + 1);
        play_out(state, kRolloutPolicy, 1, kMaxTricks, chance);
        const Worth end = ended(state, stakes, match.has_value());
        for (int at = 0; at < rules.players; ++at) {
          sum.points[at] += end.points[at] / playouts;
          sum.squares[at] += end.points[at] * end.points[at] / playouts;
          sum.wins[at] += end.wins[at] / playouts;
        }
      }
      for (int at = 0; at < rules.players; ++at)
        sum.squares[at] = std::max(0.0, sum.squares[at] - sum.points[at] * sum.points[at]) / std::max(1, playouts - 1);
      worths.push_back(sum);
    }
    return worths;
  });
}

}  // namespace nokosu
