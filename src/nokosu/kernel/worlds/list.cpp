#include "worlds/list.hpp"

#include <string>
#include <utility>

namespace nokosu {
namespace {

class Lister {
 public:
  explicit Lister(const Hidden& hidden) : hidden_(hidden), room_(hidden.room) {
    for (Cards rest = hidden.unseen; rest; rest &= rest - 1) cards_.push_back(std::countr_zero(rest));
    world_.hands = hidden.known;
  }

  std::vector<World> list() {
    place(0);
    return std::move(found_);
  }

 private:
  // The next unseen card goes to each place that has room and is not barred from its suit.
  void place(std::size_t index) {
    if (index == cards_.size()) {
      found_.push_back(world_);
      return;
    }
    const int card = cards_[index];
    const int suit = hidden_.trump == kNoTrump ? kSuits : trumps(hidden_.trump).suit[card];
    for (int at = 0; at <= Hidden::kAside; ++at) {
      if (!room_[at] || hidden_.barred[at] >> suit & 1) continue;
      Cards& pile = at == Hidden::kAside ? world_.aside : world_.hands[at];
      --room_[at];
      pile |= Cards{1} << card;
      place(index + 1);
      pile &= ~(Cards{1} << card);
      ++room_[at];
    }
  }

  const Hidden& hidden_;
  std::array<std::uint8_t, kMaxPlayers + 1> room_;
  std::vector<int> cards_;
  World world_;
  std::vector<World> found_;
};

}  // namespace

std::vector<World> list_worlds(const State& state, int observer, std::uint64_t most) {
  const Hidden hidden = Hidden::from(state, observer);
  const std::uint64_t count = Worlds(hidden).count();
  if (count > most)
    refuse(std::to_string(count) + " worlds fit; at most " + std::to_string(most) + " are listed");
  return Lister(hidden).list();
}

}  // namespace nokosu
