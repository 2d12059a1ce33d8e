#include "network/layers.hpp"

#include "base/refuse.hpp"
#include "network/inputs.hpp"

namespace nokosu {
namespace {

constexpr int kWidest = 1024;  // more inputs of a dense layer could overflow its sums

const Matrix& matrix(const WeightsFile& file, const std::string& name, int inputs) {
  const Matrix& found = file.matrix(name + ".weight");
  if (found.columns != inputs) refuse("not a file of network weights: " + name + " has another size");
  return found;
}

}  // namespace

SparseLayer::SparseLayer(const WeightsFile& file, const std::string& name, int wanted) : inputs(wanted) {
  const Matrix& from = matrix(file, name, wanted);
  outputs = from.rows;
  bias = file.vector(name + ".bias", outputs);
  columns.resize(static_cast<std::size_t>(inputs) * outputs);
  for (int o = 0; o < outputs; ++o) {
    scale.push_back(from.scale[o] / kUnit);
    for (int i = 0; i < inputs; ++i) columns[static_cast<std::size_t>(i) * outputs + o] = from.at(o, i);
  }
}

DenseLayer::DenseLayer(const WeightsFile& file, const std::string& name, int wanted) : inputs(wanted) {
  const Matrix& from = matrix(file, name, wanted);
  if (inputs % 2 || inputs > kWidest) refuse("a network with layers of " + std::to_string(inputs) + " inputs does not fit");
  outputs = from.rows;
  groups = (outputs + kGroup - 1) / kGroup;
  scale = from.scale;
  bias = file.vector(name + ".bias", outputs);
  scale.resize(static_cast<std::size_t>(groups) * kGroup);
  bias.resize(scale.size());
  packed.resize(scale.size() * inputs);
  for (int o = 0; o < outputs; ++o) {
    std::int16_t* group = packed.data() + static_cast<std::size_t>(o / kGroup) * kGroup * inputs;
    for (int i = 0; i < inputs; ++i) group[(i / 2 * kGroup + o % kGroup) * 2 + i % 2] = from.at(o, i);
  }
}

NormLayer::NormLayer(const WeightsFile& file, const std::string& name, int width)
    : weight(file.vector(name + ".weight", width)), bias(file.vector(name + ".bias", width)) {}

}  // namespace nokosu
