// Tables for instinct: how good pieces are, and how likely a number of tricks is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "bits.hpp"
#include "trump.hpp"

namespace nokosu {

// A piece under a trump die, card or die alike (C4), by colour * 8 + number.
struct Face {
  Cards beaten_in_suit = 0, beaten_by_trumps = 0;  // cards that would beat it if played after it (W4: equals do)
  DieFaces beaten_in_suit_dice = 0, beaten_by_trump_dice = 0;
  float worth[3] = {};  // tricks to expect of it with 3, 4, 5 players
  std::uint8_t suit = 0, strength = 0;
};

constexpr int face_of_die(int die) { return card_of(die_colour(die), die_number(die)); }

class Chances {
 public:
  static constexpr int kGrid = 32;
  static constexpr int kTricks = 15;
  static constexpr int kTargets = 128;  // sets of numbers 0 to 6

  Chances();

  const Face& face(int trump, int face) const { return faces_[trump][face]; }

  // For every set of trick counts (a bit each) the chance of the likeliest, out of `tricks` with this mean.
  const std::array<float, kTargets>& counts(int tricks, float mean) const {
    return best_[tricks][std::min(static_cast<int>(mean * rate_[tricks] + 0.5f), kGrid)];
  }
  float best(int tricks, float mean, unsigned set) const { return counts(tricks, mean)[set]; }
  // The chance that one other seat has none of so many unseen cards.
  float miss(int players, int cards) const { return miss_[players][cards]; }

  // What a piece is worth before the trump is known.
  float worth_by_number(int players, int number) const { return by_number_[players - 3][number]; }

 private:
  std::array<std::array<Face, kCards>, kDice> faces_{};
  std::array<std::array<std::array<float, kTargets>, kGrid + 1>, kTricks> best_{};
  std::array<float, kTricks> rate_{};
  std::array<std::array<float, kCards + 1>, kMaxPlayers + 1> miss_{};
  std::array<std::array<float, kCardNumbers>, 3> by_number_{};
};

const Chances& chances();

}  // namespace nokosu
