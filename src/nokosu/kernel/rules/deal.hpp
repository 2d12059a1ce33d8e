// Dealing and rolling (D1-D5).
#pragma once

#include "base/rng.hpp"
#include "base/stream.hpp"
#include "rules/state.hpp"

namespace nokosu {

// The deal of a match, the same as core.deal gives.
Deal deal_from_seed(const Rules& rules, const std::uint8_t* seed, std::size_t size, unsigned round, int dealer);

// A deal for training, from a fast generator; the dealer is drawn too.
Deal deal_fast(const Rules& rules, Rng& rng);

}  // namespace nokosu
