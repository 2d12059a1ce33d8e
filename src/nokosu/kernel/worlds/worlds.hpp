// The worlds that a seat cannot tell apart: every way to place the cards it has not seen (H1, H3).
//
// In: a State and the seat that looks at it; of the other hands only their sizes are read.
// Out: how many worlds there are, and worlds drawn uniformly. list.hpp gives all of them, beliefs.hpp weighs them by
// what the others did, rebuild.hpp makes a Game from what one seat has seen.
//
// Unseen cards fall into piles by suit. A seat that did not follow is barred from that suit's pile.
// Suits that nobody is barred from behave alike and are one pile; places that are barred from nothing
// take whatever is left over. What remains is counted exactly, pile by pile, over the room left in the
// barred ("bound") places, and worlds are drawn by those counts: each is equally likely.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "rules/state.hpp"

namespace nokosu {

struct World {
  PerSeat<Cards> hands{};
  Cards aside = 0;
};

// The question: unseen cards, and for each hidden place its room and the suits barred from it.
struct Hidden {
  static constexpr int kAside = kMaxPlayers;  // index of the place aside, behind the seats
  Cards unseen = 0;
  std::array<std::uint8_t, kMaxPlayers + 1> room{};
  std::array<std::uint8_t, kMaxPlayers + 1> barred{};
  PerSeat<Cards> known{};  // hands that are not hidden, copied into every world
  int trump = kNoTrump;

  static Hidden from(const State& state, int observer);
};

class Worlds {
 public:
  explicit Worlds(const Hidden& hidden);
  Worlds(const State& state, int observer) : Worlds(Hidden::from(state, observer)) {}

  std::uint64_t count() const { return total_; }
  World sample(Rng& rng) const;  // count() must not be 0

 private:
  using Room = std::array<std::uint8_t, kMaxPlayers>;  // left in each bound place

  std::size_t index(const Room& room) const;
  std::uint64_t count_ways(int pile, const Room& room);
  std::uint64_t closing_ways(const Room& room) const;
  std::uint64_t ways(int pile, const Room& room) const;
  template <class Visit>
  void allot(int pile, const Room& room, Visit visit) const;

  Hidden hidden_;
  int piles_ = 0;  // with a bar on them; the open pile is behind them
  std::array<Cards, kSuits + 1> pile_{};
  std::array<std::uint8_t, kSuits + 1> pile_barred_{};  // bound places barred from it, a bit each
  int bound_ = 0, free_ = 0;
  std::array<std::uint8_t, kMaxPlayers + 1> bound_place_{}, free_place_{};
  Room bound_room_{};
  std::array<std::vector<std::uint64_t>, kSuits + 1> table_;  // ways() by pile and room
  std::uint64_t total_ = 0;
};

}  // namespace nokosu
