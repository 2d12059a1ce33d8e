// The champion as plain numbers: champion(state, network, seed, settings, match).
#include "champion/champion.hpp"

#include "bindings/network.hpp"

namespace nokosu::py {
namespace {

// By the names of nokosu.kernel.champion.Settings.
ChampionSettings settings_from(PyObject* dict) {
  Settings given(dict);
  ChampionSettings settings;
  given.take("worlds", settings.worlds, 0, 1'000'000);
  given.take("seconds", settings.seconds, 0, 3600);
  given.take("tricks", settings.tricks, 0, kMaxTricks);
  given.take("deeper", settings.deeper, 0, kMaxTricks);
  given.take("endgame", settings.endgame, 0, kMaxTricks);
  given.take("prior", settings.prior, 0, 100);
  given.take("hopeless", settings.hopeless, 0, 1);
  given.take("believed", settings.believed, 0, 10);
  given.take("stakes", settings.stakes, 0, 1);
  given.expect_no_more();
  if (settings.worlds == 0 && settings.seconds == 0) refuse("the champion needs worlds or seconds");
  return settings;
}

// The rounds to come and the totals, or nothing.
std::vector<int> numbers(PyObject* sequence) {
  std::vector<int> found;
  for (Py_ssize_t i = 0; i < length(sequence); ++i)
    found.push_back(static_cast<int>(integer(item(sequence, i).get(), -1'000'000'000, 1'000'000'000, "a number of the match")));
  return found;
}

Ref row(const ChampionAction& report) {
  const auto real = [](double value) { return Ref(PyFloat_FromDouble(value)); };
  const Ref action = number(report.action), worlds = number(report.worlds), prior = real(report.prior);
  const Ref margin = real(report.margin), points = real(report.points), made = real(report.made), worth = real(report.worth);
  const Ref tricks = tuple(kTrickCounts, [&](int i) { return real(report.tricks[static_cast<std::size_t>(i)]); });
  const Ref makes = tuple(kDieNumbers + 1, [&](int i) { return real(report.makes[static_cast<std::size_t>(i)]); });
  return Ref(PyTuple_Pack(9, action.get(), prior.get(), worlds.get(), margin.get(), points.get(), made.get(), tricks.get(),
                          makes.get(), worth.get()));
}

}  // namespace

PyObject* check_champion(PyObject*, PyObject* settings) {
  return guarded([&] {
    settings_from(settings);
    return Py_NewRef(Py_None);
  });
}

PyObject* believed_of(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(4, "believed(state, network, number, seed)");
    const Game game = checked_game(at[0]);
    if (game.state.over()) refuse("the round is over: nothing is hidden");
    const Network& network = network_of(at[1]);
    const int wanted = static_cast<int>(integer(at[2], 1, 1'000'000, "number"));
    const std::uint64_t seed = bits64(at[3], "seed");
    const std::vector<World> found = [&] {
      const WithoutGil without;
      return believed_worlds(game, network, wanted, seed);
    }();
    return tuple(wanted, [&](int i) {
      const World& world = found[static_cast<std::size_t>(i)];
      const Ref hands = tuple(game.state.rules.players, [&](int seat) { return number(std::uint64_t{world.hands[seat]}); });
      return Ref(PyTuple_Pack(2, hands.get(), number(std::uint64_t{world.aside}).get()));
    }).release();
  });
}

PyObject* champion_state(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(5, "champion(state, network, seed, settings, match)");
    const Game game = checked_game(at[0]);  // a copy: it thinks without the interpreter's lock
    if (game.state.over()) refuse("the round is over: there is nothing to think about");
    const Network& network = network_of(at[1]);
    const std::uint64_t seed = bits64(at[2], "seed");
    ChampionSettings settings = settings_from(at[3]);
    settings.match = match_from(game.state.rules, numbers(at[4]));
    const ChampionReport report = [&] {
      const WithoutGil without;
      return champion(game, network, settings, seed);
    }();
    const Ref rows = tuple(static_cast<int>(report.actions.size()),
                           [&](int i) { return row(report.actions[static_cast<std::size_t>(i)]); });
    const Ref best = number(report.best()), worlds = number(report.worlds), evaluations = number(report.evaluations);
    const Ref seconds(PyFloat_FromDouble(report.seconds));
    return PyTuple_Pack(5, best.get(), worlds.get(), evaluations.get(), seconds.get(), rows.get());
  });
}

}  // namespace nokosu::py
