// The judge's face: judge(request, network) and follow(request, network), in the bytes that WebAssembly takes too.
#include "judge/ordered.hpp"

#include "bindings/network.hpp"

namespace nokosu::py {
namespace {

template <class Answer>
PyObject* answered(PyObject* const* at, Py_ssize_t count, const char* usage, Answer answer) {
  return guarded([&] {
    Args{at, count}.expect(2, usage);
    const Bytes given(at[0]);
    const Network* const network = at[1] == Py_None ? nullptr : &network_of(at[1]);
    const std::vector<double> found = [&] {
      const WithoutGil without;
      return answer(given.data(), given.size(), network);
    }();
    return bytes(found.data(), found.size() * sizeof(double)).release();
  });
}

}  // namespace

PyObject* judge_request(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return answered(at, count, "judge(request, network)", judge_as_ordered);
}

PyObject* follow_request(PyObject*, PyObject* const* at, Py_ssize_t count) {
  return answered(at, count, "follow(request, network)", follow_as_ordered);
}

}  // namespace nokosu::py
