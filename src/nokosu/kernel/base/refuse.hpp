// What the kernel will not do, in words. This is the only place outside the bindings that throws; a build without
// exceptions says why and ends.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace nokosu {

// A ValueError on the Python side.
struct Refused : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

template <class Kind = Refused>
[[noreturn]] inline void refuse(const std::string& why) {
#if defined(__cpp_exceptions)
  throw Kind(why);
#else
  std::fprintf(stderr, "nokosu: %s\n", why.c_str());
  std::abort();
#endif
}

}  // namespace nokosu
