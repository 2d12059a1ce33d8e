// A file of weights as `nokosu train --export` writes it: one line of JSON, then the tensors one after the other. Vectors
// are in half precision; a matrix is a scale for each row, then its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nokosu {

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<float> scale;  // by row
  const std::int8_t* bytes = nullptr;

  std::int8_t at(int row, int column) const { return bytes[static_cast<std::size_t>(row) * columns + column]; }
};

class WeightsFile {
 public:
  // Refuses another format, another layout of the observation, and a file that ends too early. The bytes must stay.
  WeightsFile(const std::uint8_t* data, std::size_t size);

  const Matrix& matrix(const std::string& name) const;
  const std::vector<float>& vector(const std::string& name, int size) const;
  bool has(const std::string& name) const { return matrices_.count(name) || vectors_.count(name); }

 private:
  std::map<std::string, Matrix> matrices_;
  std::map<std::string, std::vector<float>> vectors_;
};

}  // namespace nokosu
