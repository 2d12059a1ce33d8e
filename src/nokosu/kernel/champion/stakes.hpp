// What the points of a round are worth in a match.
//
// The points that are still open, in this round and in those to come, are taken for chance. Then every result of this round
// gives a chance to have the highest total in the end. A Stakes puts it on the scale of points: with many rounds to come
// it is nearly the margin, in the last round it is only a matter of winning. A tie counts in part.
#pragma once

#include <optional>
#include <vector>

#include "network/network.hpp"

namespace nokosu {

// The score of a match before this round.
struct MatchSoFar {
  PerSeat<int> totals{};
  int to_come = 0;  // rounds after this one
};

// From the rounds to come and every seat's total; nothing from no numbers. Refuses what cannot be.
std::optional<MatchSoFar> match_from(const Rules& rules, const std::vector<int>& numbers);

class Stakes {
 public:
  // `share`: how far winning the match counts; the rest is the margin. Without a match, the margin is all.
  Stakes(const Rules& rules, const std::optional<MatchSoFar>& match, float share);

  bool any() const { return share_ > 0; }
  // For a seat, of points that are known.
  double worth(const PerSeat<double>& points, int seat, double margin) const;
  // For a seat, of what the network expects (outlook.hpp) when it sees through the observer's eyes.
  double worth(const float* outlook, int observer, int seat, double margin) const;
  // The chance of each to have the highest total in the end; there must be a match.
  double win(const PerSeat<double>& points, int seat) const { return chance(points, seat, 0); }
  double win(const float* outlook, int observer, int seat) const;

 private:
  double chance(const PerSeat<double>& points, int seat, double variance) const;
  double mixed(double chance, double margin) const { return share_ * scale_ * chance + (1 - share_) * margin; }

  Rules rules_;
  MatchSoFar match_;
  double share_ = 0;
  double scale_ = 0;     // points that a won match is worth
  double variance_ = 0;  // of two seats' difference in the rounds to come
};

}  // namespace nokosu
