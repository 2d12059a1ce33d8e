#include "rollout_policy/greedy.hpp"

#include <cmath>

namespace nokosu {
namespace {

constexpr int kLow = 2;  // a hand of cards with this mean or a lower one goes for zero

bool is_low(Cards hand) {
  int sum = 0;
  for (Cards rest = hand; rest; rest &= rest - 1) sum += card_number(std::countr_zero(rest));
  return sum <= kLow * std::popcount(hand);
}

// One of the set's members, each equally likely.
int drawn(std::uint64_t set, Rng& rng) {
  for (auto n = rng.below(static_cast<std::uint32_t>(std::popcount(set))); n; --n) set &= set - 1;
  return std::countr_zero(set);
}

Action pick(const State& state, Rng& rng) {
  const Legal may = legal_picks(state);
  const bool low = is_low(state.cards[state.to_act]);
  if (low && may.second) return kZero + drawn(may.second, rng);
  const double wanted = low || state.has_zero(state.to_act) ? 1.0 : double(state.rules.tricks()) / state.rules.players;
  double nearest = kDieNumbers;
  std::uint64_t best = 0;
  for (std::uint64_t rest = may.first; rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    const double off = std::abs(die_number(die) - wanted);
    if (off < nearest) best = 0;
    if (off <= nearest) best |= std::uint64_t{1} << die;
    nearest = std::min(nearest, off);
  }
  return kTake + drawn(best, rng);
}

Action declare(const State& state) {
  if (!is_low(state.cards[state.to_act])) return kPass;
  int highest = -1;
  for (DieFaces rest = legal_declarations(state).second; rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    if (highest < 0 || die_number(die) > die_number(highest)) highest = die;
  }
  return kDeclare + highest;
}

// A die in front asks for more tricks than the seat has won, and they can still be won.
bool wants_more(const State& state) {
  const int seat = state.to_act, won = state.won[seat], left = state.rules.tricks() - state.tricks;
  if (state.has_zero(seat)) return false;
  for (DieFaces rest = state.dice[seat].faces(); rest; rest &= rest - 1) {
    const int target = die_number(std::countr_zero(rest));
    if (target > won && target <= won + left) return true;
  }
  return false;
}

Action play(const State& state, Rng& rng) {
  const TrumpTable& table = trumps(state.trump);
  const Legal may = legal_plays(state);
  const bool more = wants_more(state);
  const auto piece_of = [](Action action) { return action - kPlayCard; };  // cards first, then dice, as in the table
  const auto takes = [&](int piece) {
    const int strength = table.strength[piece];
    const bool counts = table.suit[piece] == state.led || strength >= kTrumpStrength;
    return state.laid == 0 || (counts && strength >= state.best);
  };
  bool loses = false;
  if (!more) may.each([&](Action action) { loses |= !takes(piece_of(action)); });
  std::array<Action, kCards + kDice> best;
  std::uint32_t count = 0;
  int extreme = 0;
  may.each([&](Action action) {
    const int piece = piece_of(action), grade = more ? table.strength[piece] : -table.strength[piece];
    if (loses && takes(piece)) return;
    if (count && grade < extreme) return;
    if (!count || grade > extreme) count = 0;
    extreme = grade;
    best[count++] = action;
  });
  return best[rng.below(count)];
}

}  // namespace

Action greedy(const State& state, Rng& rng) {
  switch (state.phase) {
    case Phase::draft: return pick(state, rng);
    case Phase::declare: return declare(state);
    default: return play(state, rng);
  }
}

}  // namespace nokosu
