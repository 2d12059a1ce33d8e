#include "club/policy.hpp"

#include "base/maths.hpp"

namespace nokosu::club {
namespace {

template <class Rows>
void copy(const Rows& found, Scores& out) {
  out.count = found.count;
  for (int i = 0; i < found.count; ++i) {
    out.action[i] = found.rows[i].action;
    out.score[i] = found.rows[i].score;
  }
}

}  // namespace

void scores(const State& state, const Weights& weights, Scores& out) {
  if (state.phase == Phase::play) {
    Plays found;
    plays(state, weights, found);
    copy(found, out);
  } else {
    Choices found;
    choices(state, weights, found);
    copy(found, out);
  }
}

Action best(const State& state, const Weights& weights) {
  Scores found;
  scores(state, weights, found);
  int highest = 0;
  for (int i = 1; i < found.count; ++i)
    if (found.score[i] > found.score[highest] + 1e-9) highest = i;
  return found.action[highest];
}

Action draw(const State& state, const Weights& weights, Rng& rng) {
  Scores found;
  scores(state, weights, found);
  const double highest = *std::max_element(found.score.begin(), found.score.begin() + found.count);
  double total = 0.0;
  for (int i = 0; i < found.count; ++i)
    total += found.score[i] = exponential((found.score[i] - highest) / weights.temperature);
  double ticket = static_cast<double>(rng.next() >> 11) * 0x1.0p-53 * total;
  int chosen = 0;
  while (chosen + 1 < found.count && ticket >= found.score[chosen]) ticket -= found.score[chosen++];
  return found.action[chosen];
}

void play_out(State& state, const Weights& weights, int steady, Rng& rng) {
  while (!state.over()) {
    const Legal may = legal(state);
    if (may.count() == 1) {
      may.each([&](Action action) { apply(state, action); });
    } else {
      apply(state, state.to_act == steady ? best(state, weights) : draw(state, weights, rng));
    }
  }
}

}  // namespace nokosu::club
