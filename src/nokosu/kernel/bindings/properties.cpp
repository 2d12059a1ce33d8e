// What can be read off a _kernel.State.
#include "bindings/py.hpp"

namespace nokosu::py {
namespace {

Ref faces(const Dice& dice) {
  std::vector<std::uint8_t> list;
  for (int die = 0; die < kDice; ++die) list.insert(list.end(), static_cast<std::size_t>(dice.count(die)), die);
  return bytes(list.data(), list.size());
}

PyObject* get_players(PyObject* self, void*) { return PyLong_FromLong(game_of(self).state.rules.players); }
PyObject* get_phase(PyObject* self, void*) { return PyLong_FromLong(static_cast<long>(game_of(self).state.phase)); }
PyObject* get_dealer(PyObject* self, void*) { return PyLong_FromLong(game_of(self).state.dealer); }
PyObject* get_zero_left(PyObject* self, void*) { return PyLong_FromLong(game_of(self).state.zero_left); }

PyObject* get_to_act(PyObject* self, void*) {
  const State& state = game_of(self).state;
  return state.over() ? Py_NewRef(Py_None) : PyLong_FromLong(state.to_act);
}

PyObject* get_trump(PyObject* self, void*) {
  const State& state = game_of(self).state;
  return state.trump == kNoTrump ? Py_NewRef(Py_None) : PyLong_FromLong(state.trump);
}

PyObject* get_leader(PyObject* self, void*) {
  const State& state = game_of(self).state;
  return state.phase == Phase::play ? PyLong_FromLong(state.leader) : Py_NewRef(Py_None);
}

PyObject* get_winning(PyObject* self, void*) {
  const State& state = game_of(self).state;
  return state.laid ? PyLong_FromLong(state.best_seat) : Py_NewRef(Py_None);
}

PyObject* get_rules(PyObject* self, void*) {
  return guarded([&] { return bytes(&game_of(self).state.rules, kRuleBytes).release(); });
}

PyObject* get_actions(PyObject* self, void*) {
  const Game& game = game_of(self);
  return guarded([&] { return bytes(game.log.data(), game.length).release(); });
}

PyObject* get_hands(PyObject* self, void*) {
  return guarded([&] { return per_seat(game_of(self), game_of(self).state.cards).release(); });
}

PyObject* get_aside(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(game_of(self).state.aside); }

PyObject* get_dealt(PyObject* self, void*) {
  return guarded([&] { return per_seat(game_of(self), game_of(self).deal.hands).release(); });
}

PyObject* get_drawn(PyObject* self, void*) {
  const Game& game = game_of(self);
  return guarded([&] {
    return tuple(game.state.rules.players, [&](int seat) { return faces(game.deal.drawn[seat]); }).release();
  });
}

PyObject* get_pool_rolled(PyObject* self, void*) {
  return guarded([&] { return faces(game_of(self).deal.pool).release(); });
}

PyObject* get_dice(PyObject* self, void*) {
  const Game& game = game_of(self);
  return guarded([&] {
    return tuple(game.state.rules.players, [&](int seat) { return faces(game.state.dice[seat]); }).release();
  });
}

PyObject* get_pool(PyObject* self, void*) {
  return guarded([&] { return faces(game_of(self).state.pool).release(); });
}

PyObject* get_won(PyObject* self, void*) {
  return guarded([&] { return per_seat(game_of(self), game_of(self).state.won).release(); });
}

PyObject* get_voids(PyObject* self, void*) {
  return guarded([&] { return per_seat(game_of(self), game_of(self).state.voids).release(); });
}

PyObject* get_zero(PyObject* self, void*) {
  const Game& game = game_of(self);
  return guarded([&] {
    return tuple(game.state.rules.players, [&](int seat) { return Ref(PyBool_FromLong(game.state.has_zero(seat))); })
        .release();
  });
}

Result finished(const Game& game) {
  if (!game.state.over()) refuse("the round is not over");
  return score(game.state);
}

PyObject* get_scores(PyObject* self, void*) {
  return guarded([&] { return per_seat(game_of(self), finished(game_of(self)).points).release(); });
}

PyObject* get_made(PyObject* self, void*) {
  const Game& game = game_of(self);
  return guarded([&] {
    const Result result = finished(game);
    return tuple(game.state.rules.players, [&](int seat) { return Ref(PyBool_FromLong(result.made >> seat & 1)); })
        .release();
  });
}

}  // namespace

PyGetSetDef state_properties[] = {
    {"players", get_players, nullptr, "Number of seats.", nullptr},
    {"phase", get_phase, nullptr, "0 draft, 1 declare, 2 play, 3 over.", nullptr},
    {"dealer", get_dealer, nullptr, "The dealer's seat.", nullptr},
    {"to_act", get_to_act, nullptr, "The seat to act, None when the round is over.", nullptr},
    {"trump", get_trump, nullptr, "The trump die, or 30 plus its colour if its number is not trump; None during the draft.", nullptr},
    {"leader", get_leader, nullptr, "Leader of the trick under way, None outside of the play.", nullptr},
    {"winning", get_winning, nullptr, "The seat that wins the trick so far, None if nothing lies.", nullptr},
    {"zero_left", get_zero_left, nullptr, "Black zero dice that nobody has taken.", nullptr},
    {"rules", get_rules, nullptr, "The rules as bytes.", nullptr},
    {"actions", get_actions, nullptr, "Every action so far, a byte each.", nullptr},
    {"hands", get_hands, nullptr, "Cards each seat holds, as bit masks.", nullptr},
    {"aside", get_aside, nullptr, "The card aside, as a bit mask.", nullptr},
    {"dealt", get_dealt, nullptr, "Cards each seat was dealt, as bit masks.", nullptr},
    {"drawn", get_drawn, nullptr, "Dice each seat drew at the start.", nullptr},
    {"pool_rolled", get_pool_rolled, nullptr, "Dice in the middle at the start.", nullptr},
    {"dice", get_dice, nullptr, "Coloured dice in front of each seat.", nullptr},
    {"pool", get_pool, nullptr, "Dice in the middle.", nullptr},
    {"won", get_won, nullptr, "Tricks won.", nullptr},
    {"voids", get_voids, nullptr, "Suits each seat has shown to hold no card of, a bit a suit.", nullptr},
    {"zero", get_zero, nullptr, "Who has a zero contract.", nullptr},
    {"scores", get_scores, nullptr, "Points of a finished round.", nullptr},
    {"made", get_made, nullptr, "Who made the contract of a finished round.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace nokosu::py
