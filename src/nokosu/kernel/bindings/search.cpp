// The search as plain numbers: search(state, club, seed, settings).
#include "bindings/py.hpp"
#include "search/search.hpp"

namespace nokosu::py {
namespace {

// By the names of nokosu.kernel.search.Settings.
SearchSettings settings_from(PyObject* dict) {
  Settings given(dict);
  SearchSettings settings;
  given.take("simulations", settings.simulations, 0, 1'000'000'000);
  given.take("seconds", settings.seconds, 0, 3600);
  given.take("exploration", settings.exploration, 0, 100);
  given.take("rollout_temperature", settings.rollout_temperature, 0.01, 100);
  given.take("prior_temperature", settings.prior_temperature, 0.01, 100);
  given.take("policy_tricks", settings.policy_tricks, 0, kMaxTricks);
  given.take("threads", settings.threads, 1, 64);
  given.take("worlds", settings.beliefs.worlds, 1, 100'000);
  given.take("belief_temperature", settings.beliefs.temperature, 0.01, 100);
  given.take("trust", settings.beliefs.trust, 0, 100);
  given.take("truth", settings.beliefs.truth);
  given.take("endgame", settings.endgame, 0, kMaxTricks);
  given.expect_no_more();
  if (settings.simulations == 0 && settings.seconds == 0) refuse("a search needs simulations or seconds");
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
    Args{at, count}.expect(4, "search(state, club, seed, settings)");
    const Game game = checked_game(at[0]);  // a copy: the search runs without the interpreter's lock
    if (game.state.over()) refuse("the round is over: there is nothing to search");
    const Bytes weights(at[1]);
    const club::Weights club = club::weights_from_bytes(weights.data(), weights.size());
    const std::uint64_t seed = bits64(at[2], "seed");
    const SearchSettings settings = settings_from(at[3]);
    const SearchReport report = [&] {
      const WithoutGil without;
      return search(game, settings, {club, kRolloutPolicy}, seed);
    }();
    const Ref rows = tuple(static_cast<int>(report.actions.size()),
                           [&](int i) { return row(report.actions[static_cast<std::size_t>(i)]); });
    const Ref simulations = number(report.simulations), seconds(PyFloat_FromDouble(report.seconds));
    return PyTuple_Pack(3, simulations.get(), seconds.get(), rows.get());
  });
}

}  // namespace nokosu::py
