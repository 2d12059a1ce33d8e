// The network's type, for the faces that take one.
#pragma once

#include "bindings/py.hpp"
#include "network/network.hpp"

namespace nokosu::py {

PyObject* network_type();
const Network& network_of(PyObject* object);  // throws, with a TypeError, if it is something else

}  // namespace nokosu::py
