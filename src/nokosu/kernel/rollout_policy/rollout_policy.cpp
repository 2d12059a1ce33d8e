#include "rollout_policy/rollout_policy.hpp"

#include <algorithm>
#include <bit>

#include "rollout_policy/playout.hpp"
#include "rollout_policy/random_tricks.hpp"
#include "rollout_policy/terms.hpp"

namespace nokosu {
namespace {

// e^x for x <= 0, to three digits: exact enough for a draw, and the same on every machine.
NOKOSU_INLINE float soft_exp(float x) {
  const float power = std::max(x * 1.44269504f, -80.f);
  const int whole = static_cast<int>(power) - 1;
  const float part = power - static_cast<float>(whole);  // 0 to 1, or 1 where the power is whole
  const float root = 1 + part * (0.695976f + part * (0.224942f + part * 0.079020f));  // 2^part
  return root * std::bit_cast<float>((whole + 127) << 23);
}

NOKOSU_INLINE void think_inline(const State& state, const Outlook& view, const RolloutPolicyWeights& weights, Thought& thought) {
  const Legal moves = legal(state);
  thought.count = 0;
  thought.row = terms::row(state, moves);
  terms::each(chances(), state, view, moves, [&](Action action, const terms::Row& row) {
    thought.action[thought.count] = static_cast<std::uint8_t>(action);
    thought.logit[thought.count] = terms::weigh(weights[thought.row], row);
    thought.term[thought.count++] = row;
  });
}

// One action drawn by softmax, without keeping the terms. At least two must be legal.
NOKOSU_INLINE Action draw_inline(const Chances& table, const State& state, const Outlook& view, const Legal& moves,
                                 const RolloutPolicyWeights& weights, float coldness, Rng& rng) {
  int count = 0;
  std::uint8_t action[kMostLegal];
  float chance[kMostLegal], top = -1e30f;
  const terms::Row& mine = weights[terms::row(state, moves)];
  terms::each(table, state, view, moves, [&](Action a, const terms::Row& terms) {
    action[count] = static_cast<std::uint8_t>(a);
    top = std::max(top, chance[count++] = terms::weigh(mine, terms));
  });
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += chance[i] = soft_exp((chance[i] - top) * coldness);
  float ticket = static_cast<float>(rng.next() >> 40) * (1.f / 16777216.f) * sum;
  for (int i = 0; i + 1 < count; ++i) {
    if (ticket < chance[i]) return action[i];
    ticket -= chance[i];
  }
  return action[count - 1];
}

NOKOSU_INLINE float worth_of(const State& state, Action action) {
  const int face = action >= kPlayDie ? face_of_die(action - kPlayDie) : action - kPlayCard;
  return chances().face(state.trump, face).worth[state.rules.players - 3];
}

NOKOSU_INLINE void apply_inline(State& state, Outlook& view, Action action) {
  if (state.phase == Phase::play) {
    const float worth = worth_of(state, action);
    view.tricks[state.to_act] -= worth;
    view.total -= worth;
    apply(state, action);
  } else {
    apply(state, action);
    view = outlook(state);
  }
}

template <class Bits>
NOKOSU_INLINE void run(State& state, const RolloutPolicyWeights& weights, float temperature, int policy_tricks, Rng& rng) {
  const Chances& table = chances();
  const float coldness = 1 / temperature;
  const int by_chance = state.rules.tricks() - policy_tricks;
  const auto by_rollout_policy = [&](auto until) {
    Outlook view = outlook(state);
    while (!until()) {
      const Legal moves = legal(state);
      const Action action = moves.count() == 1 ? nth_action<Bits>(moves, 0)
                                               : draw_inline(table, state, view, moves, weights, coldness, rng);
      apply_inline(state, view, action);
    }
  };
  if (state.phase < Phase::play) by_rollout_policy([&] { return state.phase >= Phase::play; });
  while (state.laid && state.tricks < by_chance) apply(state, random_action<Bits>(legal(state), rng));
  if (state.tricks < by_chance) random_tricks<Bits>(state, by_chance, rng, [](Action) {});
  by_rollout_policy([&] { return state.over(); });
}

void run_plain(State& state, const RolloutPolicyWeights& weights, float temperature, int policy_tricks, Rng& rng) {
  run<PlainBits>(state, weights, temperature, policy_tricks, rng);
}
NOKOSU_FAST void run_fast(State& state, const RolloutPolicyWeights& weights, float temperature, int policy_tricks, Rng& rng) {
  run<FastBits>(state, weights, temperature, policy_tricks, rng);
}
void think_plain(const State& state, const Outlook& view, const RolloutPolicyWeights& weights, Thought& thought) {
  think_inline(state, view, weights, thought);
}
NOKOSU_FAST void think_fast(const State& state, const Outlook& view, const RolloutPolicyWeights& weights, Thought& thought) {
  think_inline(state, view, weights, thought);
}

}  // namespace

Outlook outlook(const State& state) {
  const Chances& table = chances();
  const int players = state.rules.players;
  const auto worth = [&](int face) {
    return state.trump == kNoTrump ? table.worth_by_number(players, card_number(face))
                                   : table.face(state.trump, face).worth[players - 3];
  };
  Outlook view;
  for (int seat = 0; seat < players; ++seat) {
    float sum = 0;
    for (Cards rest = state.cards[seat]; rest; rest &= rest - 1) sum += worth(std::countr_zero(rest));
    for (DieFaces rest = state.dice[seat].faces(); rest; rest &= rest - 1) {
      const int die = std::countr_zero(rest);
      sum += worth(face_of_die(die)) * static_cast<float>(state.dice[seat].count(die));
    }
    view.tricks[seat] = sum;
    view.total += sum;
  }
  return view;
}

void apply_with(State& state, Outlook& view, Action action) { apply_inline(state, view, action); }

void think(const State& state, const Outlook& view, const RolloutPolicyWeights& weights, Thought& thought) {
  fast_processor() ? think_fast(state, view, weights, thought) : think_plain(state, view, weights, thought);
}

void probabilities(const Thought& thought, float temperature, std::span<float> out) {
  const float top = *std::max_element(thought.logit.begin(), thought.logit.begin() + thought.count);
  float sum = 0;
  for (int i = 0; i < thought.count; ++i) sum += out[i] = soft_exp((thought.logit[i] - top) / temperature);
  for (int i = 0; i < thought.count; ++i) out[i] /= sum;
}

void play_out(State& state, const RolloutPolicyWeights& weights, float temperature, int policy_tricks, Rng& rng) {
  fast_processor() ? run_fast(state, weights, temperature, policy_tricks, rng) : run_plain(state, weights, temperature, policy_tricks, rng);
}

}  // namespace nokosu
