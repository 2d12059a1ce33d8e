// The layers of the network, from the file of weights (weights.hpp) and ready to multiply.
#pragma once

#include <vector>

#include "network/dot.hpp"
#include "network/weights.hpp"

namespace nokosu {

// The first layer: its inputs are mostly 0, so it adds the columns of the others.
struct SparseLayer {
  int inputs = 0, outputs = 0;
  std::vector<std::int8_t> columns;   // [input][output]
  std::vector<float> scale, bias;     // by output

  SparseLayer(const WeightsFile& file, const std::string& name, int inputs);
};

struct DenseLayer {
  int inputs = 0, outputs = 0, groups = 0;
  std::vector<std::int16_t> packed;  // dot.hpp; [group][input / 2][output][input % 2]
  std::vector<float> scale, bias;    // by output, with room up to a whole group

  DenseLayer(const WeightsFile& file, const std::string& name, int inputs);
};

struct NormLayer {
  std::vector<float> weight, bias;

  NormLayer(const WeightsFile& file, const std::string& name, int width);
};

}  // namespace nokosu
