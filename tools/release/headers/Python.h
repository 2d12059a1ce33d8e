// What the kernel uses of Python's stable ABI of 3.11, for every system: no Python has to be installed to compile it.
//
// tests/kernel/test_headers.py compares this with the headers of the Python that runs the tests.
// With NOKOSU_FUNCTIONS_ALONE it declares the functions again, behind Python's own header: no two may contradict.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define NOKOSU_DATA extern "C" __declspec(dllimport)
#else
#define NOKOSU_DATA extern "C"
#endif

#ifndef NOKOSU_FUNCTIONS_ALONE

using Py_ssize_t = intptr_t;
using Py_hash_t = intptr_t;

struct _typeobject;
struct _ts;
using PyTypeObject = _typeobject;
using PyThreadState = _ts;

struct PyObject {
  Py_ssize_t ob_refcnt;
  PyTypeObject* ob_type;
};
#define PyObject_HEAD PyObject ob_base;

using PyCFunction = PyObject* (*)(PyObject*, PyObject*);
using getter = PyObject* (*)(PyObject*, void*);
using setter = int (*)(PyObject*, PyObject*, void*);
using allocfunc = PyObject* (*)(PyTypeObject*, Py_ssize_t);
using freefunc = void (*)(void*);
using visitproc = int (*)(PyObject*, void*);
using traverseproc = int (*)(PyObject*, visitproc, void*);
using inquiry = int (*)(PyObject*);

struct PyMethodDef {
  const char* ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char* ml_doc;
};

struct PyGetSetDef {
  const char* name;
  getter get;
  setter set;
  const char* doc;
  void* closure;
};

struct PyType_Slot {
  int slot;
  void* pfunc;
};

struct PyType_Spec {
  const char* name;
  int basicsize;
  int itemsize;
  unsigned int flags;
  PyType_Slot* slots;
};

struct PyModuleDef_Base {
  PyObject ob_base;
  PyObject* (*m_init)(void);
  Py_ssize_t m_index;
  PyObject* m_copy;
};

struct PyModuleDef_Slot;

struct PyModuleDef {
  PyModuleDef_Base m_base;
  const char* m_name;
  const char* m_doc;
  Py_ssize_t m_size;
  PyMethodDef* m_methods;
  PyModuleDef_Slot* m_slots;
  traverseproc m_traverse;
  inquiry m_clear;
  freefunc m_free;
};
#define PyModuleDef_HEAD_INIT {{1, nullptr}, nullptr, 0, nullptr}

struct Py_buffer {
  void* buf;
  PyObject* obj;
  Py_ssize_t len;
  Py_ssize_t itemsize;
  int readonly;
  int ndim;
  char* format;
  Py_ssize_t* shape;
  Py_ssize_t* strides;
  Py_ssize_t* suboffsets;
  void* internal;
};

#define PyBUF_SIMPLE 0
#define PyBUF_WRITABLE 0x0001
#define PyBUF_FORMAT 0x0004
#define PyBUF_C_CONTIGUOUS 0x0038

#define METH_VARARGS 0x0001
#define METH_KEYWORDS 0x0002
#define METH_NOARGS 0x0004
#define METH_O 0x0008
#define METH_CLASS 0x0010
#define METH_FASTCALL 0x0080

#define Py_tp_alloc 47
#define Py_tp_dealloc 52
#define Py_tp_doc 56
#define Py_tp_hash 59
#define Py_tp_methods 64
#define Py_tp_new 65
#define Py_tp_richcompare 67
#define Py_tp_getset 73
#define Py_tp_free 74

#define Py_EQ 2
#define Py_NE 3
#define Py_TPFLAGS_DEFAULT 0UL
#define Py_TPFLAGS_BASETYPE (1UL << 10)
#define Py_TPFLAGS_DICT_SUBCLASS (1UL << 29)
#define PYTHON_ABI_VERSION 3

#endif

extern "C" {

int PyArg_ParseTuple(PyObject*, const char*, ...);
PyObject* PyBool_FromLong(long);
void PyBuffer_Release(Py_buffer*);
char* PyBytes_AsString(PyObject*);
PyObject* PyBytes_FromStringAndSize(const char*, Py_ssize_t);
PyObject* PyDict_GetItemWithError(PyObject*, PyObject*);
int PyDict_Next(PyObject*, Py_ssize_t*, PyObject**, PyObject**);
Py_ssize_t PyDict_Size(PyObject*);
void PyErr_Clear(void);
int PyErr_ExceptionMatches(PyObject*);
PyObject* PyErr_Format(PyObject*, const char*, ...);
PyObject* PyErr_NewException(const char*, PyObject*, PyObject*);
PyObject* PyErr_NoMemory(void);
PyObject* PyErr_Occurred(void);
void PyErr_SetString(PyObject*, const char*);
void PyEval_RestoreThread(PyThreadState*);
PyThreadState* PyEval_SaveThread(void);
double PyFloat_AsDouble(PyObject*);
PyObject* PyFloat_FromDouble(double);
int PyList_Append(PyObject*, PyObject*);
PyObject* PyList_New(Py_ssize_t);
long PyLong_AsLong(PyObject*);
unsigned long long PyLong_AsUnsignedLongLong(PyObject*);
PyObject* PyLong_FromLong(long);
PyObject* PyLong_FromLongLong(long long);
PyObject* PyLong_FromSize_t(size_t);
PyObject* PyLong_FromUnsignedLongLong(unsigned long long);
int PyModule_AddObjectRef(PyObject*, const char*, PyObject*);
PyObject* PyModule_Create2(PyModuleDef*, int);
PyObject* PyNumber_Index(PyObject*);
int PyOS_snprintf(char*, size_t, const char*, ...);
int PyObject_GetBuffer(PyObject*, Py_buffer*, int);
Py_hash_t PyObject_HashNotImplemented(PyObject*);
PyObject* PyObject_Str(PyObject*);
PyObject* PySequence_GetItem(PyObject*, Py_ssize_t);
Py_ssize_t PySequence_Size(PyObject*);
PyObject* PyTuple_New(Py_ssize_t);
PyObject* PyTuple_Pack(Py_ssize_t, ...);
int PyTuple_SetItem(PyObject*, Py_ssize_t, PyObject*);
PyObject* PyType_FromSpec(PyType_Spec*);
unsigned long PyType_GetFlags(PyTypeObject*);
void* PyType_GetSlot(PyTypeObject*, int);
int PyType_IsSubtype(PyTypeObject*, PyTypeObject*);
PyObject* PyUnicode_AsUTF8String(PyObject*);
PyObject* PyUnicode_FromString(const char*);
PyObject* PyUnicode_FromStringAndSize(const char*, Py_ssize_t);
void Py_DecRef(PyObject*);
void Py_IncRef(PyObject*);
}

#ifndef NOKOSU_FUNCTIONS_ALONE

extern "C" int PyArg_ParseTupleAndKeywords(PyObject*, PyObject*, const char*, char**, ...);

NOKOSU_DATA PyObject* PyExc_OverflowError;
NOKOSU_DATA PyObject* PyExc_RuntimeError;
NOKOSU_DATA PyObject* PyExc_TypeError;
NOKOSU_DATA PyObject* PyExc_ValueError;
NOKOSU_DATA PyObject _Py_NoneStruct;
NOKOSU_DATA PyObject _Py_NotImplementedStruct;
#define Py_None (&_Py_NoneStruct)
#define Py_NotImplemented (&_Py_NotImplementedStruct)

#if defined(_WIN32)
#define PyMODINIT_FUNC extern "C" __declspec(dllexport) PyObject*
#else
#define PyMODINIT_FUNC extern "C" __attribute__((visibility("default"))) PyObject*
#endif
#define PyModule_Create(definition) PyModule_Create2(definition, PYTHON_ABI_VERSION)

inline PyTypeObject* Py_TYPE(PyObject* object) { return object->ob_type; }
inline int PyObject_TypeCheck(PyObject* object, PyTypeObject* type) {
  return Py_TYPE(object) == type || PyType_IsSubtype(Py_TYPE(object), type);
}
inline int PyDict_Check(PyObject* object) { return (PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_DICT_SUBCLASS) != 0; }

template <class Object>
void Py_DECREF(Object* object) {
  Py_DecRef(reinterpret_cast<PyObject*>(object));
}
template <class Object>
void Py_XDECREF(Object* object) {  // null or not
  Py_DecRef(reinterpret_cast<PyObject*>(object));
}
template <class Object>
PyObject* Py_XNewRef(Object* object) {
  Py_IncRef(reinterpret_cast<PyObject*>(object));
  return reinterpret_cast<PyObject*>(object);
}
template <class Object>
PyObject* Py_NewRef(Object* object) {
  return Py_XNewRef(object);
}

#endif
