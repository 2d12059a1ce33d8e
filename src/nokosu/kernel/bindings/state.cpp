// _kernel.State: one round in progress, with its history.
#include "bindings/py.hpp"
#include "encode/encode.hpp"
#include "rollout_policy/playout.hpp"
#include "rules/deal.hpp"
#include "worlds/rebuild.hpp"

namespace nokosu::py {
namespace {

struct StateObject {
  PyObject_HEAD
  Game game;
};

}  // namespace

Game& game_of(PyObject* state) { return reinterpret_cast<StateObject*>(state)->game; }

Game& checked_game(PyObject* object) {
  if (PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(state_type()))) return game_of(object);
  PyErr_Format(PyExc_TypeError, "a kernel State is needed, not %R", Py_TYPE(object));
  throw Failure{};
}

namespace {

PyObject* wrap(PyTypeObject* type, const Game& game) {
  auto* object = allocate<StateObject>(type);
  object->game = game;
  return reinterpret_cast<PyObject*>(object);
}

Rules rules_of(PyObject* object) {
  const Bytes bytes(object);
  return rules_from_bytes(bytes.data(), bytes.size());
}

int seat_of(const Game& game, PyObject* object) {
  return static_cast<int>(integer(object, 0, game.state.rules.players - 1, "seat"));
}

Dice dice_of(PyObject* object) {
  const Bytes faces(object);
  if (faces.size() > kColours * 5) refuse("more dice than the game has");
  Dice dice;
  for (const std::uint8_t face : faces) {
    if (face >= kDice) refuse("no die has face " + std::to_string(face));
    if (dice.count(face) == 5) refuse("more than five equal dice");
    dice.add(face);
  }
  return dice;
}

PerSeat<Dice> drawn_of(PyObject* sequence, const Rules& rules) {
  if (length(sequence) != rules.players) refuse("drawn dice have one entry a seat");
  PerSeat<Dice> drawn{};
  for (int seat = 0; seat < rules.players; ++seat) drawn[seat] = dice_of(item(sequence, seat).get());
  return drawn;
}

// --- making one

PyObject* deal_seed(PyObject* type, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(4, "deal_seed(rules, seed, round_index, dealer)");
    const Rules rules = rules_of(at[0]);
    const Bytes seed(at[1]);
    const auto round = static_cast<unsigned>(integer(at[2], 0, 1'000'000, "round"));
    const int dealer = static_cast<int>(integer(at[3], 0, rules.players - 1, "dealer"));
    const Deal deal = deal_from_seed(rules, seed.data(), seed.size(), round, dealer);
    return wrap(reinterpret_cast<PyTypeObject*>(type), Game::start(rules, deal));
  });
}

PyObject* deal_for_training(PyObject* type, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(4, "deal_fast(rules, seed, game, episode)");
    const Rules rules = rules_of(at[0]);
    Rng rng(bits64(at[1], "seed"), bits64(at[2], "game"), bits64(at[3], "episode"));
    return wrap(reinterpret_cast<PyTypeObject*>(type), Game::start(rules, deal_fast(rules, rng)));
  });
}

PyObject* deal_given(PyObject* type, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(7, "deal_given(rules, dealer, hands, aside, drawn, pool, actions)");
    const Rules rules = rules_of(at[0]);
    Deal deal;
    deal.dealer = static_cast<std::uint8_t>(integer(at[1], 0, rules.players - 1, "dealer"));
    if (length(at[2]) != rules.players) refuse("hands have one entry a seat");
    for (int seat = 0; seat < rules.players; ++seat) deal.hands[seat] = bits64(item(at[2], seat).get(), "a hand");
    deal.aside = bits64(at[3], "aside");
    deal.drawn = drawn_of(at[4], rules);
    deal.pool = dice_of(at[5]);
    Game game = Game::start(rules, deal);
    const Bytes actions(at[6]);
    for (const std::uint8_t action : actions) game.step(action);
    return wrap(reinterpret_cast<PyTypeObject*>(type), game);
  });
}

PyObject* deal_seen(PyObject* type, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(8, "deal_seen(rules, dealer, seat, hand, drawn, pool, actions, seed)");
    Seen seen;
    seen.rules = rules_of(at[0]);
    seen.dice.dealer = static_cast<std::uint8_t>(integer(at[1], 0, seen.rules.players - 1, "dealer"));
    seen.seat = static_cast<int>(integer(at[2], 0, seen.rules.players - 1, "seat"));
    seen.hand = bits64(at[3], "a hand");
    seen.dice.drawn = drawn_of(at[4], seen.rules);
    seen.dice.pool = dice_of(at[5]);
    const Bytes actions(at[6]);
    if (actions.size() > kMaxDecisions) refuse("more actions than a round has");
    seen.actions.assign(actions.begin(), actions.end());
    Rng rng(bits64(at[7], "seed"));
    return wrap(reinterpret_cast<PyTypeObject*>(type), rebuild(seen, rng));
  });
}

PyObject* from_bytes(PyObject* type, PyObject* object) {
  return guarded([&] {
    const Bytes data(object);
    return wrap(reinterpret_cast<PyTypeObject*>(type), Game::from_bytes(data.data(), data.size()));
  });
}

PyObject* to_bytes(PyObject* self, PyObject*) {
  return guarded([&] {
    const std::vector<std::uint8_t> data = game_of(self).to_bytes();
    return bytes(data.data(), data.size()).release();
  });
}

PyObject* clone(PyObject* self, PyObject*) {
  return guarded([&] { return wrap(Py_TYPE(self), game_of(self)); });
}

// --- going on

PyObject* step(PyObject* self, PyObject* action) {
  return guarded([&] {
    game_of(self).step(static_cast<Action>(integer(action, 0, kActions - 1, "action")));
    return Py_NewRef(Py_None);
  });
}

PyObject* legal_list(PyObject* self, PyObject*) {
  return guarded([&] {
    Ref list(PyList_New(0));
    legal(game_of(self).state).each([&](Action action) {
      if (PyList_Append(list.get(), number(action).get()) != 0) throw Failure{};
    });
    return list.release();
  });
}

PyObject* legal_mask(PyObject* self, PyObject*) {
  return guarded([&] {
    std::array<std::uint8_t, kActions> mask{};
    legal(game_of(self).state).each([&](Action action) { mask[action] = 1; });
    if (planted(Fault::reads_past_the_end)) mask[0] = mask.data()[kActions + game_of(self).state.rules.players];
    return bytes(mask.data(), mask.size()).release();
  });
}

PyObject* playout(PyObject* self, PyObject* seed) {
  return guarded([&] {
    Rng rng(bits64(seed, "seed"));
    Game game = game_of(self);
    random_playout(game, rng);
    return wrap(Py_TYPE(self), game);
  });
}

PyObject* playouts(PyObject* self, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(2, "playouts(number, seed)");
    const long number_of = integer(at[0], 0, 1'000'000'000, "number");
    Rng rng(bits64(at[1], "seed"));
    const State start = game_of(self).state;
    long long decisions = 0;
    PerSeat<long long> points{};
    {
      const WithoutGil released;
      for (long i = 0; i < number_of; ++i) {
        State state = start;
        decisions += random_playout(state, rng);
        const Result result = score(state);
        for (int seat = 0; seat < kMaxPlayers; ++seat) points[seat] += result.points[seat];
      }
    }
    Ref totals = per_seat(game_of(self), points);
    return Ref(PyTuple_Pack(2, number(decisions).get(), totals.get())).release();
  });
}

// --- what is hidden

PyObject* count_worlds(PyObject* self, PyObject* seat) {
  return guarded([&] {
    const Game& game = game_of(self);
    return number(Worlds(game.state, seat_of(game, seat)).count()).release();
  });
}

PyObject* sample_worlds(PyObject* self, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(3, "sample_worlds(seat, seed, number)");
    const Game& game = game_of(self);
    const Worlds worlds(game.state, seat_of(game, at[0]));
    Rng rng(bits64(at[1], "seed"));
    const long number_of = integer(at[2], 0, 10'000'000, "number");
    Ref list(PyList_New(0));
    for (long i = 0; i < number_of; ++i) {
      const World world = worlds.sample(rng);
      Game other = game;
      other.set_hidden(world.hands, world.aside);
      if (PyList_Append(list.get(), Ref(wrap(Py_TYPE(self), other)).get()) != 0) throw Failure{};
    }
    return list.release();
  });
}

PyObject* observe_seat(PyObject* self, PyObject* seat) {
  return guarded([&] {
    const Game& game = game_of(self);
    std::array<std::uint8_t, kObservation> out;
    observe(game, seat_of(game, seat), out.data());
    return bytes(out.data(), out.size()).release();
  });
}

PyObject* privileged_seat(PyObject* self, PyObject* seat) {
  return guarded([&] {
    const Game& game = game_of(self);
    std::array<std::uint8_t, kPrivileged> out;
    observe_hidden(game, seat_of(game, seat), out.data());
    return bytes(out.data(), out.size()).release();
  });
}

PyObject* colour_order(PyObject* self, PyObject* seat) {
  return guarded([&] {
    const Game& game = game_of(self);
    const ColourOrder order = canonical_order(game, seat_of(game, seat));
    return bytes(order.data(), order.size()).release();
  });
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  const bool comparable = PyObject_TypeCheck(other, reinterpret_cast<PyTypeObject*>(state_type()));
  if (!comparable || (operation != Py_EQ && operation != Py_NE)) return Py_NewRef(Py_NotImplemented);
  const bool equal = game_of(self) == game_of(other);
  return PyBool_FromLong(equal == (operation == Py_EQ));
}

#define FAST(name, function, flags, doc) {name, method(function), METH_FASTCALL | flags, doc}
PyMethodDef methods[] = {
    FAST("deal_seed", deal_seed, METH_CLASS, "deal_seed(rules, seed, round_index, dealer): the deal of a match."),
    FAST("deal_fast", deal_for_training, METH_CLASS, "deal_fast(rules, seed, game, episode): a training deal."),
    FAST("deal_given", deal_given, METH_CLASS, "deal_given(rules, dealer, hands, aside, drawn, pool, actions)."),
    FAST("deal_seen", deal_seen, METH_CLASS, "deal_seen(rules, dealer, seat, hand, drawn, pool, actions, seed)."),
    {"from_bytes", from_bytes, METH_O | METH_CLASS, "from_bytes(data): what to_bytes() gave."},
    {"to_bytes", to_bytes, METH_NOARGS, "Rules, deal and actions."},
    {"clone", clone, METH_NOARGS, "A state of its own that is equal to this one."},
    {"step", step, METH_O, "step(action): the seat to act does this."},
    {"legal", legal_list, METH_NOARGS, "The legal actions, ascending."},
    {"legal_mask", legal_mask, METH_NOARGS, "A byte for every action: 1 where it is legal."},
    {"playout", playout, METH_O, "playout(seed): this round played to its end at random, as a new state."},
    FAST("playouts", playouts, 0, "playouts(number, seed): (decisions, points a seat), summed."),
    {"count_worlds", count_worlds, METH_O, "count_worlds(seat): how many worlds this seat cannot tell apart."},
    FAST("sample_worlds", sample_worlds, 0, "sample_worlds(seat, seed, number): states drawn uniformly from those."),
    {"observe", observe_seat, METH_O, "observe(seat): what this seat may know, encoded."},
    {"observe_hidden", privileged_seat, METH_O, "observe_hidden(seat): what this seat may not know, encoded."},
    {"colour_order", colour_order, METH_O, "colour_order(seat): the colours in the order of its observation."},
    {nullptr, nullptr, 0, nullptr}};

PyObject* refuse_new(PyTypeObject* type, PyObject*, PyObject*) {
  return PyErr_Format(PyExc_TypeError, "%R is made from a seed, a deal, a round, a view or bytes", type);
}

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(refuse_new)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(release)},
                       {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
                       {Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)},
                       {Py_tp_methods, methods},
                       {Py_tp_getset, state_properties},
                       {Py_tp_doc, const_cast<char*>("One round in progress, with its history.")},
                       {0, nullptr}};

PyType_Spec spec = {"nokosu.kernel._kernel.State", sizeof(StateObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

}  // namespace

PyObject* state_type() {
  static PyObject* type = PyType_FromSpec(&spec);
  return type;
}

}  // namespace nokosu::py
