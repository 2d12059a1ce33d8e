#include "champion/stakes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/maths.hpp"
#include "network/outlook.hpp"

namespace nokosu {
namespace {

constexpr int kMostRounds = 1000, kMostPoints = 1'000'000;

// Standard deviation of the difference between two seats' points in a round, in bonuses, by the number of players. Measured
// in 400 rounds of self-play each, with `second`; `first` has the same for four.
constexpr std::array<double, kMaxPlayers + 1> kSpread{0, 0, 0.9, 0.93, 1.0, 1.4};
constexpr double kLogistic = 0.5513;  // width of a logistic distribution whose standard deviation is 1
constexpr double kLeastWidth = 0.05;  // in points: where nothing is open, a point decides and equal totals share

void check_range(int value, int most, const char* what) {
  if (value < 0 || value > most) refuse(what + (" is " + std::to_string(value)) + ", which is not in 0 to " + std::to_string(most));
}

}  // namespace

std::optional<MatchSoFar> match_from(const Rules& rules, const std::vector<int>& numbers) {
  if (numbers.empty()) return std::nullopt;
  if (numbers.size() != rules.players + 1u)
    refuse("expected the rounds to come and " + std::to_string(rules.players) + " totals, found " +
           std::to_string(numbers.size()) + " numbers");
  MatchSoFar match;
  match.to_come = numbers[0];
  check_range(match.to_come, kMostRounds, "rounds to come");
  for (int seat = 0; seat < rules.players; ++seat) {
    match.totals[seat] = numbers[static_cast<std::size_t>(seat) + 1];
    check_range(match.totals[seat], kMostPoints, "a total");
  }
  return match;
}

Stakes::Stakes(const Rules& rules, const std::optional<MatchSoFar>& match, float share) : rules_(rules) {
  if (!match) return;
  match_ = *match;
  share_ = share;
  const double each = kSpread[rules.players] * rules.bonus, players = rules.players;
  variance_ = match_.to_come * each * each;
  // So that at equal totals, before this round, a point of the margin is worth a point.
  scale_ = players * players / (players - 1) * kLogistic * std::max(each, 1.0) * std::sqrt(match_.to_come + 1.0);
}

// If what is open is spread like extreme values, the chances are the shares of the powers of e.
double Stakes::chance(const PerSeat<double>& points, int seat, double variance) const {
  const double width = std::max(kLogistic * std::sqrt(variance + variance_), kLeastWidth);
  const double own = match_.totals[seat] + points[seat];
  double sum = 0;
  for (int other = 0; other < rules_.players; ++other)
    sum += exponential((match_.totals[other] + points[other] - own) / width);
  return 1 / sum;
}

double Stakes::worth(const PerSeat<double>& points, int seat, double margin) const {
  return any() ? mixed(chance(points, seat, 0), margin) : margin;
}

double Stakes::worth(const float* outlook, int observer, int seat, double margin) const {
  return any() ? mixed(win(outlook, observer, seat), margin) : margin;
}

double Stakes::win(const float* outlook, int observer, int seat) const {
  const int players = rules_.players;
  std::array<float, kOutlook> chances;
  std::copy_n(outlook, kOutlook, chances.begin());
  float* const makers = chances.data() + kMaxPlayers * kTrickCounts;
  const float* const zeros = makers + kMakerSets;
  const int sets = 1 << players;
  softmax(makers, sets);
  PerSeat<double> tricks{}, made{}, zero_if_made{};  // from the observer on
  double spread = 0;
  for (int r = 0; r < players; ++r) {
    float* const each = chances.data() + r * kTrickCounts;
    softmax(each, kTrickCounts);
    double squares = 0;
    for (int n = 1; n < kTrickCounts; ++n) {
      tricks[r] += n * double{each[n]};
      squares += n * n * double{each[n]};
    }
    spread += squares - tricks[r] * tricks[r];
    for (int set = 0; set < sets; ++set) made[r] += set >> r & 1 ? double{makers[set]} : 0;
    const double zero = 1 / (1 + exponential(-double{zeros[r]}));
    zero_if_made[r] = zero < made[r] ? zero / made[r] : 1;
  }
  // The tricks of all seats have a fixed sum: two seats differ by more than if each won them for itself.
  const double unit = rules_.trick_points, variance = std::max(spread, 0.0) * 2 / (players - 1) * unit * unit;
  double sum = 0;
  for (int set = 0; set < sets; ++set) {
    const int missed = players - std::popcount(static_cast<unsigned>(set));
    PerSeat<double> points{};
    for (int r = 0; r < players; ++r) {
      double& here = points[(observer + r) % players];
      here = unit * tricks[r];
      if (set >> r & 1) here += rules_.bonus * missed + rules_.zero_bonus * zero_if_made[r];  // S3, S4
    }
    sum += makers[set] * chance(points, seat, variance);
  }
  return sum;
}

}  // namespace nokosu
