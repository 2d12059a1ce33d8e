// A round with its history: the deal, every action so far, and the state they lead to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rules/apply.hpp"
#include "rules/score.hpp"

namespace nokosu {

struct Game {
  State state;
  Deal deal;
  std::array<std::uint8_t, kMaxDecisions> log{};  // actions; the first state.rules.picks() are the draft
  std::uint8_t length = 0;
  std::array<std::uint8_t, kMaxTricks> leaders{};  // seat that led each trick so far

  static Game start(const Rules& rules, const Deal& deal);  // refuses an impossible deal

  void step(Action action);  // refuses an illegal action
  // The same without asking whether it is legal.
  void step_trusted(Action action) {
    log[length++] = static_cast<std::uint8_t>(action);
    if (state.phase == Phase::play && state.laid == 0) leaders[state.tricks] = state.to_act;
    apply(state, action);
  }

  int first_play() const { return state.rules.picks() + state.rules.declarations(); }  // index in the log
  // Cards a seat has played.
  PerSeat<Cards> played_by() const;
  // The same round with other hidden cards, which must be consistent.
  void set_hidden(const PerSeat<Cards>& hands, Cards aside);

  std::vector<std::uint8_t> to_bytes() const;
  static Game from_bytes(const std::uint8_t* bytes, std::size_t size);  // refuses what no deal leads to

  bool operator==(const Game&) const = default;
};
static_assert(std::is_trivially_copyable_v<Game>);

}  // namespace nokosu
