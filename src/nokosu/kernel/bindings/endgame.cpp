// The exact endgame as plain numbers: solve(state, open, club, options), list_worlds(state, seat, most).
#include <limits>

#include "bindings/py.hpp"
#include "endgame/posterior.hpp"
#include "worlds/list.hpp"

namespace nokosu::py {
namespace {

// By the names of nokosu.kernel.endgame; method is 0 for max^n, 1 for paranoid.
PosteriorOptions options_from(PyObject* dict) {
  Settings given(dict);
  PosteriorOptions options;
  int method = 0;
  given.take("method", method, 0, 1);
  options.endgame.method = static_cast<EndgameMethod>(method);
  given.take("nodes", options.endgame.nodes, 0, std::numeric_limits<long>::max());
  given.take("equivalence", options.endgame.equivalence);
  given.take("transpositions", options.endgame.transpositions);
  given.take("worlds", options.worlds, 1, 10'000'000);
  given.take("belief_temperature", options.temperature, 0.01, 100);
  given.take("trust", options.trust, 0, 100);
  given.expect_no_more();
  return options;
}

Ref row(const SolvedAction& solved, int players) {
  const Ref action = number(solved.action);
  const Ref margin(PyFloat_FromDouble(solved.margin)), made(PyFloat_FromDouble(solved.made));
  const Ref points = tuple(players, [&](int seat) { return Ref(PyFloat_FromDouble(solved.points[static_cast<std::size_t>(seat)])); });
  return Ref(PyTuple_Pack(4, action.get(), margin.get(), made.get(), points.get()));
}

}  // namespace

PyObject* solve_state(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(4, "solve(state, open, club, options)");
    const Game game = checked_game(at[0]);
    const bool open = integer(at[1], 0, 1, "open") != 0;
    const Bytes bytes(at[2]);
    club::Weights weights;
    if (bytes.size()) weights = club::weights_from_bytes(bytes.data(), bytes.size());
    const PosteriorOptions options = options_from(at[3]);
    const std::optional<EndgameReport> report = [&] {
      const WithoutGil without;
      return open ? solve_open(game, options.endgame)
                  : solve_posterior(game, options, bytes.size() ? &weights : nullptr);
    }();
    if (!report) refuse("more than " + std::to_string(options.endgame.nodes) + " nodes are needed to solve this");
    const int players = game.state.rules.players;
    const Ref rows = tuple(static_cast<int>(report->actions.size()),
                           [&](int i) { return row(report->actions[static_cast<std::size_t>(i)], players); });
    const Ref worlds = number(report->worlds), nodes = number(report->nodes);
    return PyTuple_Pack(3, worlds.get(), nodes.get(), rows.get());
  });
}

PyObject* worlds_of(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(3, "list_worlds(state, seat, most)");
    const Game game = checked_game(at[0]);
    const int seat = static_cast<int>(integer(at[1], 0, game.state.rules.players - 1, "seat"));
    const auto most = static_cast<std::uint64_t>(integer(at[2], 1, 10'000'000, "most"));
    const std::vector<World> worlds = list_worlds(game.state, seat, most);
    return tuple(static_cast<int>(worlds.size()), [&](int i) {
             const World& world = worlds[static_cast<std::size_t>(i)];
             const Ref hands = tuple(game.state.rules.players, [&](int s) { return number(std::uint64_t{world.hands[static_cast<std::size_t>(s)]}); });
             const Ref aside = number(std::uint64_t{world.aside});
             return Ref(PyTuple_Pack(2, hands.get(), aside.get()));
           }).release();
  });
}

}  // namespace nokosu::py
