// For every trump: which pieces belong to which suit, and how strong they are (T1-T3, W1-W3).
#pragma once

#include <array>

#include "base/faults.hpp"
#include "rules/pieces.hpp"

namespace nokosu {

inline constexpr int kTrumpSuit = kColours;  // suits 0-4 are the colours without their trumps
inline constexpr int kSuits = kColours + 1;
inline constexpr int kTrumpStrength = 16;  // every trump is at least this strong, nothing else is
inline constexpr int kNoTrump = 255;

// A trump is the face of the trump die; T3: or a blank one of its colour, after the faces, if its number is not trump.
inline constexpr int kTrumps = kDice + kColours;
constexpr int blank(int colour) { return kDice + colour; }
constexpr bool is_blank(int trump) { return trump >= kDice; }
constexpr int trump_colour(int trump) { return is_blank(trump) ? trump - kDice : die_colour(trump); }
constexpr int trump_number(int trump) { return is_blank(trump) ? -1 : die_number(trump); }

struct TrumpTable {
  std::array<Cards, kSuits> cards{};     // members of each suit
  std::array<DieFaces, kSuits> faces{};  // the same among dice
  // By piece: cards first, then dice.
  std::array<std::uint8_t, kCards + kDice> suit{}, strength{};
};

struct Standing {
  int suit, strength;
};

// Suit and strength of a piece, card or die alike (C4).
constexpr Standing standing(int colour, int number, int trump, bool keeps_colour = false) {
  const bool same_colour = colour == trump_colour(trump);
  const bool same_number = number == trump_number(trump);
  if (same_colour && same_number) return {kTrumpSuit, 48};
  if (same_number) return {keeps_colour ? colour : kTrumpSuit, 32};
  if (same_colour) return {kTrumpSuit, kTrumpStrength + number};
  return {colour, 1 + number};
}

constexpr TrumpTable trump_table(int trump, bool keeps_colour = false) {
  TrumpTable table;
  for (int card = 0; card < kCards; ++card) {
    const Standing s = standing(card_colour(card), card_number(card), trump, keeps_colour);
    table.suit[card] = static_cast<std::uint8_t>(s.suit);
    table.strength[card] = static_cast<std::uint8_t>(s.strength);
    table.cards[s.suit] |= Cards{1} << card;
  }
  for (int die = 0; die < kDice; ++die) {
    const Standing s = standing(die_colour(die), die_number(die), trump, keeps_colour);
    table.suit[kCards + die] = static_cast<std::uint8_t>(s.suit);
    table.strength[kCards + die] = static_cast<std::uint8_t>(s.strength);
    table.faces[s.suit] |= DieFaces{1} << die;
  }
  return table;
}

extern const std::array<TrumpTable, kTrumps> kTrumpTables;

#if NOKOSU_FAULTS
extern const std::array<TrumpTable, kTrumps> kFaultyTables;
inline const TrumpTable& trumps(int trump) {
  return planted(Fault::trump_keeps_its_colour) ? kFaultyTables[trump] : kTrumpTables[trump];
}
#else
inline const TrumpTable& trumps(int trump) { return kTrumpTables[trump]; }
#endif

}  // namespace nokosu
