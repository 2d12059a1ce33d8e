// Tables for the rollout policy: how good pieces are, and how likely a number of tricks is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/bits.hpp"
#include "rules/trump.hpp"

namespace nokosu {

// A piece under a trump die, card or die alike (C4), by colour * 8 + number.
struct Face {
  Cards beaten_in_suit = 0, beaten_by_trumps = 0;  // cards that would beat it if played after it (W4: equals do)
  DieFaces beaten_in_suit_dice = 0, beaten_by_trump_dice = 0;
  float worth[3] = {};  // tricks to expect of it with 3, 4, 5 players
  std::uint8_t suit = 0, strength = 0;
};

// Pieces by what they can do: 0-7 plain by number, 8-15 of the trump colour by number, 16 of the trump number, 17 twin.
inline constexpr int kTakeLevels = 18;
int take_level(Standing standing);

// How often a piece of each level takes the trick that it is played to, with 3, 4 and 5 players.
using Takes = std::array<std::array<float, kTakeLevels>, 3>;
extern const Takes kTakes;  // counted in self-play; rollout_policy/weights.cpp

constexpr int face_of_die(int die) { return card_of(die_colour(die), die_number(die)); }

class Chances {
 public:
  static constexpr int kGrid = 32;
  static constexpr int kTricks = 15;
  static constexpr int kTargets = 128;  // sets of numbers 0 to 6

  Chances();

  const Face& face(int trump, int face) const { return faces_[trump][face]; }

  // For every set of trick counts (a bit each) the chance of the likeliest. Counts that cannot be reached any more
  // are not kept, so that the last tricks of a playout need little memory.
  struct Counts {
    const float* chance;
    unsigned within;
    float operator[](unsigned set) const { return chance[set & within]; }
  };
  // Out of `tricks` with this mean.
  Counts counts(int tricks, float mean) const {
    const int grade = std::min(static_cast<int>(mean * rate_[tricks] + 0.5f), kGrid);
    return {best_.data() + first_[tricks] + grade * sets(tricks), static_cast<unsigned>(sets(tricks) - 1)};
  }
  float best(int tricks, float mean, unsigned set) const { return counts(tricks, mean)[set]; }
  // The chance that one other seat has none of so many unseen cards.
  float miss(int players, int cards) const { return miss_[players][cards]; }

  // What a piece is worth before the trump is known.
  float worth_by_number(int players, int number) const { return by_number_[players - 3][number]; }

 private:
  std::array<std::array<Face, kCards>, kTrumps> faces_{};
  static constexpr int sets(int tricks) { return std::min(kTargets, 2 << tricks); }

  std::vector<float> best_;
  std::array<int, kTricks> first_{};  // of a number of tricks in best_
  std::array<float, kTricks> rate_{};
  std::array<std::array<float, kCards + 1>, kMaxPlayers + 1> miss_{};
  std::array<std::array<float, kCardNumbers>, 3> by_number_{};
};

const Chances& chances();

}  // namespace nokosu
