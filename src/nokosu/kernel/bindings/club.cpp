// The club player as plain numbers, for tests and for advice: club(state, weights), club_margins(…).
#include "bindings/py.hpp"
#include "club/policy.hpp"
#include "rules/game.hpp"
#include "rules/score.hpp"
#include "worlds/worlds.hpp"

namespace nokosu::py {
namespace {

club::Weights weights_from(PyObject* object) {
  const Bytes bytes(object);
  return club::weights_from_bytes(bytes.data(), bytes.size());
}

template <class Numbers>
Ref floats(const Numbers& numbers) {
  return tuple(static_cast<int>(numbers.size()), [&](int i) { return Ref(PyFloat_FromDouble(numbers[i])); });
}

template <class Rows>
Ref rows(const Rows& found) {
  return tuple(found.count, [&](int i) {
    const Ref terms = floats(found.rows[i].terms), score(PyFloat_FromDouble(found.rows[i].score));
    return Ref(PyTuple_Pack(3, number(found.rows[i].action).get(), score.get(), terms.get()));
  });
}

// margins[a][w]: the seat's margin if it takes its a-th legal action in the w-th world, the same chance for each action.
std::vector<std::vector<double>> margins(const Game& game, const club::Weights& weights, int worlds, std::uint64_t seed) {
  const int seat = game.state.to_act, players = game.state.rules.players;
  const Worlds hidden(game.state, seat);
  std::vector<std::vector<double>> found(static_cast<std::size_t>(legal(game.state).count()));
  Rng rng(seed);
  for (int world = 0; world < worlds; ++world) {
    Game other = game;
    const World drawn = hidden.sample(rng);
    other.set_hidden(drawn.hands, drawn.aside);
    std::size_t at = 0;
    legal(game.state).each([&](Action action) {
      State state = other.state;
      apply(state, action);
      Rng chance(seed, static_cast<std::uint64_t>(world), 1);
      club::play_out(state, weights, seat, chance);
      found[at++].push_back(margin(score(state), players, seat));
    });
  }
  return found;
}

}  // namespace

PyObject* club_rows(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(2, "club(state, weights)");
    const Game game = checked_game(at[0]);
    const club::Weights weights = weights_from(at[1]);
    if (game.state.phase == Phase::play) {
      club::Plays found;
      club::plays(game.state, weights, found);
      return rows(found).release();
    }
    club::Choices found;
    club::choices(game.state, weights, found);
    return rows(found).release();
  });
}

PyObject* club_margins(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(4, "club_margins(state, weights, worlds, seed)");
    const Game game = checked_game(at[0]);
    const club::Weights weights = weights_from(at[1]);
    if (game.state.over()) refuse("the round is over");
    const int worlds = static_cast<int>(integer(at[2], 0, 1'000'000, "worlds"));
    const std::uint64_t seed = bits64(at[3], "seed");
    std::vector<std::vector<double>> found;
    {
      const WithoutGil released;
      found = margins(game, weights, worlds, seed);
    }
    return tuple(static_cast<int>(found.size()), [&](int i) { return floats(found[static_cast<std::size_t>(i)]); }).release();
  });
}

}  // namespace nokosu::py
