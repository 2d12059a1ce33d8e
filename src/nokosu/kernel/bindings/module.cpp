// The module nokosu.kernel._kernel.
#include "base/bits.hpp"
#include "bindings/network.hpp"
#include "encode/layout.hpp"

namespace nokosu::py {
namespace {

PyObject* uses_fast_code(PyObject*, PyObject*) { return PyBool_FromLong(fast_processor()); }

#if NOKOSU_FAULTS
PyObject* plant(PyObject*, PyObject* which) {
  return guarded([&] {
    the_fault = static_cast<Fault>(integer(which, 0, 100, "fault"));
    return Py_NewRef(Py_None);
  });
}
#endif

PyMethodDef functions[] = {
    {"uses_fast_code", uses_fast_code, METH_NOARGS, "Whether this processor runs the AVX2 and BMI2 code."},
    {"choose", method(choose_actions), METH_FASTCALL, "choose(masks, actions, seed): a random legal action a row."},
    {"search", method(search_state), METH_FASTCALL,
     "search(state, club, seed, settings): (simulations, seconds, a row for every legal action)."},
    {"check_settings", check_settings, METH_O, "check_settings(settings): refuses what no search can use."},
    {"champion", method(champion_state), METH_FASTCALL,
     "champion(state, network, seed, settings): (best, worlds, evaluations, seconds, a row for every legal action)."},
    {"believed", method(believed_of), METH_FASTCALL,
     "believed(state, network, number, seed): (hands, aside) of worlds as the seat to act believes them."},
    {"check_champion", check_champion, METH_O, "check_champion(settings): refuses what the champion cannot use."},
    {"solve", method(solve_state), METH_FASTCALL,
     "solve(state, open, club, options): (worlds, nodes, a row for every legal action)."},
    {"list_worlds", method(worlds_of), METH_FASTCALL, "list_worlds(state, seat, most): (hands, aside) of every world that fits."},
    {"club", method(club_rows), METH_FASTCALL, "club(state, weights): (action, score, terms) for every legal action."},
    {"club_margins", method(club_margins), METH_FASTCALL,
     "club_margins(state, weights, worlds, seed): for every legal action the margins in sampled worlds played out."},
    {"judge", method(judge_request), METH_FASTCALL,
     "judge(request, network): what kernel/judge.py asks, as bytes; network None: by search. Doubles as bytes."},
    {"follow", method(follow_request), METH_FASTCALL, "follow(request, network): the same for a round that was played."},
#if NOKOSU_FAULTS
    {"plant", plant, METH_O, "plant(fault): break something, to see that a test notices."},
#endif
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "nokosu.kernel._kernel", "The fast twin of nokosu.core.", -1,
                          functions, nullptr, nullptr, nullptr, nullptr};

Ref text(std::string_view value) {
  return Ref(PyUnicode_FromStringAndSize(value.data(), static_cast<Py_ssize_t>(value.size())));
}

// ((name, rows, columns, meaning, version), ...)
template <int N>
Ref fields(const Field (&table)[N]) {
  return tuple(N, [&](int i) {
    const Field& field = table[i];
    const Ref name = text(field.name), rows = number(field.rows), columns = number(field.columns);
    const Ref meaning = text(field.meaning), version = number(field.version);
    return Ref(PyTuple_Pack(5, name.get(), rows.get(), columns.get(), meaning.get(), version.get()));
  });
}

void add(PyObject* module, const char* name, const Ref& value) {
  if (PyModule_AddObjectRef(module, name, value.get()) != 0) throw Failure{};
}

PyObject* make_module() {
  return guarded([] {
    Ref module(PyModule_Create(&definition));
    if (!refused_error) refused_error = Ref(PyErr_NewException("nokosu.kernel._kernel.Refused", PyExc_ValueError, nullptr)).release();
    add(module.get(), "Refused", Ref(Py_NewRef(refused_error)));
    add(module.get(), "State", Ref(Py_XNewRef(state_type())));
    add(module.get(), "BatchEnv", Ref(Py_XNewRef(batch_type())));
    add(module.get(), "Network", Ref(Py_XNewRef(network_type())));
    add(module.get(), "ACTIONS", number(kActions));
    add(module.get(), "OBSERVATION_FIELDS", fields(kObservationFields));
    add(module.get(), "PRIVILEGED_FIELDS", fields(kPrivilegedFields));
    add(module.get(), "RULE_FIELDS", tuple(kRuleBytes, [](int i) { return text(kRuleFields[i]); }));
    return module.release();
  });
}

}  // namespace
}  // namespace nokosu::py

PyMODINIT_FUNC PyInit__kernel() { return nokosu::py::make_module(); }
