// What the kernel will not do, in words. This is the only place outside the bindings that throws; in WebAssembly, which has
// no exceptions, the host raises the error and gives the instance up.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#if defined(__wasm__)
extern "C" [[noreturn]] __attribute__((import_module("nokosu"), import_name("refused"))) void nokosu_refused(
    const char* why, std::size_t size);
#endif

namespace nokosu {

// A ValueError on the Python side.
struct Refused : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

template <class Kind = Refused>
[[noreturn]] inline void refuse(const std::string& why) {
#if defined(__cpp_exceptions)
  throw Kind(why);
#elif defined(__wasm__)
  nokosu_refused(why.data(), why.size());
#else
  std::fprintf(stderr, "nokosu: %s\n", why.c_str());
  std::abort();
#endif
}

}  // namespace nokosu
