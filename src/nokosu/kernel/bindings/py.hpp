// What the module needs of Python's C interface, wrapped in C++. Stable ABI of 3.11.
//
// In: Python's numbers, bytes, arrays and dicts, checked here. Out: numbers and tuples; what the kernel refuses becomes
// a Python exception. The Python files beside the folders turn them into values of nokosu.core.
#pragma once

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "rules/game.hpp"

namespace nokosu::py {

struct Failure {};  // thrown when a Python exception is already set

inline PyObject* refused_error = nullptr;  // _kernel.Refused, a ValueError

class Ref {  // owns one reference
 public:
  explicit Ref(PyObject* object) : object_(object) {
    if (!object_) throw Failure{};
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;
  ~Ref() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }

 private:
  PyObject* object_;
};

// Runs a function and turns what it throws into a Python exception.
template <class Function>
auto guarded(Function function, decltype(function()) failed) noexcept -> decltype(function()) {
  try {
    return function();
  } catch (const Failure&) {
  } catch (const Refused& refused) {
    PyErr_SetString(refused_error, refused.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return failed;
}

template <class Function>
PyObject* guarded(Function function) noexcept {
  return guarded(function, static_cast<PyObject*>(nullptr));
}

class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() { PyEval_RestoreThread(state_); }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// Positional arguments of a METH_FASTCALL function.
struct Args {
  PyObject* const* at;
  Py_ssize_t count;
  void expect(Py_ssize_t exactly, const char* what) const {
    if (count == exactly) return;
    PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", what, exactly, count);
    throw Failure{};
  }
};

inline long integer(PyObject* object, long low, long high, const char* what) {
  const long value = PyLong_AsLong(object);
  if (value == -1 && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw Failure{};
    PyErr_Clear();
    refuse(std::string(what) + " is out of range");
  }
  if (value < low || value > high) {
    refuse(std::string(what) + " is " + std::to_string(value) + ", which is not in " + std::to_string(low) +
                  " to " + std::to_string(high));
  }
  return value;
}

inline double real(PyObject* object, double low, double high, const char* what) {
  const double value = PyFloat_AsDouble(object);
  if (value == -1 && PyErr_Occurred()) throw Failure{};
  if (!(value >= low && value <= high)) {
    char range[64];
    PyOS_snprintf(range, sizeof range, " is not in %g to %g", low, high);
    refuse(what + std::string(range));
  }
  return value;
}

// 64 bits of any Python int, the way seeds and masks are given.
inline std::uint64_t bits64(PyObject* object, const char* what) {
  const Ref index(PyNumber_Index(object));
  const unsigned long long value = PyLong_AsUnsignedLongLong(index.get());
  if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
    PyErr_Clear();
    refuse(std::string(what) + " takes 0 to 2**64 - 1");
  }
  return value;
}

// Settings given by name, in a dict. A name that is not in it leaves the default; a name that nobody asks for is refused.
class Settings {
 public:
  explicit Settings(PyObject* dict) : dict_(dict) {
    if (PyDict_Check(dict)) return;
    PyErr_Format(PyExc_TypeError, "settings are a dict, not %R", Py_TYPE(dict));
    throw Failure{};
  }
  void take(const char* name, float& into, double low, double high) {
    if (PyObject* value = find(name)) into = static_cast<float>(real(value, low, high, name));
  }
  void take(const char* name, double& into, double low, double high) {
    if (PyObject* value = find(name)) into = real(value, low, high, name);
  }
  void take(const char* name, int& into, long low, long high) {
    if (PyObject* value = find(name)) into = static_cast<int>(integer(value, low, high, name));
  }
  void take(const char* name, std::uint64_t& into, long low, long high) {
    if (PyObject* value = find(name)) into = static_cast<std::uint64_t>(integer(value, low, high, name));
  }
  void take(const char* name, bool& into) {
    if (PyObject* value = find(name)) into = integer(value, 0, 1, name) != 0;
  }
  // To be called when everything is taken.
  void expect_no_more() const {
    if (PyDict_Size(dict_) == static_cast<Py_ssize_t>(taken_.size())) return;
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(dict_, &at, &key, &value);) {
      const Ref name(PyObject_Str(key)), text(PyUnicode_AsUTF8String(name.get()));
      const std::string known = PyBytes_AsString(text.get());
      if (std::find(taken_.begin(), taken_.end(), known) == taken_.end()) refuse("unknown setting: " + known);
    }
  }

 private:
  PyObject* find(const char* name) {  // borrowed
    const Ref key(PyUnicode_FromString(name));
    PyObject* value = PyDict_GetItemWithError(dict_, key.get());
    if (value) taken_.push_back(name);
    if (!value && PyErr_Occurred()) throw Failure{};
    return value;
  }

  PyObject* dict_;
  std::vector<std::string> taken_;
};

// A contiguous read-only look at a bytes-like object.
class Bytes {
 public:
  explicit Bytes(PyObject* object) {
    if (PyObject_GetBuffer(object, &view_, PyBUF_SIMPLE) != 0) throw Failure{};
  }
  ~Bytes() { PyBuffer_Release(&view_); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  const std::uint8_t* data() const { return static_cast<const std::uint8_t*>(view_.buf); }
  std::size_t size() const { return static_cast<std::size_t>(view_.len); }
  const std::uint8_t* begin() const { return data(); }
  const std::uint8_t* end() const { return data() + size(); }

 private:
  Py_buffer view_;
};

inline Ref bytes(const void* data, std::size_t size) {
  return Ref(PyBytes_FromStringAndSize(static_cast<const char*>(data), static_cast<Py_ssize_t>(size)));
}

inline Ref number(long long value) { return Ref(PyLong_FromLongLong(value)); }
inline Ref number(std::uint64_t value) { return Ref(PyLong_FromUnsignedLongLong(value)); }
inline Ref number(int value) { return number(static_cast<long long>(value)); }

// A tuple with make(i) at each place.
template <class Make>
Ref tuple(int size, Make make) {
  Ref result(PyTuple_New(size));
  for (int i = 0; i < size; ++i) {
    Ref item = make(i);
    if (PyTuple_SetItem(result.get(), i, item.release()) != 0) throw Failure{};
  }
  return result;
}

// Item of a sequence, borrowed for as long as the returned reference lives.
inline Ref item(PyObject* sequence, Py_ssize_t index) { return Ref(PySequence_GetItem(sequence, index)); }

inline Py_ssize_t length(PyObject* sequence) {
  const Py_ssize_t size = PySequence_Size(sequence);
  if (size < 0) throw Failure{};
  return size;
}

// Methods in the shape that PyMethodDef wants.
template <class Function>
PyCFunction method(Function function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

template <class Object>
Object* allocate(PyTypeObject* type) {
  const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  PyObject* object = alloc(type, 0);
  if (!object) throw Failure{};
  return reinterpret_cast<Object*>(object);
}

inline void release(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

// A tuple with a number for every seat of a game.
template <class Values>
Ref per_seat(const Game& game, const Values& values) {
  return tuple(game.state.rules.players, [&](int seat) { return number(static_cast<long long>(values[seat])); });
}

PyObject* state_type();
extern PyGetSetDef state_properties[];
Game& game_of(PyObject* state);       // of an object that is known to be a State
Game& checked_game(PyObject* state);  // throws, with a TypeError, if it is something else
PyObject* batch_type();
PyObject* choose_actions(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* check_settings(PyObject*, PyObject* settings);
PyObject* search_state(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* champion_state(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* believed_of(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* check_champion(PyObject*, PyObject* settings);
PyObject* judge_request(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* follow_request(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* solve_state(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* worlds_of(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* club_rows(PyObject*, PyObject* const* at, Py_ssize_t count);
PyObject* club_margins(PyObject*, PyObject* const* at, Py_ssize_t count);

}  // namespace nokosu::py
