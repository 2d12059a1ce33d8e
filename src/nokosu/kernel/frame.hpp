// The colours as one observer orders them. Colours are interchangeable but for the trump, so an
// observation names them by their place in an order that follows from what the observer sees alone.
#pragma once

#include "game.hpp"

namespace nokosu {

using ColourOrder = std::array<std::uint8_t, kColours>;  // place -> colour

inline constexpr int kOrders = 120;  // permutations of five colours

// One order of the colours and everything that has to be renamed with it.
struct Frame {
  ColourOrder order{};     // place -> colour
  ColourOrder place{};     // colour -> place
  std::array<std::uint8_t, kActions> inward{};   // action at the table -> action in this frame
  std::array<std::uint8_t, kActions> outward{};  // and back
  std::array<std::uint8_t, kColours> trump_first{};  // this order with a colour moved to the front

  Cards cards(Cards set) const {
    Cards renamed = 0;
    for (int i = 0; i < kColours; ++i)
      renamed |= (set >> (order[i] * kCardNumbers) & 0xFF) << (i * kCardNumbers);
    return renamed;
  }
  DieFaces faces(DieFaces set) const {
    DieFaces renamed = 0;
    for (int i = 0; i < kColours; ++i)
      renamed |= (set >> (order[i] * kDieNumbers) & 0x3F) << (i * kDieNumbers);
    return renamed;
  }
  Legal legal(Legal set) const {
    if (set.phase == Phase::play) set.first = cards(set.first);
    if (set.phase == Phase::draft) set.first = faces(static_cast<DieFaces>(set.first));
    set.second = faces(set.second);
    return set;
  }
};

const Frame& frame(int order);  // 0 .. kOrders - 1; frame(0) changes nothing

// Which order a seat uses from the deal on, before the trump die is known.
struct DealtOrder {
  std::uint8_t order = 0;
  bool tied = false;  // some colours look the same so far: the history decides between them
};
DealtOrder dealt_order(const Rules& rules, const Deal& deal, int seat);

// The order a seat uses now: as dealt, ties broken by which colour came up first, the trump colour in front.
int order_now(const Game& game, int seat, DealtOrder dealt);

inline const Frame& canonical_frame(const Game& game, int seat) {
  return frame(order_now(game, seat, dealt_order(game.state.rules, game.deal, seat)));
}

}  // namespace nokosu
