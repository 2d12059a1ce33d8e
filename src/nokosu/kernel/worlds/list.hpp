// All worlds that a seat cannot tell apart, one by one; for when they are few.
#pragma once

#include <vector>

#include "worlds/worlds.hpp"

namespace nokosu {

// Every world exactly once, in a fixed order; Refused if there are more than `most`.
std::vector<World> list_worlds(const State& state, int observer, std::uint64_t most);

}  // namespace nokosu
