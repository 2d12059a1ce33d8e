// The encoder's body, a template over bit tricks, so that the batch can have it in its own fast code.
#pragma once

#include <algorithm>
#include <cstring>

#include "encode/encode.hpp"

namespace nokosu {

static_assert(std::endian::native == std::endian::little, "rows of bytes are written a word at a time");

template <class Bits>
NOKOSU_INLINE void spread_cards(Cards cards, std::uint8_t* out) {
  for (int i = 0; i < kColours; ++i) {
    const std::uint64_t bytes = Bits::spread(cards >> (8 * i) & 0xFF);
    std::memcpy(out + 8 * i, &bytes, 8);
  }
}

// Thirty bytes, exactly: the last eight overlap the third group.
template <class Bits>
NOKOSU_INLINE void spread_faces(DieFaces faces, std::uint8_t* out) {
  for (const int at : {0, 8, 16, 22}) {
    const std::uint64_t bytes = Bits::spread(faces >> at & 0xFF);
    std::memcpy(out + at, &bytes, 8);
  }
}

// Thirty counts. Most dice are the only ones of their face.
template <class Bits>
NOKOSU_INLINE void spread_dice(const Dice& dice, const Frame& frame, std::uint8_t* out) {
  spread_faces<Bits>(frame.faces<Bits>(dice.ones), out);
  if (!(dice.twos | dice.fours)) return;
  const DieFaces twos = frame.faces<Bits>(dice.twos), fours = frame.faces<Bits>(dice.fours);
  for (DieFaces rest = twos; rest; rest &= rest - 1) out[std::countr_zero(rest)] += 2;
  for (DieFaces rest = fours; rest; rest &= rest - 1) out[std::countr_zero(rest)] += 4;
}

// How many more tricks would make each seat's contract.
NOKOSU_INLINE void observe_needs(const State& s, int seat, std::uint8_t* out) {
  constexpr int kMost = 6;
  for (int r = 0; r < s.rules.players; ++r, out += kMost + 1) {
    const int other = seat + r < s.rules.players ? seat + r : seat + r - s.rules.players;
    const int won = s.won[other];
    if (s.has_zero(other)) {
      out[0] = won == 0;
      continue;
    }
    const DieFaces faces = s.dice[other].faces();
    unsigned numbers = 0;  // bit set of the numbers on the dice, 1 to 6
    for (int colour = 0; colour < kColours; ++colour) numbers |= faces >> (kDieNumbers * colour) & 0x3F;
    numbers <<= 1;
    for (int more = 0; more <= kMost; ++more) out[more] = won + more <= kMost && (numbers >> (won + more) & 1);
  }
}

// Pieces that are trumps by their number, by colour.
NOKOSU_INLINE void observe_number_trumps(const State& s, int seat, Cards unseen, const Frame& frame, std::uint8_t* out) {
  const int number = trump_number(s.trump);
  for (int colour = 0; colour < kColours; ++colour) {
    std::uint8_t* at = out + frame.place[colour];
    const int card = colour * kCardNumbers + number, die = colour * kDieNumbers + number - 1;
    at[0] = s.cards[seat] >> card & 1;
    at[kColours] = unseen >> card & 1;
    for (int r = 0; r < s.rules.players; ++r) {
      const int other = seat + r < s.rules.players ? seat + r : seat + r - s.rules.players;
      at[kColours * (2 + r)] = static_cast<std::uint8_t>(s.dice[other].count(die));
    }
  }
}

// Own pieces that would win the trick as it lies.
NOKOSU_INLINE void observe_beats(const State& s, int seat, const TrumpTable& table, const Frame& frame, std::uint8_t* out) {
  const auto wins = [&](int piece) {
    const bool counts = table.suit[piece] == s.led || table.strength[piece] >= kTrumpStrength;
    return counts && table.strength[piece] >= s.best;
  };
  for (Cards rest = s.cards[seat]; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    if (wins(card)) out[frame.inward[kPlayCard + card] - kPlayCard] = 1;
  }
  for (DieFaces rest = s.dice[seat].faces(); rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    if (wins(kCards + die)) out[frame.inward[kPlayDie + die] - kPlayCard] = 1;
  }
}

template <class Bits>
NOKOSU_INLINE void observe_in(const Game& game, int seat, const Frame& frame, std::uint8_t* out) {
  const State& s = game.state;
  const Rules& rules = s.rules;
  const int players = rules.players;
  std::memset(out, 0, kObservation);
  const auto relative = [&](int other) { return other >= seat ? other - seat : other - seat + players; };
  const auto flag = [&](int at, int index) { out[at + index] = 1; };

  spread_cards<Bits>(frame.cards<Bits>(s.cards[seat]), out + offset("hand"));
  for (int r = 0; r < players; ++r) {
    const int other = seat + r < players ? seat + r : seat + r - players;
    const Cards played = game.deal.hands[other] & ~s.cards[other];
    if (played) spread_cards<Bits>(frame.cards<Bits>(played), out + offset("played") + kCards * r);
    spread_dice<Bits>(s.dice[other], frame, out + offset("dice") + kDice * r);
    std::uint8_t* voids = out + offset("voids") + kSuits * r;
    for (unsigned rest = s.voids[other]; rest; rest &= rest - 1) {
      const int suit = std::countr_zero(rest);
      voids[suit == kTrumpSuit ? kTrumpSuit : frame.place[suit]] = 1;
    }
    out[offset("won") + r] = s.won[other];
    out[offset("cards_left") + r] = static_cast<std::uint8_t>(std::popcount(s.cards[other]));
    out[offset("zero") + r] = s.has_zero(other);
  }
  if (planted(Fault::observation_peeks)) out[offset("voids")] = (s.cards[(seat + 1) % players] & 1) != 0;
  spread_dice<Bits>(s.pool, frame, out + offset("pool"));
  const bool number_is_trump = s.trump != kNoTrump && !is_blank(s.trump);
  if (number_is_trump) flag(offset("trump_number"), trump_number(s.trump) - 1);
  flag(offset("phase"), static_cast<int>(s.phase));
  flag(offset("dealer"), relative(s.dealer));
  flag(offset("players"), players - kMinPlayers);
  if (!s.over()) flag(offset("to_act"), relative(s.to_act));

  std::uint8_t* counts = out + offset("counts");
  counts[0] = static_cast<std::uint8_t>(s.phase == Phase::draft ? rules.picks() - s.turns : 0);
  counts[1] = static_cast<std::uint8_t>(s.phase == Phase::draft     ? rules.declarations()
                                        : s.phase == Phase::declare ? rules.declarations() - s.turns
                                                                    : 0);
  counts[2] = static_cast<std::uint8_t>(rules.tricks() - s.tricks);
  counts[3] = s.zero_left;
  static_assert(field("rules").size() == kFirstRuleBytes && field("later_rules").size() >= kLaterRuleBytes);
  std::memcpy(out + offset("rules"), &rules, kFirstRuleBytes);
  std::memcpy(out + offset("later_rules"), reinterpret_cast<const std::uint8_t*>(&rules) + kFirstRuleBytes, kLaterRuleBytes);
  out[offset("rules") + 1] = static_cast<std::uint8_t>(std::popcount(unsigned{rules.colours}));

  const Cards unseen = rules.deck() & ~s.played & ~s.cards[seat];
  spread_cards<Bits>(frame.cards<Bits>(unseen), out + offset("unseen"));
  observe_needs(s, seat, out + offset("needs"));

  // The history, action by action, in codes that start at 1.
  const int picks = rules.picks(), first_play = game.first_play(), length = game.length;
  const auto code = [&](int i, int first) { return static_cast<std::uint8_t>(frame.inward[game.log[i]] - first + 1); };
  const auto next = [&](int place) { return place + 1 == players ? 0 : place + 1; };
  int place = next(relative(s.dealer));  // seat of the action, counted from the observer
  for (int i = 0, row = 0; i < std::min(length, picks); ++i, place = next(place)) {
    out[offset("draft") + kMaxPlayers * row + place] = code(i, 0);
    row += place == relative(s.dealer);
  }
  place = next(relative(s.dealer));
  for (int i = picks; i < std::min(length, first_play); ++i, place = next(place))
    out[offset("declarations") + place] = code(i, kPass);
  for (int i = first_play, trick = 0; i < length; ++trick) {
    place = relative(game.leaders[trick]);
    out[offset("leaders") + trick] = static_cast<std::uint8_t>(place + 1);
    for (int laid = 0; laid < players && i < length; ++laid, ++i, place = next(place))
      out[offset("plays") + kMaxPlayers * trick + place] = code(i, kPlayCard);
  }

  if (number_is_trump) observe_number_trumps(s, seat, unseen, frame, out + offset("number_trumps"));
  if (s.phase != Phase::play) return;
  out[offset("leaders") + s.tricks] = static_cast<std::uint8_t>(relative(s.leader) + 1);
  flag(offset("leader"), relative(s.leader));
  if (!s.laid) return;
  flag(offset("led"), s.led == kTrumpSuit ? kTrumpSuit : frame.place[s.led]);
  flag(offset("winning"), relative(s.best_seat));
  const TrumpTable& table = trumps(s.trump);
  observe_beats(s, seat, table, frame, out + offset("beats"));
  int player = s.leader;
  for (int i = length - s.laid; i < length; ++i) {
    const bool is_die = game.log[i] >= kPlayDie;
    const int piece = game.log[i] - (is_die ? kPlayDie : kPlayCard);
    std::uint8_t* row = out + offset("trick") + 9 * relative(player);
    row[0] = 1;
    row[1] = is_die;
    row[2] = table.suit[game.log[i] - kPlayCard] == kTrumpSuit;
    row[3] = static_cast<std::uint8_t>(is_die ? die_number(piece) : card_number(piece));
    row[4 + frame.place[is_die ? die_colour(piece) : card_colour(piece)]] = 1;
    player = player + 1 == players ? 0 : player + 1;
  }
}

template <class Bits>
NOKOSU_INLINE void observe_hidden_in(const Game& game, int seat, const Frame& frame, std::uint8_t* out) {
  const State& s = game.state;
  std::memset(out, 0, kPrivileged);
  for (int r = 1; r < s.rules.players; ++r)
    spread_cards<Bits>(frame.cards<Bits>(s.cards[(seat + r) % s.rules.players]), out + kCards * (r - 1));
  spread_cards<Bits>(frame.cards<Bits>(s.aside), out + kCards * (kMaxPlayers - 1));
}

}  // namespace nokosu
