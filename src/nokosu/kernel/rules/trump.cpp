#include "rules/trump.hpp"

namespace nokosu {
namespace {

constexpr std::array<TrumpTable, kTrumps> trump_tables(bool keeps_colour = false) {
  std::array<TrumpTable, kTrumps> tables;
  for (int trump = 0; trump < kTrumps; ++trump) tables[trump] = trump_table(trump, keeps_colour);
  return tables;
}

}  // namespace

constexpr std::array<TrumpTable, kTrumps> kTrumpTables = trump_tables();
#if NOKOSU_FAULTS
constexpr std::array<TrumpTable, kTrumps> kFaultyTables = trump_tables(true);
#endif

}  // namespace nokosu
