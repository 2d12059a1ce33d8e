// _kernel.BatchEnv: many games in lock-step, on the caller's arrays.
#include <cstring>
#include <memory>

#include "batch/batch.hpp"
#include "bindings/py.hpp"
#include "club/policy.hpp"
#include "rollout_policy/playout.hpp"
#include "search/search.hpp"

namespace nokosu::py {
namespace {

// A caller's array, held for as long as it is bound.
class Array {
 public:
  Array() = default;
  Array(PyObject* object, const char* what, bool writable) {
    const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &view_, flags) != 0) throw Failure{};
    held_ = true;
    what_ = what;
  }
  Array(Array&& other) noexcept { *this = std::move(other); }
  Array& operator=(Array&& other) noexcept {
    std::swap(view_, other.view_);
    std::swap(held_, other.held_);
    std::swap(what_, other.what_);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() {
    if (held_) PyBuffer_Release(&view_);
  }

  char kind() const {  // of its elements, the byte-order mark left out
    const char* format = view_.format ? view_.format : "B";
    if (*format == '@' || *format == '=' || *format == '<') ++format;
    return std::strlen(format) == 1 ? *format : '?';
  }
  // The data, if its elements are of one of these kinds and there are exactly `count`.
  void* data(const char* kinds, std::size_t item, std::size_t count) const {
    if (!std::strchr(kinds, kind()) || view_.itemsize != static_cast<Py_ssize_t>(item))
      refuse(std::string(what_) + ": elements of another type are needed");
    if (view_.len != static_cast<Py_ssize_t>(item * count))
      refuse(std::string(what_) + ": needs " + std::to_string(count) + " elements, has " +
                    std::to_string(view_.len / view_.itemsize));
    return view_.buf;
  }
  std::size_t itemsize() const { return static_cast<std::size_t>(view_.itemsize); }

 private:
  Py_buffer view_{};
  bool held_ = false;
  const char* what_ = "";
};

constexpr const char* kUnsignedByte = "B?";
constexpr const char* kSignedByte = "b";
constexpr const char* kFloat = "f";

// Calls visit with the array as a pointer to its own type of integer.
template <class Visit>
auto with_actions(const Array& array, std::size_t count, Visit visit) {
  switch (array.itemsize()) {
    case 1: return visit(static_cast<std::uint8_t*>(array.data("B", 1, count)));
    case 2: return visit(static_cast<std::int16_t*>(array.data("h", 2, count)));
    case 4: return visit(static_cast<std::int32_t*>(array.data("il", 4, count)));
    default: return visit(static_cast<std::int64_t*>(array.data("lq", 8, count)));
  }
}

constexpr int kOutputs = 11;

struct Env {
  std::unique_ptr<Batch> batch;
  std::array<Array, kOutputs> bound;
  bool busy = false;
};

struct EnvObject {
  PyObject_HEAD
  Env* env;
};

// One call at a time: the interpreter lock is open while a batch runs.
class Turn {
 public:
  explicit Turn(PyObject* self) : env_(*reinterpret_cast<EnvObject*>(self)->env) {
    if (env_.busy) refuse("this batch is at work in another thread");
    env_.busy = true;
  }
  ~Turn() { env_.busy = false; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  Batch& batch() const { return *env_.batch; }
  Env& env() const { return env_; }

 private:
  Env& env_;
};

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  return guarded([&] {
    PyObject *tables, *table_of, *seed;
    PyObject* matches_object = nullptr;
    int threads = 1, canonical = 1, reward = 0;
    static const char* names[] = {"tables", "table_of", "seed", "threads", "canonical", "matches", "reward", nullptr};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|ipOi:BatchEnv", const_cast<char**>(names), &tables, &table_of,
                                     &seed, &threads, &canonical, &matches_object, &reward))
      throw Failure{};
    if (reward < 0 || reward > static_cast<int>(Reward::win)) refuse("rewards go from 0 to 2");
    if (threads < 1 || threads > 1024) refuse("1 to 1024 threads");
    std::vector<Rules> rules;
    const Py_ssize_t number_of = length(tables);
    if (number_of < 1 || number_of > 255) refuse("1 to 255 sets of rules");
    for (Py_ssize_t i = 0; i < number_of; ++i) {
      const Ref one = item(tables, i);
      const Bytes bytes(one.get());
      rules.push_back(rules_from_bytes(bytes.data(), bytes.size()));
    }
    const Bytes of(table_of);
    if (of.size() < 1 || of.size() > 1u << 24) refuse("1 to 16777216 games");
    std::vector<MatchRules> matches;
    if (matches_object && matches_object != Py_None) {
      const Bytes pairs(matches_object);
      if (pairs.size() != 2 * rules.size()) refuse("matches take two bytes for every set of rules");
      for (std::size_t i = 0; i < rules.size(); ++i)
        matches.push_back({pairs.data()[2 * i], pairs.data()[2 * i + 1] != 0});
    }
    const std::uint64_t number = bits64(seed, "seed");
    std::unique_ptr<Env> env(new Env);
    env->batch = std::make_unique<Batch>(std::move(rules), std::vector<std::uint8_t>(of.begin(), of.end()), number,
                                         threads, canonical != 0, std::move(matches), static_cast<Reward>(reward));
    auto* object = allocate<EnvObject>(type);
    object->env = env.release();
    return reinterpret_cast<PyObject*>(object);
  });
}

void destroy(PyObject* self) {
  delete reinterpret_cast<EnvObject*>(self)->env;
  release(self);
}

PyObject* bind(PyObject* self, PyObject* args, PyObject* kwargs) {
  return guarded([&] {
    static const char* names[kOutputs + 1] = {"masks",    "observations", "privileged", "rewards", "scores",
                                              "outcomes", "seats",        "ends",       "players", "finals",
                                              "match",    nullptr};
    std::array<PyObject*, kOutputs> given{};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOOOOOOOOO:bind", const_cast<char**>(names), &given[0], &given[1],
                                     &given[2], &given[3], &given[4], &given[5], &given[6], &given[7], &given[8],
                                     &given[9], &given[10]))
      throw Failure{};
    const Turn turn(self);
    std::array<Array, kOutputs> arrays;
    Outputs out;
    const std::size_t games = turn.batch().size();
    const auto take = [&](int i, const char* kinds, std::size_t item, std::size_t columns) -> void* {
      if (!given[i] || given[i] == Py_None) return nullptr;
      arrays[i] = Array(given[i], names[i], true);
      return arrays[i].data(kinds, item, games * columns);
    };
    const auto bytes = [&](int i, std::size_t columns) {
      return static_cast<std::uint8_t*>(take(i, kUnsignedByte, 1, columns));
    };
    out.masks = bytes(0, kActions);
    out.observations = bytes(1, kObservation);
    out.privileged = bytes(2, kPrivileged);
    out.rewards = static_cast<float*>(take(3, kFloat, sizeof(float), kMaxPlayers));
    out.scores = static_cast<float*>(take(4, kFloat, sizeof(float), kMaxPlayers));
    out.outcomes = bytes(5, kMaxPlayers * kOutcome);
    out.seats = static_cast<std::int8_t*>(take(6, kSignedByte, 1, 1));
    out.ends = bytes(7, 1);
    out.players = bytes(8, 1);
    out.finals = bytes(9, kMaxPlayers * kObservation);
    out.match = static_cast<float*>(take(10, kFloat, sizeof(float), kMatch));
    turn.env().bound = std::move(arrays);
    turn.batch().outputs = out;
    return Py_NewRef(Py_None);
  });
}

PyObject* reset(PyObject* self, PyObject*) {
  return guarded([&] {
    const Turn turn(self);
    {
      const WithoutGil released;
      turn.batch().reset();
    }
    return Py_NewRef(Py_None);
  });
}

club::Weights club_weights(PyObject* object) {
  const Bytes bytes(object);
  return club::weights_from_bytes(bytes.data(), bytes.size());
}

PyObject* seat(PyObject* self, PyObject* args) {
  return guarded([&] {
    PyObject *players_object, *club_object;
    if (!PyArg_ParseTuple(args, "OO:seat", &players_object, &club_object)) throw Failure{};
    const Bytes given(players_object);
    if (given.size() != kMaxPlayers) refuse("one byte for each of five seats");
    PerSeat<Player> players{};
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
      if (given.data()[seat] > static_cast<int>(Player::club)) refuse("players go from 0 to 3");
      players[seat] = static_cast<Player>(given.data()[seat]);
    }
    std::vector<club::Weights> club;
    for (Py_ssize_t i = 0; i < length(club_object); ++i) club.push_back(club_weights(item(club_object, i).get()));
    const Turn turn(self);
    turn.batch().seat(players, std::move(club));
    return Py_NewRef(Py_None);
  });
}

PyObject* number_from(PyObject* self, PyObject* first) {
  return guarded([&] {
    const std::uint64_t number = bits64(first, "first");
    const Turn turn(self);
    turn.batch().number_from(number);
    return Py_NewRef(Py_None);
  });
}

PyObject* reset_seed(PyObject* self, PyObject* object) {
  return guarded([&] {
    const std::uint64_t seed = bits64(object, "seed");
    const Turn turn(self);
    {
      const WithoutGil released;
      turn.batch().reset(seed);
    }
    return Py_NewRef(Py_None);
  });
}

void demand_reset(const Turn& turn) {
  if (!turn.batch().ready()) refuse("no game has begun: call reset() first");
}

std::size_t game_index(const Turn& turn, PyObject* object) {
  return static_cast<std::size_t>(integer(object, 0, static_cast<long>(turn.batch().size()) - 1, "game"));
}

PyObject* reset_game(PyObject* self, PyObject* index) {
  return guarded([&] {
    const Turn turn(self);
    demand_reset(turn);
    turn.batch().reset_game(game_index(turn, index));
    return Py_NewRef(Py_None);
  });
}

PyObject* set_game(PyObject* self, PyObject* args) {
  return guarded([&] {
    PyObject *index, *state;
    if (!PyArg_ParseTuple(args, "OO:set_game", &index, &state)) throw Failure{};
    const Turn turn(self);
    demand_reset(turn);
    turn.batch().set_game(game_index(turn, index), checked_game(state));
    return Py_NewRef(Py_None);
  });
}

// An action as the caller wrote it, for an error.
std::string action_text(const Array& actions, std::size_t games, std::ptrdiff_t game) {
  return with_actions(actions, games, [&](const auto* values) { return std::to_string(values[game]); });
}

PyObject* step(PyObject* self, PyObject* object) {
  return guarded([&] {
    const Turn turn(self);
    demand_reset(turn);
    const Array actions(object, "actions", false);
    const std::ptrdiff_t illegal = with_actions(actions, turn.batch().size(), [&](const auto* values) {
      const WithoutGil released;
      return turn.batch().step(values);
    });
    if (illegal >= 0)
      refuse("action " + action_text(actions, turn.batch().size(), illegal) + " for game " + std::to_string(illegal) +
             " is not legal; no game has moved");
    return Py_NewRef(Py_None);
  });
}

PyObject* step_random(PyObject* self, PyObject* object) {
  return guarded([&] {
    const long steps = integer(object, 0, 1'000'000'000, "steps");
    const Turn turn(self);
    demand_reset(turn);
    {
      const WithoutGil released;
      turn.batch().step_random(steps);
    }
    return Py_NewRef(Py_None);
  });
}

// Calls use(asked, actions) with the arrays of ask_club and ask_search.
template <class Use>
PyObject* ask(PyObject* self, PyObject* asked_object, PyObject* actions_object, Use use) {
  const Turn turn(self);
  const std::size_t games = turn.batch().size();
  const Array asked(asked_object, "asked", false), actions(actions_object, "actions", true);
  const auto* which = static_cast<const std::uint8_t*>(asked.data(kUnsignedByte, 1, games));
  auto* into = static_cast<std::int64_t*>(actions.data("lq", 8, games));
  {
    const WithoutGil released;
    use(turn.batch(), which, into);
  }
  return Py_NewRef(Py_None);
}

PyObject* ask_club(PyObject* self, PyObject* args) {
  return guarded([&] {
    PyObject *asked, *actions, *weights;
    if (!PyArg_ParseTuple(args, "OOO:ask_club", &asked, &actions, &weights)) throw Failure{};
    const club::Weights club = club_weights(weights);
    return ask(self, asked, actions, [&](Batch& batch, const std::uint8_t* which, std::int64_t* into) {
      batch.ask(which, into, [&](const Game& game, std::size_t) { return club::best(game.state, club); });
    });
  });
}

PyObject* ask_search(PyObject* self, PyObject* args) {
  return guarded([&] {
    PyObject *asked, *actions, *weights, *seed_object;
    SearchSettings settings;
    if (!PyArg_ParseTuple(args, "OOOiO|i:ask_search", &asked, &actions, &weights, &settings.simulations, &seed_object,
                          &settings.beliefs.worlds))
      throw Failure{};
    if (settings.simulations < 1) refuse("a search needs simulations");
    if (settings.beliefs.worlds < 1) refuse("a search needs worlds");
    const club::Weights club = club_weights(weights);
    const std::uint64_t seed = bits64(seed_object, "seed");
    return ask(self, asked, actions, [&](Batch& batch, const std::uint8_t* which, std::int64_t* into) {
      batch.ask(which, into, [&](const Game& game, std::size_t i) -> Action {
        const Legal moves = legal(game.state);
        if (moves.count() == 1) return nth_action(moves, 0);
        return search(game, settings, {club, kRolloutPolicy}, seed + i).best();
      });
    });
  });
}

PyObject* game_bytes(PyObject* self, PyObject* index) {
  return guarded([&] {
    const Turn turn(self);
    const std::vector<std::uint8_t> data = turn.batch().game(game_index(turn, index)).to_bytes();
    return bytes(data.data(), data.size()).release();
  });
}

PyObject* episode(PyObject* self, PyObject* index) {
  return guarded([&] {
    const Turn turn(self);
    return number(turn.batch().episode(game_index(turn, index))).release();
  });
}

PyObject* get_games(PyObject* self, void*) {
  return PyLong_FromSize_t(reinterpret_cast<EnvObject*>(self)->env->batch->size());
}

PyObject* get_threads(PyObject* self, void*) {
  return PyLong_FromLong(reinterpret_cast<EnvObject*>(self)->env->batch->threads());
}

PyMethodDef methods[] = {
    {"bind", method(bind), METH_VARARGS | METH_KEYWORDS, "bind(masks=None, ...): the arrays to write; others are let go."},
    {"reset", reset, METH_NOARGS, "Deals every game anew and writes all arrays."},
    {"seat", seat, METH_VARARGS, "seat(players, weights): the bots that the batch plays itself, a byte a seat."},
    {"number_from", number_from, METH_O, "number_from(first): the number of the first game, on which its deals depend."},
    {"reset_seed", reset_seed, METH_O, "reset_seed(seed): the same with another seed, from the first episode on."},
    {"reset_game", reset_game, METH_O, "reset_game(i): deals game i anew and writes its rows."},
    {"set_game", set_game, METH_VARARGS, "set_game(i, state): game i goes on from this state."},
    {"step", step, METH_O, "step(actions): one action a game, then writes all arrays."},
    {"step_random", step_random, METH_O, "step_random(steps): steps with random legal actions chosen inside."},
    {"ask_club", ask_club, METH_VARARGS,
     "ask_club(asked, actions, weights): the club player's action for every game whose byte in asked is not 0."},
    {"ask_search", ask_search, METH_VARARGS,
     "ask_search(asked, actions, weights, simulations, seed, worlds=160): the same for the search."},
    {"game_bytes", game_bytes, METH_O, "game_bytes(i): game i, for State.from_bytes."},
    {"episode", episode, METH_O, "episode(i): how many rounds game i has finished or given up."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef properties[] = {{"games", get_games, nullptr, "Number of games.", nullptr},
                            {"threads", get_threads, nullptr, "Number of threads at work.", nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(make)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                       {Py_tp_methods, methods},
                       {Py_tp_getset, properties},
                       {Py_tp_doc, const_cast<char*>("BatchEnv(tables, table_of, seed, threads=1, canonical=True, matches=None, reward=0)")},
                       {0, nullptr}};
PyType_Spec spec = {"nokosu.kernel._kernel.BatchEnv", sizeof(EnvObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

}  // namespace

PyObject* batch_type() {
  static PyObject* type = PyType_FromSpec(&spec);
  return type;
}

PyObject* choose_actions(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(3, "choose(masks, actions, seed)");
    const Array actions(at[1], "actions", true);
    Rng rng(bits64(at[2], "seed"));
    const Bytes masks(at[0]);
    if (masks.size() % kActions) refuse("masks have 161 bytes a row");
    const std::size_t rows = masks.size() / kActions;
    with_actions(actions, rows, [&](auto* values) {
      const WithoutGil released;
      choose(masks.data(), rows, values, rng);
    });
    return Py_NewRef(Py_None);
  });
}

}  // namespace nokosu::py
