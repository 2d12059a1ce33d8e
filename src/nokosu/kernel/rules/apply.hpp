// One step on (D6, D7, Z1-Z8, W1-W5). The action must be legal; Game::step is the one that checks.
#pragma once

#include "rules/legal.hpp"

namespace nokosu {

inline int dealers_left(const State& state) { return next_seat(state, state.dealer); }

inline void begin_play(State& state) {
  state.phase = Phase::play;
  state.to_act = state.leader = static_cast<std::uint8_t>(dealers_left(state));
}

// D7: the die that stays is trump. T3: without its number, if the die that was taken last shows the same.
inline void end_draft(State& state, int taken) {
  const int stays = std::countr_zero(state.pool.faces());
  const bool pair = state.rules.number_trumps == NumberTrumps::unless_pair && die_number(stays) == die_number(taken) &&
                    !planted(Fault::pair_is_trump);
  state.trump = static_cast<std::uint8_t>(pair ? blank(die_colour(stays)) : stays);
  state.turns = 0;
  if (state.rules.zero_rule == ZeroRule::declared) {
    state.phase = Phase::declare;
    state.to_act = static_cast<std::uint8_t>(dealers_left(state));
  } else {
    begin_play(state);
  }
}

inline void pick(State& state, Action action) {
  const int seat = state.to_act, die = action < kZero ? action - kTake : action - kZero;
  state.pool.remove(die);
  if (action < kZero) {
    state.dice[seat].add(die);
    ++state.dice_left[seat];
  } else {
    state.zero |= static_cast<std::uint8_t>(1u << seat);
    --state.zero_left;
  }
  state.to_act = static_cast<std::uint8_t>(next_seat(state, seat));
  if (++state.turns == state.rules.picks()) end_draft(state, die);
}

inline void declare(State& state, Action action) {
  const int seat = state.to_act;
  if (action != kPass) {
    state.dice[seat].remove(action - kDeclare);
    --state.dice_left[seat];
    state.zero |= static_cast<std::uint8_t>(1u << seat);
  }
  state.to_act = static_cast<std::uint8_t>(next_seat(state, seat));
  if (++state.turns == state.rules.players) begin_play(state);
}

// Lays a piece of this suit and strength into the trick.
inline void lay(State& state, int suit, int strength) {
  const int seat = state.to_act;
  const bool leads = state.laid == 0;
  const int led = leads ? suit : state.led;
  state.led = static_cast<std::uint8_t>(led);
  // Off suit means: no card of the led suit. (Dice are public, so only cards are learnt of.)
  state.voids[seat] |= static_cast<std::uint8_t>(unsigned{suit != led} << led);
  const bool counts = suit == led || strength >= kTrumpStrength;
  const bool ties_win = !planted(Fault::first_of_equals_wins);  // W4
  const bool wins = leads || (counts && (strength > state.best || (ties_win && strength == state.best)));
  state.best = static_cast<std::uint8_t>(wins ? strength : state.best);
  state.best_seat = static_cast<std::uint8_t>(wins ? seat : state.best_seat);
  if (++state.laid == state.rules.players) {
    ++state.won[state.best_seat];
    state.laid = 0;
    state.to_act = state.leader = state.best_seat;
    if (++state.tricks == state.rules.tricks()) state.phase = Phase::over;
  } else {
    state.to_act = static_cast<std::uint8_t>(next_seat(state, seat));
  }
}

inline void play_card(State& state, int card) {
  const TrumpTable& table = trumps(state.trump);
  state.cards[state.to_act] ^= Cards{1} << card;
  state.played |= Cards{1} << card;
  lay(state, table.suit[card], table.strength[card]);
}

inline void play_die(State& state, int die) {
  const TrumpTable& table = trumps(state.trump);
  state.dice[state.to_act].remove(die);
  --state.dice_left[state.to_act];
  lay(state, table.suit[kCards + die], table.strength[kCards + die]);
}

inline void apply(State& state, Action action) {
  if (action >= kPlayDie) return play_die(state, action - kPlayDie);
  if (action >= kPlayCard) return play_card(state, action - kPlayCard);
  if (action >= kPass) return declare(state, action);
  pick(state, action);
}

}  // namespace nokosu
