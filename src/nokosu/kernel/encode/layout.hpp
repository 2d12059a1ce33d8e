// What is where in an observation. This table is the only definition: the encoder takes its offsets from it, and
// python -m tools.pages writes nokosu/kernel/layout.py and docs/research-spaces.md from it.
//
// Fields never move and never change: networks were trained on them. New ones come at the end, with the next version.
#pragma once

#include <string_view>

#include "rules/rules.hpp"

namespace nokosu {

struct Field {
  std::string_view name;
  int rows, columns;
  std::string_view meaning;
  int version = 1;  // of the layout: the first that has this field
  constexpr int size() const { return rows * columns; }
};

// Seats count from the observer, clockwise; colours are in the observer's order (frame.hpp). Rows of
// seats and colours that are not in play are 0. The last four fields of version 1 hold codes instead of amounts.
inline constexpr Field kObservationFields[] = {
    {"hand", 5, 8, "own cards, by colour and number: 1 if held"},
    {"played", 5, 40, "cards each seat has played, by seat, then colour and number"},
    {"dice", 5, 30, "dice in front of each seat, by seat, then colour and number: how many"},
    {"pool", 5, 6, "dice in the middle, by colour and number: how many; after the draft the trump die alone"},
    {"trump_number", 1, 6, "number of the trump die, one-hot; its colour is the first colour; 0 in the draft and if no number is trump (T3)"},
    {"voids", 5, 6, "suits of which a seat has shown to hold no card: the five colours, then trumps"},
    {"won", 1, 5, "tricks won, by seat"},
    {"cards_left", 1, 5, "cards in hand, by seat"},
    {"zero", 1, 5, "zero contracts, by seat"},
    {"trick", 5, 9, "piece in the trick under way, by seat: lies, is a die, is a trump, number, then colour one-hot"},
    {"led", 1, 6, "suit led, one-hot: the five colours, then trumps"},
    {"winning", 1, 5, "seat that wins the trick so far, one-hot"},
    {"leader", 1, 5, "seat that leads the trick, one-hot"},
    {"phase", 1, 4, "draft, declare, play, over, one-hot"},
    {"dealer", 1, 5, "dealer, one-hot"},
    {"to_act", 1, 5, "seat to act, one-hot; 0 when the round is over"},
    {"players", 1, 4, "two to five players, one-hot"},
    {"counts", 1, 4, "picks left, declarations left, tricks left, black zero dice left"},
    {"rules", 1, 14,
     "players, colours, highest card, cards each, aside, dice per colour, drawn each, middle, picks each, "
     "zero is declared, zero dice, points per trick, bonus, zero bonus"},
    {"unseen", 5, 8, "cards that the observer has not seen, by colour and number: in other hands or aside"},
    {"number_trumps", 7, 5,
     "pieces with the trump's number, by colour: own cards, unseen cards, then each seat's dice (how many); 0 in the draft"},
    {"beats", 1, 70, "own pieces that would win the trick so far: 40 cards, then 30 dice; 0 when leading"},
    {"needs", 5, 7, "by seat: 1 if it can still make its contract by winning exactly 0 to 6 more tricks"},
    {"draft", 3, 5, "picks by turn and seat: 0 none yet, 1-30 die taken, 31-60 die removed for a zero die"},
    {"declarations", 1, 5, "declarations by seat: 0 none yet, 1 pass, 2-31 zero, returning a die"},
    {"plays", 14, 5, "plays by trick and seat: 0 none yet, 1-40 card, 41-70 die"},
    {"leaders", 1, 14, "seat that led each trick: 0 none yet, 1 the observer, 2 the seat to its left and so on"},
    {"later_rules", 1, 4,
     "number trumps: 0 always, 1 not if the last two dice in the middle show the same number (T3); then 0, for rules to come",
     2},
};

// Beside an observation, for critics: what its seat may not know.
inline constexpr Field kPrivilegedFields[] = {
    {"hands", 4, 40, "cards of the other seats, from the observer's left, by colour and number"},
    {"aside", 5, 8, "the card that lies aside"},
};

template <int N>
consteval int total_size(const Field (&fields)[N], int version = 1000) {
  int sum = 0;
  for (const Field& field : fields) sum += field.version <= version ? field.size() : 0;
  return sum;
}

template <int N>
consteval bool in_order(const Field (&fields)[N]) {
  for (int i = 1; i < N; ++i)
    if (fields[i].version < fields[i - 1].version) return false;
  return true;
}

inline constexpr int kObservation = total_size(kObservationFields);
inline constexpr int kPrivileged = total_size(kPrivilegedFields);
static_assert(in_order(kObservationFields), "a new field comes at the end");
static_assert(total_size(kObservationFields, 1) == 852, "fields of older versions stay as they are");
static_assert(total_size(kObservationFields, 2) == 856);
static_assert(kPrivileged == 200);

void no_such_field();  // cannot be called where `offset` is evaluated, so that a wrong name does not compile

consteval const Field& field(std::string_view name) {
  for (const Field& field : kObservationFields)
    if (field.name == name) return field;
  no_such_field();
  return kObservationFields[0];
}

// Where a field begins.
consteval int offset(std::string_view name) {
  int at = 0;
  for (const Field& field : kObservationFields) {
    if (field.name == name) return at;
    at += field.size();
  }
  no_such_field();
  return -1;
}

}  // namespace nokosu
