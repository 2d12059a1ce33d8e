// The bot `greedy` (bots/greedy.py): the highest piece while tricks are needed, the lowest losing one otherwise.
#pragma once

#include "base/rng.hpp"
#include "rules/apply.hpp"

namespace nokosu {

// The action of the seat to act; the generator decides between equals.
Action greedy(const State& state, Rng& rng);

}  // namespace nokosu
