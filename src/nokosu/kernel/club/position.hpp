// What the seat to act can tell in play: its own pieces, what is out, who can hold what (bots/club/position.py,
// estimate.py, odds.py). Of the other hands it reads the sizes alone.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/maths.hpp"
#include "club/chances.hpp"
#include "rules/legal.hpp"

namespace nokosu::club {

inline constexpr int kRanks = 10;  // within a suit: 0-7 by number; among the trumps then the number, then the twin
inline constexpr int kNumberRank = 8;
inline constexpr int kTwinRank = 9;
inline constexpr int kMaxOwn = 16;

constexpr int rank_of(int strength) {
  if (strength < kTrumpStrength) return strength - 1;
  return strength >= 48 ? kTwinRank : strength >= 32 ? kNumberRank : strength - kTrumpStrength;
}

// Suit and rank of every card and die under a trump die.
struct Ranks {
  struct Place {
    std::uint8_t suit, rank;
  };
  std::array<Place, kCards> card{};
  std::array<Place, kDice> die{};
};

constexpr Ranks::Place place(int colour, int number, int trump) {
  const Standing found = standing(colour, number, trump);
  return {static_cast<std::uint8_t>(found.suit), static_cast<std::uint8_t>(rank_of(found.strength))};
}

inline constexpr std::array<Ranks, kTrumps> kClubRanks = [] {
  std::array<Ranks, kTrumps> all;
  for (int trump = 0; trump < kTrumps; ++trump) {
    for (int card = 0; card < kCards; ++card) all[trump].card[card] = place(card_colour(card), card_number(card), trump);
    for (int die = 0; die < kDice; ++die) all[trump].die[die] = place(die_colour(die), die_number(die), trump);
  }
  return all;
}();

inline double logistic(const Clues& coefficients, const Clues& values) {
  double total = 0.0;
  for (int i = 0; i < kClues; ++i) total += coefficients[i] * values[i];
  return total < -30.0 ? 0.0 : 1.0 / (1.0 + exponential(-total));
}

struct Holding {
  Action action;
  int suit, rank, number;
  bool die;
};

struct Position {
  const State& state;
  const Weights& weights;
  const Ranks& ranks;
  int players, seat, left, behind;  // tricks left with the one under way; seats that play after this one
  int led = -1, best_suit = -1, best_rank = -1;
  bool zero;
  int own_count = 0, own_dice = 0;
  std::array<Holding, kMaxOwn> own;
  std::array<Odds, kMaxOwn> odds;
  std::array<int, kMaxOwn> order;  // pieces by how much they can be steered, most first
  std::array<int, kSuits> length{};
  using Counts = std::array<std::array<int, kRanks + 1>, kSuits>;
  Counts unseen_from{}, dice_from{};  // cards unseen, others' playable dice: of that rank or higher
  PerSeat<DieFaces> playable{};
  PerSeat<std::array<double, kSuits>> share{};  // how likely an unseen card of a suit is in a hand

  Position(const State& now, const Weights& tuned) : state(now), weights(tuned), ranks(kClubRanks[now.trump]) {
    players = state.rules.players;
    seat = state.to_act;
    left = state.rules.tricks() - state.tricks;
    behind = players - 1 - state.laid;
    zero = state.has_zero(seat);
    if (state.laid) {
      led = state.led;
      best_suit = state.best >= kTrumpStrength ? kTrumpSuit : state.led;
      best_rank = rank_of(state.best);
    }
    gather_own();
    count_out();
    for (int i = 0; i < own_count; ++i) {
      odds[i] = estimate(own[i]);
      order[i] = i;
    }
    std::stable_sort(order.begin(), order.begin() + own_count,
                     [&](int a, int b) { return odds[a].reach() > odds[b].reach(); });
  }

  void gather_own() {
    const auto add = [&](Action action, Ranks::Place at, int number, bool die) {
      own[own_count++] = {action, at.suit, at.rank, number, die};
      ++length[at.suit];
      own_dice += die;
    };
    for (Cards rest = state.cards[seat]; rest; rest &= rest - 1) {
      const int card = std::countr_zero(rest);
      add(kPlayCard + card, ranks.card[card], card_number(card), false);
    }
    for (DieFaces rest = state.dice[seat].faces(); rest; rest &= rest - 1) {
      const int die = std::countr_zero(rest);
      for (int copies = state.dice[seat].count(die); copies > 0; --copies)
        add(kPlayDie + die, ranks.die[die], die_number(die), true);
    }
  }

  void count_out() {
    for (Cards rest = state.rules.deck() & ~state.played & ~state.cards[seat]; rest; rest &= rest - 1) {
      const Ranks::Place at = ranks.card[std::countr_zero(rest)];
      ++unseen_from[at.suit][at.rank];
    }
    PerSeat<int> room{};
    for (int other = 0; other < players; ++other) {
      playable[other] = playable_dice(state, other);
      if (other == seat) continue;
      room[other] = std::popcount(state.cards[other]);
      for (DieFaces rest = playable[other]; rest; rest &= rest - 1) {
        const int die = std::countr_zero(rest);
        dice_from[ranks.die[die].suit][ranks.die[die].rank] += state.dice[other].count(die);
      }
    }
    for (int suit = 0; suit < kSuits; ++suit) {
      for (int rank = kRanks - 1; rank >= 0; --rank) {
        unseen_from[suit][rank] += unseen_from[suit][rank + 1];
        dice_from[suit][rank] += dice_from[suit][rank + 1];
      }
      int total = state.rules.aside;
      for (int other = 0; other < players; ++other) total += is_void(other, suit) ? 0 : room[other];
      for (int other = 0; total && other < players; ++other)
        share[other][suit] = is_void(other, suit) ? 0.0 : double(room[other]) / total;
    }
  }

  bool is_void(int other, int suit) const { return state.voids[other] >> suit & 1; }

  Clues clues(const Holding& held) const {
    const auto &cards = unseen_from[held.suit], &dice = dice_from[held.suit];
    const int stronger = cards[held.rank + 1] + dice[held.rank + 1];
    const double above = stronger + 0.5 * (cards[held.rank] + dice[held.rank] - stronger);
    const int trumps_out = held.suit == kTrumpSuit ? 0 : unseen_from[kTrumpSuit][0] + dice_from[kTrumpSuit][0];
    return {1.0, above, above > 0.0 ? 0.0 : 1.0, double(cards[0] + dice[0]), double(trumps_out),
            double(length[held.suit] - 1), double(left)};
  }

  Odds estimate(const Holding& held) const {
    const bool trump = held.suit == kTrumpSuit;
    const Clues seen = clues(held);
    const double win = logistic(trump ? weights.trump_win : weights.plain_win, seen);
    const double lose = logistic(trump ? weights.trump_lose : weights.plain_lose, seen);
    return steered({win, std::min(win, lose)}, weights.control);
  }

  // F2: one of the dice stays; which one is open, so each counts as played but for that share.
  double played(int dice) const { return zero || dice == 0 ? 1.0 : double(dice - 1) / dice; }

  // The seat's own chances by tricks still to win, with one piece gone (-1: with all).
  Ladder own_chances(int without) const {
    Ladder ladder;
    const int won = state.won[seat];
    int dice = 0;
    for (int i = 0; i < own_count; ++i) {
      if (!own[i].die || i == without) continue;
      ++dice;
      if (!zero) ladder.want(own[i].number - won);
    }
    if (zero) ladder.want(-won);
    const double share_played = played(dice);
    for (int at = 0; at < own_count; ++at) {
      const int i = order[at];
      if (i != without) ladder.through(own[i].die ? scaled(odds[i], share_played) : odds[i]);
    }
    return ladder;
  }

  // Another seat's chance with so many pieces to play, every one an average one.
  Ladder others_chances(int other, int pieces) const {
    Ladder ladder;
    const int won = state.won[other];
    const bool has_zero = state.has_zero(other);
    if (has_zero) ladder.want(-won);
    for (DieFaces rest = has_zero ? 0 : state.dice[other].faces(); rest; rest &= rest - 1)
      ladder.want(die_number(std::countr_zero(rest)) - won);
    const Odds average = has_zero ? Odds{weights.zero_win, weights.zero_lose}
                                  : Odds{weights.average_win, weights.average_lose};
    for (int i = 0; i < pieces; ++i) ladder.through(average);
    return ladder;
  }

  double projected() const {
    double total = state.won[seat];
    const double share_played = played(own_dice);
    for (int i = 0; i < own_count; ++i)
      total += 0.5 * (odds[i].win + odds[i].lose) * (own[i].die ? share_played : 1.0);
    return total;
  }

  // How far the nearest target lies above so many tricks; at most 2 either way.
  double target_gap(double tricks) const {
    double gap = 0.0, nearest = 1e9;
    if (zero) gap = -tricks;
    for (int i = 0; i < own_count; ++i) {
      if (zero || !own[i].die || own[i].number < state.won[seat]) continue;
      const double distance = std::fabs(own[i].number - tricks);
      if (distance >= nearest) continue;
      gap = own[i].number - tricks;
      nearest = distance;
    }
    return std::min(std::max(gap, -2.0), 2.0);
  }

  bool has_die(int other, int suit, int least, int most) const {
    for (DieFaces rest = playable[other]; rest; rest &= rest - 1) {
      const Ranks::Place at = ranks.die[std::countr_zero(rest)];
      if (at.suit == suit && at.rank >= least && at.rank <= most) return true;
    }
    return false;
  }

  // The chance that a seat behind beats the best piece so far: it can and wants to, or it must.
  double takes_over(int other, int suit_led, int suit, int rank, double want) const {
    const auto& cards = unseen_from[suit_led];
    const bool in_suit = suit == suit_led;
    const int beating = in_suit ? cards[rank] : 0;
    const bool die_beats = in_suit && has_die(other, suit_led, rank, kRanks);
    const bool die_ducks = has_die(other, suit_led, 0, in_suit ? rank - 1 : kRanks);
    const double elsewhere = 1.0 - share[other][suit_led];
    const double none_beats = die_beats ? 0.0 : power(elsewhere, beating);
    const double none_ducks = die_ducks ? 0.0 : power(elsewhere, cards[0] - beating);
    double chance = (1.0 - none_beats) * (want + (1.0 - want) * none_ducks);
    const double lacks = none_beats * none_ducks;
    if (suit_led != kTrumpSuit && lacks > 0.0) {
      const int least = suit == kTrumpSuit ? rank : 0;
      const double ruffs = has_die(other, kTrumpSuit, least, kRanks)
                               ? 1.0
                               : 1.0 - power(1.0 - share[other][kTrumpSuit], unseen_from[kTrumpSuit][least]);
      chance += lacks * want * ruffs;
    }
    return chance;
  }
};

}  // namespace nokosu::club
