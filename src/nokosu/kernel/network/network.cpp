#include "network/network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/refuse.hpp"

namespace nokosu {
namespace {

constexpr float kEpsilon = 1e-5f;
constexpr float kLargest = 16383;  // of an activation in whole numbers: 1,024 products with a weight then fit 32 bits
constexpr int kLanes = 16;

// Sums in sixteen strands, so that the answer does not depend on how wide the processor is.
struct Strands {
  std::array<float, kLanes> sum{};
  NOKOSU_INLINE float total() const {
    float all = 0;
    for (int i = 0; i < kLanes; ++i) all += sum[i];
    return all;
  }
};

NOKOSU_INLINE void sparse(const SparseLayer& layer, const Inputs& inputs, float* out) {
  // Whole numbers below 2^24, so these sums are exact.
  constexpr int kBlock = 64;
  for (int begin = 0; begin < layer.outputs; begin += kBlock) {
    const int count = std::min(kBlock, layer.outputs - begin);
    std::array<float, kBlock> sum{};
    for (int i = 0; i < inputs.count; ++i) {
      const std::int8_t* column = layer.columns.data() + static_cast<std::size_t>(inputs.index[i]) * layer.outputs + begin;
      const float value = inputs.value[i];
      if (count == kBlock)
        for (int o = 0; o < kBlock; ++o) sum[o] += value * static_cast<float>(column[o]);
      else
        for (int o = 0; o < count; ++o) sum[o] += value * static_cast<float>(column[o]);
    }
    for (int o = 0; o < count; ++o) out[begin + o] = sum[o] * layer.scale[begin + o] + layer.bias[begin + o];
  }
}

// Whole numbers and the unit that they are in.
NOKOSU_INLINE float shrink(const float* x, int width, std::int16_t* out) {
  std::array<float, kLanes> tops{};
  for (int i = 0; i < width; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) {
      const float size = x[i + lane] < 0 ? -x[i + lane] : x[i + lane];
      tops[lane] = size > tops[lane] ? size : tops[lane];
    }
  float top = 1e-20f;
  for (const float each : tops) top = each > top ? each : top;
  const float scale = kLargest / top;
  constexpr float kMagic = 12582912;  // 1.5 * 2^23: adding it rounds to a whole number
  for (int i = 0; i < width; ++i)
    out[i] = static_cast<std::int16_t>(std::bit_cast<std::int32_t>(x[i] * scale + kMagic) - std::bit_cast<std::int32_t>(kMagic));
  return top / kLargest;
}

NOKOSU_INLINE void normalise(const NormLayer& norm, const float* x, int width, bool clip, float* out) {
  Strands sums, squares;
  for (int i = 0; i < width; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) sums.sum[lane] += x[i + lane];
  const float mean = sums.total() / static_cast<float>(width);
  for (int i = 0; i < width; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) squares.sum[lane] += (x[i + lane] - mean) * (x[i + lane] - mean);
  const float rate = 1 / std::sqrt(squares.total() / static_cast<float>(width) + kEpsilon);
  const float* weight = norm.weight.data();
  const float* bias = norm.bias.data();
  for (int i = 0; i < width; ++i) {
    const float value = (x[i] - mean) * rate * weight[i] + bias[i];
    out[i] = clip && value < 0 ? 0 : value;
  }
}

enum class Then { store, clip, add };

template <Then then>
NOKOSU_INLINE void dense(const DenseLayer& layer, const Workspace& room, int rows, int outputs, DotTile tile, float* out) {
  std::array<std::int32_t, kMostColumns * kGroup> sums;
  const std::size_t width = static_cast<std::size_t>(layer.inputs);
  for (int group = 0; group * kGroup < outputs; ++group) {
    const int first = group * kGroup, count = std::min(kGroup, outputs - first);
    const std::int16_t* packed = layer.packed.data() + static_cast<std::size_t>(first) * width;
    for (int row = 0; row < rows; row += kMostColumns) {
      const int columns = std::min(kMostColumns, rows - row);
      tile(packed, room.small.data() + row * width, width, layer.inputs / 2, columns, sums.data());
      for (int c = 0; c < columns; ++c) {
        float* to = out + static_cast<std::size_t>(row + c) * outputs + first;
        const float unit = room.unit[row + c];
        for (int o = 0; o < count; ++o) {
          const float value = static_cast<float>(sums[c * kGroup + o]) * (layer.scale[first + o] * unit) + layer.bias[first + o];
          if constexpr (then == Then::store) to[o] = value;
          if constexpr (then == Then::clip) to[o] = value > 0 ? value : 0;
          if constexpr (then == Then::add) to[o] += value;
        }
      }
    }
  }
}

NOKOSU_INLINE void forward(const Body& body, const Inputs* inputs, int rows, int outputs, DotTile tile, Workspace& room,
                           float* out) {
  const int width = body.into.outputs;
  const auto at = [width](auto& numbers, int row) { return numbers.data() + static_cast<std::size_t>(row) * width; };
  for (int row = 0; row < rows; ++row) sparse(body.into, inputs[row], at(room.x, row));
  for (const Body::Block& block : body.blocks) {
    for (int row = 0; row < rows; ++row) {
      normalise(block.norm, at(room.x, row), width, false, at(room.hidden, row));
      room.unit[row] = shrink(at(room.hidden, row), width, at(room.small, row));
    }
    dense<Then::clip>(block.first, room, rows, width, tile, room.hidden.data());
    for (int row = 0; row < rows; ++row) room.unit[row] = shrink(at(room.hidden, row), width, at(room.small, row));
    dense<Then::add>(block.second, room, rows, width, tile, room.x.data());
  }
  for (int row = 0; row < rows; ++row) {
    normalise(body.norm, at(room.x, row), width, true, at(room.hidden, row));
    room.unit[row] = shrink(at(room.hidden, row), width, at(room.small, row));
  }
  dense<Then::store>(body.head, room, rows, outputs, tile, out);
}

void forward_plain(const Body& body, const Inputs* inputs, int rows, int outputs, DotTile tile, Workspace& room, float* out) {
  forward(body, inputs, rows, outputs, tile, room, out);
}

NOKOSU_FAST void forward_fast(const Body& body, const Inputs* inputs, int rows, int outputs, DotTile tile, Workspace& room,
                              float* out) {
  forward(body, inputs, rows, outputs, tile, room, out);
}

std::vector<Body::Block> blocks_of(const WeightsFile& file, const std::string& name, int width) {
  std::vector<Body::Block> blocks;
  for (int number = 0;; ++number) {
    const std::string block = name + ".trunk.blocks." + std::to_string(number);
    if (!file.has(block + ".norm.weight")) return blocks;
    blocks.push_back({{file, block + ".norm", width}, {file, block + ".first", width}, {file, block + ".second", width}});
    if (blocks.back().first.outputs != width || blocks.back().second.outputs != width) refuse("blocks of unequal widths do not fit");
  }
}

}  // namespace

Body::Body(const WeightsFile& file, const std::string& name, const std::string& last, int inputs)
    : into(file, name + ".trunk.into", inputs), blocks(blocks_of(file, name, into.outputs)),
      norm(file, name + ".trunk.norm", into.outputs), head(file, name + "." + last, into.outputs) {
  if (into.outputs % kLanes) refuse("a network of width " + std::to_string(into.outputs) + " does not fit");
}

Network::Network(const std::uint8_t* data, std::size_t size)
    : Network(WeightsFile(data, size)) {}

Network::Network(const WeightsFile& file)
    : actor_(file, "actor", "heads", kInputs), critic_(file, "critic", "head", kHiddenInputs), tile_(best_dot_tile()) {
  if (actor_.head.outputs < kHeads || critic_.head.outputs < kOutlook) refuse("a network with too few outputs does not fit");
}

void Network::run(const Body& body, const Inputs* inputs, int rows, int outputs, Workspace& room, float* out) const {
  const std::size_t size = static_cast<std::size_t>(rows) * body.into.outputs;
  if (room.x.size() < size) room.x.resize(size), room.hidden.resize(size), room.small.resize(size);
  if (room.unit.size() < static_cast<std::size_t>(rows)) room.unit.resize(static_cast<std::size_t>(rows));
  (fast_processor() ? forward_fast : forward_plain)(body, inputs, rows, outputs, tile_, room, out);
}

}  // namespace nokosu
