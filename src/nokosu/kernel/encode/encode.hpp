// Observations for learning: one fixed layout (layout.hpp) for all editions and player counts.
//
// In: a Game and a seat. Out: bytes, with seats and colours in that seat's order (frame.hpp).
#pragma once

#include "base/bits.hpp"
#include "encode/frame.hpp"
#include "encode/layout.hpp"

namespace nokosu {

// What `seat` may know, kObservation bytes. It reads no other hand but for its size (H4).
void observe(const Game& game, int seat, std::uint8_t* out);
// What it may not know, kPrivileged bytes, in the same frame.
void observe_hidden(const Game& game, int seat, std::uint8_t* out);

inline ColourOrder canonical_order(const Game& game, int seat) { return canonical_frame(game, seat).order; }

}  // namespace nokosu
