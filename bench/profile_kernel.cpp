// A program for profilers: the kernel's hot loops and nothing else (docs/benchmarks/kernel-profile.md).
//
//   kernel=src/nokosu/kernel
//   sources=$(ls $kernel/*/*.cpp | grep -v /bindings/)
//   g++ -std=c++20 -O3 -g -pthread -I$kernel bench/profile_kernel.cpp $sources -o /tmp/profile_kernel
//   valgrind --tool=callgrind /tmp/profile_kernel masks 600
//
// playout N: N random rounds of four players. masks N, observations N: N steps of 256 games, actions chosen from
// the masks. worlds N: N worlds drawn after twenty plays.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "batch/batch.hpp"
#include "rollout_policy/playout.hpp"
#include "rules/deal.hpp"
#include "worlds/worlds.hpp"

using namespace nokosu;

namespace {

Rules four_players() {
  const std::uint8_t bytes[] = {4, 31, 7, 10, 0, 5, 2, 13, 3, 0, 2, 1, 10, 10};
  return rules_from_bytes(bytes, sizeof bytes);
}

void playouts(long count) {
  Rng rng(1);
  const State start = begin(four_players(), deal_fast(four_players(), rng));
  long decisions = 0;
  for (long i = 0; i < count; ++i) {
    State state = start;
    decisions += random_playout(state, rng);
  }
  std::printf("%ld decisions\n", decisions);
}

void steps(long count, bool observations) {
  constexpr std::size_t games = 256;
  Rng rng(1);
  Batch batch({four_players()}, std::vector<std::uint8_t>(games), 7, 1, true);
  std::vector<std::uint8_t> masks(games * kActions), seen(games * kObservation), ends(games);
  std::vector<float> rewards(games * kMaxPlayers);
  std::vector<std::int64_t> actions(games);
  batch.outputs.masks = masks.data();
  batch.outputs.observations = observations ? seen.data() : nullptr;
  batch.outputs.rewards = rewards.data();
  batch.outputs.ends = ends.data();
  batch.reset();
  for (long i = 0; i < count; ++i) {
    choose(masks.data(), games, actions.data(), rng);
    if (batch.step(actions.data()) >= 0) std::abort();
  }
  std::printf("%ld steps\n", count * static_cast<long>(games));
}

void worlds(long count) {
  Rng rng(1);
  State state = begin(four_players(), deal_fast(four_players(), rng));
  for (int decision = 0; decision < four_players().picks() + 20; ++decision)
    apply(state, random_action(legal(state), rng));
  const Worlds possible(state, state.to_act);
  Cards mixed = 0;
  for (long i = 0; i < count; ++i) mixed ^= possible.sample(rng).hands[0];
  std::printf("%ld worlds, %llx\n", count, static_cast<unsigned long long>(mixed));
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 2 ? arguments[1] : "";
  const long number = count > 2 ? std::atol(arguments[2]) : 0;
  if (what == "playout") return playouts(number), 0;
  if (what == "masks") return steps(number, false), 0;
  if (what == "observations") return steps(number, true), 0;
  if (what == "worlds") return worlds(number), 0;
  std::puts("playout N | masks N | observations N | worlds N");
  return 2;
}
