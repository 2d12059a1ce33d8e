// Terms of the plays (bots/club/features.py).
#include "club/club.hpp"

namespace nokosu::club {
namespace {

// What holds for every play alike.
struct Outlook {
  PerSeat<double> chance{}, slopes{}, without{}, with_one{}, want{};
  double tricks, gap;
  int phase;  // 0 early, 1 in the middle, 2 late

  explicit Outlook(const Position& here) {
    const Weights& weights = here.weights;
    chance[here.seat] = here.own_chances(-1).values[0];
    for (int other = 0; other < here.players; ++other) {
      if (other == here.seat) continue;
      chance[other] = here.others_chances(other, here.left).values[0];
      const Ladder after = here.others_chances(other, here.left - 1);
      without[other] = after.values[0];
      with_one[other] = after.values[1];
      const double wish = 0.5 + weights.want_slope * (with_one[other] - without[other]);
      want[other] = std::min(std::max(wish, weights.want_least), weights.want_most);
    }
    slopes = stakes(here.state.rules, here.seat, chance, here.state.zero);
    tricks = here.projected();
    gap = here.target_gap(tricks);
    phase = here.left > 9 ? 0 : here.left > 4 ? 1 : 2;
  }
};

// Each seat's chance to take this trick. Of the seats behind that beat what lies now, the last is taken to win.
PerSeat<double> takers(const Position& here, const Holding& held, const PerSeat<double>& want) {
  int led = here.led, suit = here.best_suit, rank = here.best_rank, holder = here.state.best_seat;
  const bool wins = led < 0 || (held.suit == suit ? held.rank >= rank : held.suit == kTrumpSuit);
  if (led < 0) led = held.suit;
  if (wins) suit = held.suit, rank = held.rank, holder = here.seat;
  PerSeat<double> chance{};
  double left = 1.0;
  for (int turn = here.behind; turn >= 1; --turn) {
    const int other = (here.seat + turn) % here.players;
    chance[other] = left * here.takes_over(other, led, suit, rank, want[other]);
    left -= chance[other];
  }
  chance[holder] += left;
  return chance;
}

void others_terms(const Position& here, const Outlook& seen, const PerSeat<double>& taking, Row& row) {
  for (int other = 0; other < here.players; ++other) {
    if (other == here.seat) continue;
    const double change = taking[other] * (seen.with_one[other] - seen.without[other]);
    const bool shown = here.state.dice_left[other] == 1;
    row.terms[here.state.has_zero(other) ? zero_seats : shown ? shown_seats : open_seats] +=
        seen.slopes[other] * (seen.without[other] + change);
  }
}

void die_terms(const Position& here, const Outlook& seen, const Holding& held, Row& row) {
  if (!held.die || here.zero) return;
  const int need = held.number - here.state.won[here.seat];
  const bool live = need >= 0 && need < here.left;
  row.terms[live ? live_die_early + seen.phase : int(dead_die)] = 1.0;
  row.terms[die_gap] = live ? std::fabs(held.number - seen.tricks) : 0.0;
  row.terms[shows_target] = here.own_dice == 2;
}

void lead_terms(const Position& here, const Holding& held, Row& row) {
  if (here.led >= 0) return;
  const bool trump = held.suit == kTrumpSuit;
  int voids = 0;
  for (int other = 0; other < here.players; ++other) voids += other != here.seat && here.is_void(other, held.suit);
  row.terms[lead_trump] = trump;
  row.terms[lead_twin] = trump && held.rank == kTwinRank;
  row.terms[lead_long] = here.length[held.suit] - 1;
  row.terms[lead_win] = row.takes;
  row.terms[lead_single] = !trump && here.length[held.suit] == 1;
  row.terms[lead_voids] = voids;
  row.terms[lead_rank] = trump ? 0 : held.rank;
}

void fill(const Position& here, const Outlook& seen, int at, Row& row) {
  const Holding& held = here.own[at];
  const PerSeat<double> taking = takers(here, held, seen.want);
  const double takes = row.takes = taking[here.seat], loses = 1.0 - takes;
  const Ladder after = here.own_chances(at);
  row.if_lost = after.values[0];
  row.if_won = after.values[1];
  auto& terms = row.terms;
  terms.fill(0.0);
  terms[own_early + seen.phase] = seen.slopes[here.seat] * (takes * row.if_won + loses * row.if_lost);
  terms[points_early + seen.phase] = takes;
  terms[pace] = takes * seen.gap;
  terms[last_takes] = here.behind == 0 ? takes : 0.0;
  terms[spend] = loses * here.odds[at].win;
  terms[relief] = loses * here.odds[at].lose;
  const bool trump = held.suit == kTrumpSuit;
  terms[makes_void] = !trump && here.length[held.suit] == 1;
  terms[ruff] = trump && here.led >= 0 && here.led != kTrumpSuit;
  terms[twin] = trump && held.rank == kTwinRank;
  terms[number_trump] = trump && held.rank == kNumberRank;
  terms[cheap_win] = takes * held.rank;
  terms[cheap_loss] = loses * held.rank;
  others_terms(here, seen, taking, row);
  die_terms(here, seen, held, row);
  lead_terms(here, held, row);
}

}  // namespace

void plays(const State& state, const Weights& weights, Plays& out) {
  const Position here(state, weights);
  const Outlook seen(here);
  const bool lost = seen.chance[here.seat] < kLost;
  const auto& sums = lost ? weights.play_lost : here.zero ? weights.play_zero : weights.play;
  out.count = 0;
  out.own_chance = seen.chance[here.seat];
  legal_plays(state).each([&](Action action) {
    int at = 0;
    while (here.own[at].action != action) ++at;
    Row& row = out.rows[out.count++];
    row.action = action;
    fill(here, seen, at, row);
    row.score = 0.0;
    for (int i = 0; i < kTerms; ++i) row.score += sums[i] * row.terms[i];
  });
}

}  // namespace nokosu::club
