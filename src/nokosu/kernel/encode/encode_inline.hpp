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
  if (s.trump != kNoTrump) flag(offset("trump_number"), die_number(s.trump) - 1);
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
  std::memcpy(out + offset("rules"), &rules, kRuleBytes);
  out[offset("rules") + 1] = static_cast<std::uint8_t>(std::popcount(unsigned{rules.colours}));

  // The history, action by action, in codes that start at 1.
  const int picks = rules.picks(), first_play = game.first_play(), length = game.length;
  std::uint8_t* at = out + offset("draft");
  for (int i = 0; i < std::min(length, picks); ++i) *at++ = static_cast<std::uint8_t>(frame.inward[game.log[i]] + 1);
  at = out + offset("declarations");
  for (int i = picks; i < std::min(length, first_play); ++i)
    *at++ = static_cast<std::uint8_t>(frame.inward[game.log[i]] - kPass + 1);
  at = out + offset("plays");
  for (int i = first_play; i < length; ++i)
    *at++ = static_cast<std::uint8_t>(frame.inward[game.log[i]] - kPlayCard + 1);

  if (s.phase != Phase::play) return;
  flag(offset("leader"), relative(s.leader));
  if (!s.laid) return;
  flag(offset("led"), s.led == kTrumpSuit ? kTrumpSuit : frame.place[s.led]);
  flag(offset("winning"), relative(s.best_seat));
  const TrumpTable& table = trumps(s.trump);
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
