// The judge as bytes in and numbers out, for every face of the kernel: kernel/judge.py writes the order and reads the answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/network.hpp"

namespace nokosu {

// Without a network: by search.
std::vector<double> judge_as_ordered(const std::uint8_t* order, std::size_t size, const Network* network);
std::vector<double> follow_as_ordered(const std::uint8_t* order, std::size_t size, const Network* network);

}  // namespace nokosu
