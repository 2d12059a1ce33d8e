// club(state, weights): what the club player thinks of every legal action, as plain numbers.
#include "club.hpp"
#include "game.hpp"
#include "py.hpp"

namespace nokosu::py {
namespace {

template <class Terms>
Ref row(Action action, double score, const Terms& terms) {
  const Ref numbers = tuple(static_cast<int>(terms.size()), [&](int i) { return Ref(PyFloat_FromDouble(terms[i])); });
  const Ref grade(PyFloat_FromDouble(score));
  return Ref(PyTuple_Pack(3, number(action).get(), grade.get(), numbers.get()));
}

}  // namespace

PyObject* club_rows(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(2, "club(state, weights)");
    const Bytes state(at[0]), numbers(at[1]);
    const Game game = Game::from_bytes(state.data(), state.size());
    const club::Weights weights = club::weights_from_bytes(numbers.data(), numbers.size());
    if (game.state.phase == Phase::play) {
      club::Plays found;
      club::plays(game.state, weights, found);
      return tuple(found.count, [&](int i) { return row(found.rows[i].action, found.rows[i].score, found.rows[i].terms); })
          .release();
    }
    club::Choices found;
    club::choices(game.state, weights, found);
    return tuple(found.count, [&](int i) { return row(found.rows[i].action, found.rows[i].score, found.rows[i].terms); })
        .release();
  });
}

}  // namespace nokosu::py
