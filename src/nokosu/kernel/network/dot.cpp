#include "network/dot.hpp"

#include <cstring>

#include "base/bits.hpp"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace nokosu {
namespace {

// Two neighbouring inputs as one number.
NOKOSU_INLINE std::int32_t pair_at(const std::int16_t* x) {
  std::int32_t both;
  std::memcpy(&both, x, sizeof both);
  return both;
}

// Calls the tile that is made for a number of columns; the widest that fit, again and again.
#define NOKOSU_BY_COLUMNS(tile)                                                     \
  for (; columns >= 8; columns -= 8, x += 8 * stride, sums += 8 * kGroup)           \
    tile<8>(packed, x, stride, pairs, sums);                                        \
  for (; columns >= 4; columns -= 4, x += 4 * stride, sums += 4 * kGroup)           \
    tile<4>(packed, x, stride, pairs, sums);                                        \
  for (; columns >= 1; columns -= 1, x += stride, sums += kGroup) tile<1>(packed, x, stride, pairs, sums);

#if NOKOSU_X86 || defined(__wasm_simd128__)

#if defined(__wasm_simd128__)
using Four = v128_t;
inline Four load(const void* at) { return wasm_v128_load(at); }
inline void store(void* at, Four value) { wasm_v128_store(at, value); }
inline Four both(std::int32_t pair) { return wasm_i32x4_splat(pair); }
inline Four add_products(Four sum, Four a, Four b) { return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b)); }
inline Four nothing() { return wasm_i32x4_splat(0); }
#else
using Four = __m128i;
inline Four load(const void* at) { return _mm_loadu_si128(static_cast<const __m128i*>(at)); }
inline void store(void* at, Four value) { _mm_storeu_si128(static_cast<__m128i*>(at), value); }
inline Four both(std::int32_t pair) { return _mm_set1_epi32(pair); }
inline Four add_products(Four sum, Four a, Four b) { return _mm_add_epi32(sum, _mm_madd_epi16(a, b)); }
inline Four nothing() { return _mm_setzero_si128(); }
#endif

// Two columns at a time: more would not fit the registers.
template <int Columns>
void tile_128(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs, std::int32_t* sums) {
  constexpr int kStep = Columns == 1 ? 1 : 2;
  for (int column = 0; column < Columns; column += kStep) {
    Four sum[kStep][4];
    for (auto& row : sum)
      for (Four& part : row) part = nothing();
    for (int i = 0; i < pairs; ++i) {
      const std::int16_t* w = packed + i * 2 * kGroup;
      for (int c = 0; c < kStep; ++c) {
        const Four pair = both(pair_at(x + (column + c) * stride + 2 * i));
        for (int part = 0; part < 4; ++part) sum[c][part] = add_products(sum[c][part], load(w + 8 * part), pair);
      }
    }
    for (int c = 0; c < kStep; ++c)
      for (int part = 0; part < 4; ++part) store(sums + (column + c) * kGroup + 4 * part, sum[c][part]);
  }
}

void dot_plain(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs, int columns,
               std::int32_t* sums) {
  NOKOSU_BY_COLUMNS(tile_128)
}

#else

void dot_plain(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs, int columns,
               std::int32_t* sums) {
  for (int column = 0; column < columns; ++column, x += stride, sums += kGroup) {
    for (int o = 0; o < kGroup; ++o) sums[o] = 0;
    for (int i = 0; i < pairs; ++i)
      for (int o = 0; o < kGroup; ++o)
        sums[o] += packed[(i * kGroup + o) * 2] * x[2 * i] + packed[(i * kGroup + o) * 2 + 1] * x[2 * i + 1];
  }
}

#endif

#if NOKOSU_X86

#define NOKOSU_AVX2 __attribute__((target("avx2")))
#define NOKOSU_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

template <int Columns>
NOKOSU_AVX2 void tile_256(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs,
                          std::int32_t* sums) {
  constexpr int kStep = Columns < 4 ? Columns : 4;
  for (int column = 0; column < Columns; column += kStep) {
    const std::int16_t* from = x + column * stride;
    __m256i low[kStep], high[kStep];
    for (int c = 0; c < kStep; ++c) low[c] = high[c] = _mm256_setzero_si256();
    for (int i = 0; i < pairs; ++i) {
      const auto* w = reinterpret_cast<const __m256i*>(packed + i * 2 * kGroup);
      const __m256i first = _mm256_loadu_si256(w), second = _mm256_loadu_si256(w + 1);
      for (int c = 0; c < kStep; ++c) {
        const __m256i pair = _mm256_set1_epi32(pair_at(from + c * stride + 2 * i));
        low[c] = _mm256_add_epi32(low[c], _mm256_madd_epi16(first, pair));
        high[c] = _mm256_add_epi32(high[c], _mm256_madd_epi16(second, pair));
      }
    }
    for (int c = 0; c < kStep; ++c) {
      auto* to = reinterpret_cast<__m256i*>(sums + (column + c) * kGroup);
      _mm256_storeu_si256(to, low[c]);
      _mm256_storeu_si256(to + 1, high[c]);
    }
  }
}

template <int Columns>
NOKOSU_VNNI void tile_512(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs,
                          std::int32_t* sums) {
  __m512i sum[Columns];
  for (int c = 0; c < Columns; ++c) sum[c] = _mm512_setzero_si512();
  for (int i = 0; i < pairs; ++i) {
    const __m512i w = _mm512_loadu_si512(packed + i * 2 * kGroup);
    for (int c = 0; c < Columns; ++c)
      sum[c] = _mm512_dpwssd_epi32(sum[c], w, _mm512_set1_epi32(pair_at(x + c * stride + 2 * i)));
  }
  for (int c = 0; c < Columns; ++c) _mm512_storeu_si512(sums + c * kGroup, sum[c]);
}

NOKOSU_AVX2 void dot_avx2(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs, int columns,
                          std::int32_t* sums) {
  NOKOSU_BY_COLUMNS(tile_256)
}

NOKOSU_VNNI void dot_vnni(const std::int16_t* packed, const std::int16_t* x, std::size_t stride, int pairs, int columns,
                          std::int32_t* sums) {
  NOKOSU_BY_COLUMNS(tile_512)
}

#endif

}  // namespace

DotTile best_dot_tile() {
#if NOKOSU_X86
  if (!fast_processor()) return dot_plain;
  return vnni_processor() ? dot_vnni : dot_avx2;
#else
  return dot_plain;
#endif
}

}  // namespace nokosu
