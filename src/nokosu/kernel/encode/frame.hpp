// The colours as one observer orders them. Colours are interchangeable but for the trump, so an
// observation names them by their place in an order that follows from what the observer sees alone.
#pragma once

#include "base/bits.hpp"
#include "rules/game.hpp"

namespace nokosu {

using ColourOrder = std::array<std::uint8_t, kColours>;  // place -> colour

inline constexpr int kOrders = 120;  // permutations of five colours

// One order of the colours and everything that has to be renamed with it.
struct Frame {
  ColourOrder order{};  // place -> colour
  ColourOrder place{};  // colour -> place
  ByteOrder bytes{};    // the order once more, for masks with a byte a colour; the last three are 5-7
  std::array<std::uint8_t, kColours> trump_first{};  // number of this order with a colour moved to the front
  std::array<std::uint8_t, kActions> inward{};       // action at the table -> action in this frame
  std::array<std::uint8_t, kActions> outward{};      // and back

  template <class Bits = PlainBits>
  NOKOSU_INLINE Cards cards(Cards set) const {
    return Bits::reorder(set, bytes);
  }
  template <class Bits = PlainBits>
  NOKOSU_INLINE DieFaces faces(DieFaces set) const {
    return Bits::bytes_to_sixes(Bits::reorder(Bits::sixes_to_bytes(set), bytes));
  }
  template <class Bits = PlainBits>
  NOKOSU_INLINE Legal legal(Legal set) const {
    if (set.phase == Phase::play) set.first = cards<Bits>(set.first);
    if (set.phase == Phase::draft) set.first = faces<Bits>(static_cast<DieFaces>(set.first));
    set.second = faces<Bits>(set.second);
    return set;
  }
};

extern const std::array<Frame, kOrders>& kFrames;
inline const Frame& frame(int order) { return kFrames[order]; }  // frame(0) changes nothing

// Which order a seat uses from the deal on, before the trump die is known.
struct DealtOrder {
  std::uint8_t order = 0;
  bool tied = false;  // some colours look the same so far: the history decides between them
};
DealtOrder dealt_order(const Rules& rules, const Deal& deal, int seat);

// The order a seat uses now: as dealt, ties broken by which colour came up first, the trump colour in front.
int order_now_tied(const Game& game, int seat);
inline int order_now(const Game& game, int seat, DealtOrder dealt) {
  const int order = dealt.tied ? order_now_tied(game, seat) : dealt.order;
  return game.state.trump == kNoTrump ? order : frame(order).trump_first[trump_colour(game.state.trump)];
}

inline const Frame& canonical_frame(const Game& game, int seat) {
  return frame(order_now(game, seat, dealt_order(game.state.rules, game.deal, seat)));
}

}  // namespace nokosu
