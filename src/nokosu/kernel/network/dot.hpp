// Products of matrices in small integers: exact, so the answer is the same on every processor and for every batch.
//
// Sixteen outputs lie side by side. Their weights for two inputs are neighbours, because that is what processors
// multiply and add in one step: packed[input / 2][output][input % 2].
#pragma once

#include <cstddef>
#include <cstdint>

namespace nokosu {

inline constexpr int kGroup = 16;
inline constexpr int kMostColumns = 8;

// sums[column][output] for `columns` rows of x, `stride` numbers apart. Sums have to fit 32 bits.
using DotTile = void (*)(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs, int columns,
                         std::int32_t* sums);

DotTile best_dot_tile();  // for this processor

}  // namespace nokosu
