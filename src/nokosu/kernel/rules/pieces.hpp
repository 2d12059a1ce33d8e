// Cards and dice as bits (C1-C4).
//
// A card is colour * 8 + number (0-39), so a hand is a 40-bit mask. A die is colour * 6 + number - 1
// (0-29). Dice of equal face are interchangeable, so dice are a multiset: three bit planes that hold
// each face's count in binary. Equal multisets are equal bits.
#pragma once

#include <bit>
#include <cstdint>

namespace nokosu {

inline constexpr int kColours = 5;
inline constexpr int kCardNumbers = 8;  // 0-7
inline constexpr int kDieNumbers = 6;   // 1-6
inline constexpr int kCards = kColours * kCardNumbers;
inline constexpr int kDice = kColours * kDieNumbers;
inline constexpr int kMaxPlayers = 5;
inline constexpr int kMinPlayers = 2;

using Cards = std::uint64_t;    // set of cards
using DieFaces = std::uint32_t;  // set of die faces, without their counts

constexpr int card_of(int colour, int number) { return colour * kCardNumbers + number; }
constexpr int card_colour(int card) { return card / kCardNumbers; }
constexpr int card_number(int card) { return card % kCardNumbers; }

constexpr int die_of(int colour, int number) { return colour * kDieNumbers + number - 1; }
constexpr int die_colour(int die) { return die / kDieNumbers; }
constexpr int die_number(int die) { return die % kDieNumbers + 1; }

constexpr Cards colour_cards(int colour) { return Cards{0xFF} << (colour * kCardNumbers); }
constexpr DieFaces colour_faces(int colour) { return DieFaces{0x3F} << (colour * kDieNumbers); }

struct Dice {
  DieFaces ones = 0, twos = 0, fours = 0;  // binary digits of every face's count, at most 7

  constexpr DieFaces faces() const { return ones | twos | fours; }
  constexpr int total() const {
    return std::popcount(ones) + 2 * std::popcount(twos) + 4 * std::popcount(fours);
  }
  constexpr int count(int die) const {
    return static_cast<int>((ones >> die & 1) + 2 * (twos >> die & 1) + 4 * (fours >> die & 1));
  }
  constexpr void add(int die) {
    DieFaces carry = DieFaces{1} << die;
    const DieFaces second = carry & ones;
    ones ^= carry;
    carry = second;
    const DieFaces third = carry & twos;
    twos ^= carry;
    fours ^= third;
  }
  constexpr void remove(int die) { remove_face(DieFaces{1} << die); }
  // The same with the face as a bit; no bit removes nothing.
  constexpr void remove_face(DieFaces borrow) {
    const DieFaces second = borrow & ~ones;
    ones ^= borrow;
    borrow = second;
    const DieFaces third = borrow & ~twos;
    twos ^= borrow;
    fours ^= third;
  }
  constexpr bool operator==(const Dice&) const = default;
};

}  // namespace nokosu
