#include "playout.hpp"

namespace nokosu {
namespace {

// The play phase takes nine tenths of the time, so it has a loop of its own without the phase switch.
template <class Bits>
NOKOSU_INLINE int run(State& state, Rng& rng) {
  int decisions = 0;
  while (state.phase < Phase::play) {
    apply(state, random_action<Bits>(legal(state), rng));
    ++decisions;
  }
  while (state.phase == Phase::play) {
    const Legal plays = legal_plays(state);
    const unsigned cards = static_cast<unsigned>(std::popcount(plays.first));
    const unsigned dice = static_cast<unsigned>(std::popcount(plays.second));
    const unsigned n = rng.below(cards + dice);
    if (n < cards) {
      play_card(state, Bits::nth(plays.first, n));
    } else {
      play_die(state, Bits::nth(plays.second, n - cards));
    }
    ++decisions;
  }
  return decisions;
}

int run_plain(State& state, Rng& rng) { return run<PlainBits>(state, rng); }
NOKOSU_FAST int run_fast(State& state, Rng& rng) { return run<FastBits>(state, rng); }

}  // namespace

bool fast_processor() {
#if NOKOSU_X86
  static const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return fast;
#else
  return false;
#endif
}

int random_playout(State& state, Rng& rng) {
  return fast_processor() ? run_fast(state, rng) : run_plain(state, rng);
}

}  // namespace nokosu
