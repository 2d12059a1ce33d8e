#include "rules/trump.hpp"

namespace nokosu {
namespace {

constexpr std::array<TrumpTable, kDice> trump_tables(bool keeps_colour = false) {
  std::array<TrumpTable, kDice> tables;
  for (int trump = 0; trump < kDice; ++trump) tables[trump] = trump_table(trump, keeps_colour);
  return tables;
}

}  // namespace

constexpr std::array<TrumpTable, kDice> kTrumpTables = trump_tables();
#if NOKOSU_FAULTS
constexpr std::array<TrumpTable, kDice> kFaultyTables = trump_tables(true);
#endif

}  // namespace nokosu
