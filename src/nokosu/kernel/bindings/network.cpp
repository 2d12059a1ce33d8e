// The network as a Python object: Network(weights), .actor(observations), .critic(observations, hidden).
#include "bindings/network.hpp"

#include <memory>

namespace nokosu::py {
namespace {

struct NetworkObject {
  PyObject_HEAD
  const Network* network;
};

PyObject* make(PyTypeObject* type, PyObject* args, PyObject*) {
  return guarded([&] {
    PyObject* data = nullptr;
    if (!PyArg_ParseTuple(args, "O", &data)) throw Failure{};
    const Bytes weights(data);
    auto network = std::make_unique<Network>(weights.data(), weights.size());
    auto* self = allocate<NetworkObject>(type);
    self->network = network.release();
    return reinterpret_cast<PyObject*>(self);
  });
}

void end(PyObject* self) {
  delete reinterpret_cast<NetworkObject*>(self)->network;
  release(self);
}

// Rows of bytes to inputs.
std::size_t rows_of(const Bytes& data, int size) {
  if (data.size() == 0 || data.size() % static_cast<std::size_t>(size))
    refuse("expected rows of " + std::to_string(size) + " bytes");
  return data.size() / static_cast<std::size_t>(size);
}

PyObject* ask_actor(PyObject* self, PyObject* observations) {
  return guarded([&] {
    const Network& network = network_of(self);
    const Bytes data(observations);
    const std::size_t rows = rows_of(data, kObservation);
    std::vector<float> out(rows * kHeads);
    {
      const WithoutGil released;
      std::vector<Inputs> inputs(rows);
      for (std::size_t i = 0; i < rows; ++i) read_observation(data.data() + i * kObservation, inputs[i]);
      Workspace room;
      network.actor(inputs.data(), static_cast<int>(rows), kHeads, room, out.data());
    }
    return bytes(out.data(), out.size() * sizeof(float)).release();
  });
}

PyObject* ask_critic(PyObject* self, PyObject* const* at, Py_ssize_t count) {
  return guarded([&] {
    Args{at, count}.expect(2, "critic(observations, hidden)");
    const Network& network = network_of(self);
    const Bytes seen(at[0]), hidden(at[1]);
    const std::size_t rows = rows_of(seen, kObservation);
    if (rows_of(hidden, kPrivileged) != rows) refuse("as many rows of hidden cards as of observations");
    std::vector<float> out(rows * kOutlook);
    {
      const WithoutGil released;
      std::vector<Inputs> inputs(rows);
      for (std::size_t i = 0; i < rows; ++i) {
        read_observation(seen.data() + i * kObservation, inputs[i]);
        add_hidden(hidden.data() + i * kPrivileged, inputs[i]);
      }
      Workspace room;
      network.critic(inputs.data(), static_cast<int>(rows), room, out.data());
    }
    return bytes(out.data(), out.size() * sizeof(float)).release();
  });
}

PyMethodDef methods[] = {
    {"actor", ask_actor, METH_O, "actor(observations): logits of actions, outlook and beliefs, float32, a row each."},
    {"critic", method(ask_critic), METH_FASTCALL, "critic(observations, hidden): logits of the outlook, float32, a row each."},
    {nullptr, nullptr, 0, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(make)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(end)},
                       {Py_tp_methods, methods},
                       {Py_tp_doc, const_cast<char*>("Network(weights): a trained network, from the bytes of its file.")},
                       {0, nullptr}};

PyType_Spec spec = {"nokosu.kernel._kernel.Network", sizeof(NetworkObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

}  // namespace

PyObject* network_type() {
  static PyObject* type = PyType_FromSpec(&spec);
  return type;
}

const Network& network_of(PyObject* object) {
  if (!PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(network_type()))) {
    PyErr_Format(PyExc_TypeError, "expected a Network, not %R", Py_TYPE(object));
    throw Failure{};
  }
  return *reinterpret_cast<NetworkObject*>(object)->network;
}

}  // namespace nokosu::py
