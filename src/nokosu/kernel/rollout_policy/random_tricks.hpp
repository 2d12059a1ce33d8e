// Random play by whole tricks, written for speed.
#pragma once

#include "base/bits.hpp"
#include "base/rng.hpp"
#include "rules/apply.hpp"

namespace nokosu {

// Numbers below n1, then n2, ... out of one random word: the high half of word * n is the choice, the
// low half goes on. A trick's choices together are below 2^20, so none is off by more than 2^-44.
struct TrickChoices {
  std::uint64_t word;
  unsigned below(unsigned n) {
    const auto product = static_cast<unsigned __int128>(word) * n;
    word = static_cast<std::uint64_t>(product);
    return static_cast<unsigned>(product >> 64);
  }
};

// A random play out of these; returns the piece, cards first, then dice. Branch-free: whether a
// card or a die is played is unpredictable.
template <class Bits>
NOKOSU_INLINE int play_random(State& state, int seat, const Legal& plays, TrickChoices& choices) {
  const unsigned cards = static_cast<unsigned>(std::popcount(plays.first));
  const unsigned dice = static_cast<unsigned>(std::popcount(plays.second));
  const unsigned n = choices.below(cards + dice);
  const bool is_die = n >= cards;
  const int index = Bits::nth(is_die ? plays.second : plays.first, is_die ? n - cards : n);
  const std::uint64_t bit = std::uint64_t{1} << index;
  state.cards[seat] ^= is_die ? 0 : bit;
  state.dice[seat].remove_face(is_die ? static_cast<DieFaces>(bit) : 0);
  state.dice_left[seat] = static_cast<std::uint8_t>(state.dice_left[seat] - is_die);
  return index + (is_die ? kCards : 0);
}

// Whole tricks until so many are played; no trick may be under way. The same rules as rules/apply.hpp, with the trick
// in registers: a playout spends nine tenths of its time here. Every action is told to told(action). Returns the
// number of decisions.
template <class Bits, class Told>
NOKOSU_INLINE int random_tricks(State& state, int until, Rng& rng, Told told) {
  const TrumpTable& table = trumps(state.trump);
  const int players = state.rules.players, tricks = until - state.tricks;
  int leader = state.leader;
  for (int left = tricks; left; --left) {
    TrickChoices choices{rng.next()};
    int seat = leader;
    const int lead = play_random<Bits>(state, seat, {state.cards[seat], playable_dice(state, seat), Phase::play}, choices);
    told(kPlayCard + lead);
    const int led = table.suit[lead];
    const Cards led_cards = table.cards[led];
    const DieFaces led_faces = table.faces[led];
    int best = table.strength[lead];
    for (int laid = 1; laid < players; ++laid) {
      seat = seat + 1 == players ? 0 : seat + 1;
      Legal plays{state.cards[seat], playable_dice(state, seat), Phase::play};
      const Cards follow_cards = plays.first & led_cards;
      const DieFaces follow_dice = plays.second & led_faces;
      const bool follows = follow_cards | follow_dice;
      plays.first = follows ? follow_cards : plays.first;
      plays.second = follows ? follow_dice : plays.second;
      const int piece = play_random<Bits>(state, seat, plays, choices);
      told(kPlayCard + piece);
      state.voids[seat] |= static_cast<std::uint8_t>(unsigned{!follows} << led);
      const int strength = table.strength[piece];
      const bool counts = follows || strength >= kTrumpStrength;
      const bool wins = counts && (planted(Fault::first_of_equals_wins) ? strength > best : strength >= best);
      best = wins ? strength : best;
      leader = wins ? seat : leader;
    }
    ++state.won[leader];
  }
  Cards held = state.aside;
  for (int seat = 0; seat < players; ++seat) held |= state.cards[seat];
  state.played = state.rules.deck() & ~held;
  state.tricks = static_cast<std::uint8_t>(until);
  state.to_act = state.leader = static_cast<std::uint8_t>(leader);
  if (until == state.rules.tricks()) state.phase = Phase::over;
  return tricks * players;
}

}  // namespace nokosu
