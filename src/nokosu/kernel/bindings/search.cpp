// The search as plain numbers: search(state, simulations, seconds, settings, club weights, seed).
#include "bindings/py.hpp"
#include "search/search.hpp"

namespace nokosu::py {
namespace {

double real(PyObject* object, double low, double high, const char* what) {
  const double value = PyFloat_AsDouble(object);
  if (value == -1 && PyErr_Occurred()) throw Failure{};
  if (!(value >= low && value <= high)) throw Refused(std::string(what) + " is out of range");
  return value;
}

float setting(PyObject* settings, Py_ssize_t index, double low, double high, const char* what) {
  return static_cast<float>(real(item(settings, index).get(), low, high, what));
}

// In the order of nokosu.kernel.search.Settings.
SearchSettings settings_from(PyObject* object) {
  if (length(object) != 9) throw Refused("nine settings are expected");
  SearchSettings settings;
  settings.exploration = setting(object, 0, 0, 100, "exploration");
  settings.rollout_temperature = setting(object, 1, 0.01, 100, "rollout temperature");
  settings.prior_temperature = setting(object, 2, 0.01, 100, "prior temperature");
  settings.instinct_tricks = static_cast<int>(setting(object, 3, 0, kMaxTricks, "instinct tricks"));
  settings.threads = static_cast<int>(setting(object, 4, 1, 64, "threads"));
  settings.beliefs.worlds = static_cast<int>(setting(object, 5, 1, 100'000, "worlds"));
  settings.beliefs.temperature = setting(object, 6, 0.01, 100, "belief temperature");
  settings.beliefs.trust = setting(object, 7, 0, 100, "trust");
  settings.endgame = static_cast<int>(setting(object, 8, 0, kMaxTricks, "endgame"));
  return settings;
}

Ref counts(const std::array<std::uint32_t, 7>& numbers) {
  return tuple(7, [&](int i) { return number(static_cast<long long>(numbers[static_cast<std::size_t>(i)])); });
}

Ref row(const ActionReport& report) {
  const Ref action = number(report.action), visits = number(static_cast<long long>(report.visits));
  const Ref margin(PyFloat_FromDouble(report.margin)), points(PyFloat_FromDouble(report.points));
  const Ref kept = counts(report.kept), made = counts(report.made);
  return Ref(PyTuple_Pack(6, action.get(), visits.get(), margin.get(), points.get(), kept.get(), made.get()));
}

}  // namespace

PyObject* check_settings(PyObject*, PyObject* settings) {
  return guarded([&] {
    settings_from(settings);
    return Py_NewRef(Py_None);
  });
}

PyObject* search_state(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(6, "search(state, simulations, seconds, settings, club, seed)");
    const Bytes bytes(at[0]);
    const Game game = Game::from_bytes(bytes.data(), bytes.size());
    if (game.state.over()) throw Refused("the round is over: there is nothing to search");
    SearchSettings settings = settings_from(at[3]);
    settings.simulations = static_cast<int>(integer(at[1], 0, 1'000'000'000, "simulations"));
    settings.seconds = real(at[2], 0, 3600, "seconds");
    if (settings.simulations == 0 && settings.seconds == 0) throw Refused("a search needs simulations or seconds");
    const Bytes weights(at[4]);
    const club::Weights club = club::weights_from_bytes(weights.data(), weights.size());
    const std::uint64_t seed = bits64(at[5], "seed");
    const SearchReport report = [&] {
      const WithoutGil without;
      return search(game, settings, {club, kInstinct}, seed);
    }();
    const Ref rows = tuple(static_cast<int>(report.actions.size()),
                           [&](int i) { return row(report.actions[static_cast<std::size_t>(i)]); });
    const Ref simulations = number(report.simulations), seconds(PyFloat_FromDouble(report.seconds));
    return PyTuple_Pack(3, simulations.get(), seconds.get(), rows.get());
  });
}

}  // namespace nokosu::py
