// The terms of the rollout policy, written once for the plain and the fast build (base/bits.hpp).
#pragma once

#include "rollout_policy/chances.hpp"
#include "rollout_policy/rollout_policy.hpp"
#include "rules/apply.hpp"

namespace nokosu::terms {

inline constexpr float kWilling = 0.75f;  // who can beat a piece does not always want to
inline constexpr float kStays = 0.3f;     // tricks that the die which will stay cannot take

using Row = std::array<float, kTerms>;

// Four running sums, so that the compiler may add in parallel and every build adds in the same order.
NOKOSU_INLINE float weigh(const Row& weights, const Row& row) {
  float sum[4] = {};
  for (int i = 0; i < kTerms; i += 4)
    for (int k = 0; k < 4; ++k) sum[k] += weights[i + k] * row[i + k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// The numbers on a seat's dice, a bit each; bit 0 alone with a zero contract.
NOKOSU_INLINE unsigned targets(const State& state, int seat) {
  const DieFaces faces = state.dice[seat].faces();
  const DieFaces numbers = (faces | faces >> 6 | faces >> 12 | faces >> 18 | faces >> 24) & 0x3F;
  return state.has_zero(seat) ? 1u : numbers << 1;
}

NOKOSU_INLINE int dice_with_number(const Dice& dice, int number) {
  const DieFaces same = DieFaces{0x01041041} << (number - 1);
  return std::popcount(dice.ones & same) + 2 * std::popcount(dice.twos & same) + 4 * std::popcount(dice.fours & same);
}

NOKOSU_INLINE float scale(const Outlook& view, int tricks) {
  return static_cast<float>(tricks) / std::max(view.total, 0.5f);
}

// How much likelier a seat is to make its contract with one trick more, as far as its dice tell.
NOKOSU_INLINE float gain(const Chances& table, const State& state, const Outlook& view, int seat, int tricks_after,
                         float factor) {
  const unsigned open = targets(state, seat) >> state.won[seat];
  const Chances::Counts best = table.counts(tricks_after, view.tricks[seat] * factor);
  return best[open >> 1] - best[open];
}

// Who plays after the seat to act, and what is public about them.
struct Later {
  int count = 0;
  DieFaces dice[kMaxPlayers];
  std::uint8_t voids[kMaxPlayers];
  // 0 for a seat that has shown to hold no card of this suit.
  float may_hold(int i, int suit) const { return static_cast<float>(~voids[i] >> suit & 1); }
};

// 1 where it is sure, else the chance. Branch-free: these outcomes are unpredictable.
NOKOSU_INLINE float surely_or(DieFaces sure, float chance) { return std::max(static_cast<float>(sure != 0), chance); }

// The chance that a piece laid now takes the trick.
NOKOSU_INLINE float take_chance(const Chances& table, const State& state, const TrumpTable& suits, const Later& later,
                                Cards unseen, const Face& face) {
  const bool leads = state.laid == 0;
  const int led = leads ? face.suit : state.led;
  const bool same_suit = face.suit == led;
  if (!leads && ((!same_suit && face.suit != kTrumpSuit) || face.strength < state.best)) return 0;
  if (later.count == 0) return 1;
  const int players = state.rules.players;
  const float trump_out = 1 - table.miss(players, std::popcount(unseen & face.beaten_by_trumps));
  float stands = 1;
  if (led == kTrumpSuit) {
    for (int i = 0; i < later.count; ++i) {
      stands *= 1 - kWilling * surely_or(later.dice[i] & face.beaten_by_trump_dice, later.may_hold(i, kTrumpSuit) * trump_out);
    }
    return stands;
  }
  const float better_out = same_suit ? 1 - table.miss(players, std::popcount(unseen & face.beaten_in_suit)) : 0;
  const float is_void = table.miss(players, std::popcount(unseen & suits.cards[led]));
  const DieFaces better_dice = same_suit ? face.beaten_in_suit_dice : 0;
  for (int i = 0; i < later.count; ++i) {
    const float ruffs = surely_or(later.dice[i] & face.beaten_by_trump_dice, later.may_hold(i, kTrumpSuit) * trump_out);
    const float better = surely_or(later.dice[i] & better_dice, later.may_hold(i, led) * better_out);
    const float off = later.dice[i] & suits.faces[led] ? 0 : std::max(1 - later.may_hold(i, led), is_void);
    stands *= 1 - kWilling * (better + off * (ruffs - better));
  }
  return stands;
}

NOKOSU_INLINE int mood(const State& state) {
  const int seat = state.to_act, tricks_left = state.rules.tricks() - state.tricks;
  const unsigned open = targets(state, seat) >> state.won[seat];
  if (!(open & ((2u << tricks_left) - 1))) return kLost;
  if (state.has_zero(seat)) return kZeroAlive;
  return tricks_left > 9 ? kEarly : tricks_left > 4 ? kMiddle : kLate;
}

template <class Visit>
NOKOSU_INLINE void plays(const Chances& table, const State& state, const Outlook& view, const Legal& moves, Visit visit) {
  const int seat = state.to_act, players = state.rules.players;
  const TrumpTable& suits = trumps(state.trump);
  const int left = state.rules.tricks() - state.tricks, after = left - 1;
  const bool zero = state.has_zero(seat), leads = state.laid == 0;
  const unsigned numbers = targets(state, seat);
  const Cards unseen = state.rules.deck() & ~state.played & ~state.cards[seat];
  const float factor = scale(view, left);
  const float rival = leads ? 0 : gain(table, state, view, state.best_seat, after, factor);
  Later later;
  float next_rival = 0;
  for (int other = next_seat(state, seat), i = state.laid + 1; i < players; ++i, other = next_seat(state, other)) {
    later.dice[later.count] = playable_dice(state, other);
    later.voids[later.count++] = state.voids[other];
    next_rival = std::max(next_rival, gain(table, state, view, other, after, factor));
  }
  const auto consider = [&](Action action, int piece, bool is_die, int number) {
    const Face& face = table.face(state.trump, piece);
    const float worth = face.worth[players - 3];
    const bool last_of_number = is_die && !zero && dice_with_number(state.dice[seat], number) == 1;
    const unsigned open = (last_of_number ? numbers & ~(1u << number) : numbers) >> state.won[seat];
    const float wins = take_chance(table, state, suits, later, unseen, face);
    const float mean = std::max(0.f, (view.tricks[seat] - worth - (zero ? 0 : kStays)) * factor);
    Row row;
    const Chances::Counts best = table.counts(after, mean);
    row[kMake] = best[open] + wins * (best[open >> 1] - best[open]);
    row[kWins] = wins;
    row[kWinsForSure] = later.count ? 0 : wins;
    row[kRival] = (1 - wins) * rival;
    row[kNextRival] = (1 - wins) * next_rival;
    row[kSpend] = worth;
    row[kIsDie] = is_die;
    row[kDeadDie] = is_die && !zero && (number < state.won[seat] || number > state.won[seat] + left);
    row[kTargetsKept] = static_cast<float>(std::popcount(open & ((2u << after) - 1))) * 0.25f;
    row[kLastOfSuit] = !is_die && face.suit != kTrumpSuit && std::popcount(state.cards[seat] & suits.cards[face.suit]) == 1;
    row[kTrumpLed] = leads && face.suit == kTrumpSuit;
    row[kHighWaste] = wins == 0 ? worth : 0;
    visit(action, row);
  };
  for (std::uint64_t rest = moves.first; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    consider(kPlayCard + card, card, false, 0);
  }
  for (std::uint32_t rest = moves.second; rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    consider(kPlayDie + die, face_of_die(die), true, die_number(die));
  }
}

// Own pieces that this die would make trumps.
NOKOSU_INLINE int matches(const State& state, int seat, int die) {
  const Cards numbers = Cards{0x0101010101} << die_number(die);
  const DieFaces faces = DieFaces{0x01041041} << (die_number(die) - 1);
  return std::popcount(state.cards[seat] & (colour_cards(die_colour(die)) | numbers)) +
         std::popcount(state.dice[seat].faces() & (colour_faces(die_colour(die)) | faces));
}

template <class Visit>
NOKOSU_INLINE void picks(const Chances& table, const State& state, const Outlook& view, const Legal& moves, Visit visit) {
  const int seat = state.to_act, players = state.rules.players, tricks = state.rules.tricks();
  const int size = state.pool.total();
  int match[kDice], sum = 0;
  for (DieFaces rest = state.pool.faces(); rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    match[die] = matches(state, seat, die);
    sum += match[die] * state.pool.count(die);
  }
  const unsigned numbers = targets(state, seat);
  const bool has_zero = state.has_zero(seat);
  const int picks_left = (state.rules.picks() - state.turns - 1) / players;
  const Cards high_numbers = Cards{0x0303030303} << (state.rules.highest_card - 1);
  const float highs = static_cast<float>(std::popcount(state.cards[seat] & high_numbers)) * 0.2f;
  const float factor = scale(view, tricks);
  const auto consider = [&](Action action, int die, bool zero) {
    const int number = die_number(die);
    const float trumps_then = static_cast<float>(sum - match[die]) / static_cast<float>(std::max(size - 1, 1));
    const float worth = table.worth_by_number(players, number);
    const float shift = 0.12f * (trumps_then - 4);
    const float mean = std::max(0.f, (view.tricks[seat] + (zero ? 0 : worth) - kStays + shift) * factor);
    Row row{};
    row[kPickTrumps] = trumps_then * 0.2f;
    row[kPickDenies] = static_cast<float>(match[die]) * 0.2f;
    row[kPickStrong] = zero ? 0 : worth;
    if (zero || has_zero) {
      row[kPickZero] = zero;
      row[kZeroRisk] = mean * 0.3f;
      row[kZeroHighs] = highs;
      row[kZeroEarly] = zero ? static_cast<float>(picks_left) : 0;
    } else {
      row[kPickMake] = table.best(tricks, mean, numbers | 1u << number);
      row[kPickNumber] = static_cast<float>(number) / 6;
      row[kPickNew] = !(numbers >> number & 1);
      row[kPickNear] = (numbers >> 1 | numbers << 1) >> number & 1;
    }
    visit(action, row);
  };
  for (std::uint64_t rest = moves.first; rest; rest &= rest - 1) consider(kTake + std::countr_zero(rest), std::countr_zero(rest), false);
  for (std::uint32_t rest = moves.second; rest; rest &= rest - 1) consider(kZero + std::countr_zero(rest), std::countr_zero(rest), true);
}

template <class Visit>
NOKOSU_INLINE void declarations(const Chances& table, const State& state, const Outlook& view, const Legal& moves, Visit visit) {
  const int seat = state.to_act, players = state.rules.players, tricks = state.rules.tricks();
  const float factor = scale(view, tricks);
  const float own_trumps = static_cast<float>(std::popcount(state.cards[seat] & trumps(state.trump).cards[kTrumpSuit]));
  Row pass{};
  pass[kDeclareMake] = table.best(tricks, std::max(0.f, (view.tricks[seat] - kStays) * factor), targets(state, seat));
  visit(kPass, pass);
  for (std::uint32_t rest = moves.second; rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    const float worth = table.face(state.trump, face_of_die(die)).worth[players - 3];
    Row row{};
    row[kDeclareZero] = 1;
    row[kDeclareRisk] = std::max(0.f, (view.tricks[seat] - worth) * factor) * 0.3f;
    row[kDeclareTrumps] = own_trumps * 0.2f;
    row[kReturnStrong] = worth;
    visit(kDeclare + die, row);
  }
}

// The row of weights for a decision.
NOKOSU_INLINE int row(const State& state, const Legal& moves) {
  if (moves.phase == Phase::play) return mood(state);
  return moves.phase == Phase::draft ? kPickRow : kDeclareRow;
}

// Calls visit(action, terms) for every legal action, whatever the phase.
template <class Visit>
NOKOSU_INLINE void each(const Chances& table, const State& state, const Outlook& view, const Legal& moves, Visit visit) {
  if (moves.phase == Phase::play) return plays(table, state, view, moves, visit);
  if (moves.phase == Phase::draft) return picks(table, state, view, moves, visit);
  declarations(table, state, view, moves, visit);
}

}  // namespace nokosu::terms
