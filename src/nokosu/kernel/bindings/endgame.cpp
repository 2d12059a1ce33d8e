// The exact endgame as plain numbers: solve(state, open, options, club), list_worlds(state, seat, most).
#include "bindings/py.hpp"
#include "endgame/posterior.hpp"
#include "worlds/list.hpp"

namespace nokosu::py {
namespace {

double real(PyObject* object, double low, double high, const char* what) {
  const double value = PyFloat_AsDouble(object);
  if (value == -1 && PyErr_Occurred()) throw Failure{};
  if (!(value >= low && value <= high)) throw Refused(std::string(what) + " is out of range");
  return value;
}

// In the order of nokosu.kernel.endgame: method, nodes, equivalence, transpositions, worlds, temperature, trust.
PosteriorOptions options_from(PyObject* object) {
  if (length(object) != 7) throw Refused("seven options are expected");
  PosteriorOptions options;
  const auto at = [&](Py_ssize_t index) { return item(object, index); };
  options.endgame.method = static_cast<EndgameMethod>(integer(at(0).get(), 0, 1, "method"));
  options.endgame.nodes = bits64(at(1).get(), "nodes");
  options.endgame.equivalence = integer(at(2).get(), 0, 1, "equivalence") != 0;
  options.endgame.transpositions = integer(at(3).get(), 0, 1, "transpositions") != 0;
  options.worlds = static_cast<std::uint64_t>(integer(at(4).get(), 1, 10'000'000, "worlds"));
  options.temperature = static_cast<float>(real(at(5).get(), 0.01, 100, "belief temperature"));
  options.trust = static_cast<float>(real(at(6).get(), 0, 100, "trust"));
  return options;
}

Ref row(const SolvedAction& solved, int players) {
  const Ref action = number(solved.action);
  const Ref margin(PyFloat_FromDouble(solved.margin)), made(PyFloat_FromDouble(solved.made));
  const Ref points = tuple(players, [&](int seat) { return Ref(PyFloat_FromDouble(solved.points[static_cast<std::size_t>(seat)])); });
  return Ref(PyTuple_Pack(4, action.get(), margin.get(), made.get(), points.get()));
}

Game game_from(PyObject* object) {
  const Bytes bytes(object);
  return Game::from_bytes(bytes.data(), bytes.size());
}

}  // namespace

PyObject* solve_state(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(4, "solve(state, open, options, club)");
    const Game game = game_from(at[0]);
    const bool open = integer(at[1], 0, 1, "open") != 0;
    const PosteriorOptions options = options_from(at[2]);
    const Bytes bytes(at[3]);
    club::Weights weights;
    if (bytes.size()) weights = club::weights_from_bytes(bytes.data(), bytes.size());
    const EndgameReport report = [&] {
      const WithoutGil without;
      return open ? solve_open(game, options.endgame)
                  : solve_posterior(game, options, bytes.size() ? &weights : nullptr);
    }();
    const int players = game.state.rules.players;
    const Ref rows = tuple(static_cast<int>(report.actions.size()),
                           [&](int i) { return row(report.actions[static_cast<std::size_t>(i)], players); });
    const Ref worlds = number(report.worlds), nodes = number(report.nodes);
    return PyTuple_Pack(3, worlds.get(), nodes.get(), rows.get());
  });
}

PyObject* worlds_of(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(3, "list_worlds(state, seat, most)");
    const Game game = game_from(at[0]);
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
