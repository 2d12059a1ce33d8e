#include "network/weights.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/refuse.hpp"
#include "network/inputs.hpp"

namespace nokosu {
namespace {

constexpr std::string_view kFormat = "nokosu-network/1";

[[noreturn]] void unreadable() { refuse("not a file of network weights"); }

float from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half} >> 15 << 31;
  const std::uint32_t exponent = half >> 10 & 0x1F, rest = half & 0x3FF;
  if (exponent == 0) {
    const float small = static_cast<float>(rest) * 0x1p-24f;
    return sign ? -small : small;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | rest << 13);
}

// Enough of JSON for the head line: texts and whole numbers behind their keys, in the order in which they are written.
struct Head {
  std::string_view text;

  bool skip_to(std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + mark.size());
    return true;
  }
  std::string_view word(std::string_view key) {
    if (!skip_to(key)) unreadable();
    const std::size_t end = text.find('"');
    if (end == std::string_view::npos) unreadable();
    return text.substr(0, end);
  }
  std::vector<int> numbers() {  // up to the closing bracket
    std::vector<int> found;
    for (bool inside = false; !text.empty() && text[0] != ']'; text.remove_prefix(1)) {
      const bool digit = text[0] >= '0' && text[0] <= '9';
      if (digit && !inside) found.push_back(0);
      if (digit && found.back() < 1'000'000) found.back() = found.back() * 10 + (text[0] - '0');
      inside = digit;
    }
    return found;
  }
};

struct Tensors {
  const std::uint8_t* at;
  std::size_t left;

  const std::uint8_t* take(std::size_t size) {
    if (size > left) refuse("the file of network weights is not complete");
    const std::uint8_t* found = at;
    at += size;
    left -= size;
    return found;
  }
};

}  // namespace

WeightsFile::WeightsFile(const std::uint8_t* data, std::size_t size) {
  const std::uint8_t* line = std::find(data, data + size, '\n');
  if (line == data + size) unreadable();
  Head head{{reinterpret_cast<const char*>(data), static_cast<std::size_t>(line - data)}};
  const std::string format(head.word("\"format\": \""));
  if (format != kFormat) refuse("expected " + std::string(kFormat) + ", found " + format);
  const std::string layout(head.word("\"layout\": \""));
  if (layout != kLayoutDigest)
    refuse("these weights are for observation layout " + layout + ", this version has " + std::string(kLayoutDigest));
  head.text = head.text.substr(0, head.text.find("\"about\""));
  Tensors rest{line + 1, size - static_cast<std::size_t>(line + 1 - data)};
  while (head.skip_to("\"name\": \"")) {
    const std::string name(head.text.substr(0, head.text.find('"')));
    if (!head.skip_to("\"shape\": [")) unreadable();
    const std::vector<int> shape = head.numbers();
    if (shape.size() == 1) {
      const std::uint8_t* from = rest.take(2 * static_cast<std::size_t>(shape[0]));
      std::vector<float>& into = vectors_[name];
      for (int i = 0; i < shape[0]; ++i) {
        std::uint16_t half;
        std::memcpy(&half, from + 2 * i, 2);
        into.push_back(from_half(half));
      }
    } else if (shape.size() == 2) {
      Matrix& into = matrices_[name];
      into.rows = shape[0];
      into.columns = shape[1];
      into.scale.resize(static_cast<std::size_t>(shape[0]));
      std::memcpy(into.scale.data(), rest.take(4 * into.scale.size()), 4 * into.scale.size());
      into.bytes = reinterpret_cast<const std::int8_t*>(rest.take(into.scale.size() * static_cast<std::size_t>(shape[1])));
    } else {
      unreadable();
    }
  }
}

const Matrix& WeightsFile::matrix(const std::string& name) const {
  const auto found = matrices_.find(name);
  if (found == matrices_.end()) refuse("not a file of network weights: " + name + " is missing");
  return found->second;
}

const std::vector<float>& WeightsFile::vector(const std::string& name, int size) const {
  const auto found = vectors_.find(name);
  if (found == vectors_.end()) refuse("not a file of network weights: " + name + " is missing");
  if (found->second.size() != static_cast<std::size_t>(size))
    refuse("not a file of network weights: " + name + " has another size");
  return found->second;
}

}  // namespace nokosu
