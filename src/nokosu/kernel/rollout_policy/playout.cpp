#include "rollout_policy/playout.hpp"

#include "rollout_policy/random_tricks.hpp"

namespace nokosu {
namespace {

// Who is told of every action. Playouts in a search tell nobody.
struct Nobody {
  void operator()(Action) const {}
};
struct Log {
  Game& game;
  void operator()(Action action) const { game.log[game.length++] = static_cast<std::uint8_t>(action); }
};

template <class Bits, class Told>
NOKOSU_INLINE int run(State& state, Rng& rng, Told told) {
  int decisions = 0;
  while (state.phase < Phase::play || state.laid) {
    const Action action = random_action<Bits>(legal(state), rng);
    told(action);
    apply(state, action);
    ++decisions;
  }
  return state.over() ? decisions : decisions + random_tricks<Bits>(state, state.rules.tricks(), rng, told);
}

int run_plain(State& state, Rng& rng) { return run<PlainBits>(state, rng, Nobody{}); }
NOKOSU_FAST int run_fast(State& state, Rng& rng) { return run<FastBits>(state, rng, Nobody{}); }
void log_plain(Game& game, Rng& rng) { run<PlainBits>(game.state, rng, Log{game}); }
NOKOSU_FAST void log_fast(Game& game, Rng& rng) { run<FastBits>(game.state, rng, Log{game}); }

}  // namespace

int random_playout(State& state, Rng& rng) {
  return fast_processor() ? run_fast(state, rng) : run_plain(state, rng);
}

void random_playout(Game& game, Rng& rng) {
  Game played = game;  // with all actions in its log; what else a game remembers comes from taking them again
  fast_processor() ? log_fast(played, rng) : log_plain(played, rng);
  while (game.length < played.length) game.step_trusted(played.log[game.length]);
}

}  // namespace nokosu
