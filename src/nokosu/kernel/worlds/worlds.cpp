#include "worlds/worlds.hpp"

#include <algorithm>
#include <utility>

namespace nokosu {
namespace {

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

constexpr auto binomials() {
  std::array<std::array<std::uint64_t, kCards + 1>, kCards + 1> c{};
  for (int n = 0; n <= kCards; ++n) {
    c[n][0] = 1;
    for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + (k < n ? c[n - 1][k] : 0);
  }
  return c;
}
constexpr auto kChoose = binomials();

// Hands out cards of a pile in random order.
struct Pile {
  std::uint8_t cards[kCards];
  int size = 0;

  void add(Cards set) {
    for (; set; set &= set - 1) cards[size++] = static_cast<std::uint8_t>(std::countr_zero(set));
  }
  Cards draw(Rng& rng) {
    const std::uint32_t at = rng.below(static_cast<std::uint32_t>(size));
    std::swap(cards[at], cards[--size]);
    return Cards{1} << cards[size];
  }
  Cards rest() const {
    Cards set = 0;
    for (int i = 0; i < size; ++i) set |= Cards{1} << cards[i];
    return set;
  }
};

}  // namespace

Hidden Hidden::from(const State& state, int observer) {
  Hidden hidden;
  hidden.trump = state.trump;
  hidden.unseen = state.rules.deck() & ~state.played & ~state.cards[observer];
  hidden.known[observer] = state.cards[observer];
  for (int seat = 0; seat < state.rules.players; ++seat) {
    if (seat == observer) continue;
    hidden.room[seat] = static_cast<std::uint8_t>(std::popcount(state.cards[seat]));
    hidden.barred[seat] = planted(Fault::voids_forgotten) ? 0 : state.voids[seat];
  }
  hidden.room[kAside] = state.rules.aside;
  return hidden;
}

Worlds::Worlds(const Hidden& hidden) : hidden_(hidden) {
  Cards open = hidden.unseen;
  std::array<int, kSuits> pile_of;
  pile_of.fill(-1);
  if (hidden.trump != kNoTrump) {
    unsigned barred = 0;
    for (int place = 0; place <= Hidden::kAside; ++place)
      if (hidden.room[place]) barred |= hidden.barred[place];
    for (int suit = 0; suit < kSuits; ++suit) {
      const Cards cards = hidden.unseen & trumps(hidden.trump).cards[suit];
      if (!(barred >> suit & 1) || !cards) continue;
      pile_of[suit] = piles_;
      pile_[piles_++] = cards;
      open &= ~cards;
    }
  }
  pile_[piles_] = open;
  int room = 0, free_room = 0;
  std::uint64_t orders = 1;  // of the left-over cards in the free places
  for (int place = 0; place <= Hidden::kAside; ++place) {
    const std::uint8_t here = hidden.room[place];
    room += here;
    if (!here) continue;
    unsigned bars = 0;
    for (int suit = 0; suit < kSuits; ++suit)
      if (pile_of[suit] >= 0 && (hidden.barred[place] >> suit & 1)) bars |= 1u << pile_of[suit];
    if (!bars) {
      free_place_[free_++] = static_cast<std::uint8_t>(place);
      free_room += here;
      orders *= kChoose[free_room][here];
      continue;
    }
    for (int pile = 0; pile < piles_; ++pile)
      if (bars >> pile & 1) pile_barred_[pile] |= static_cast<std::uint8_t>(1u << bound_);
    bound_room_[bound_] = here;
    bound_place_[bound_++] = static_cast<std::uint8_t>(place);
  }
  if (room != std::popcount(hidden.unseen)) refuse("the unseen cards do not fill the hidden hands");
  std::size_t rooms = 1;
  for (int i = 0; i < bound_; ++i) rooms *= bound_room_[i] + std::size_t{1};
  for (int pile = 0; pile < piles_; ++pile) table_[pile].assign(rooms, kUnknown);
  total_ = count_ways(0, bound_room_) * orders;
}

std::size_t Worlds::index(const Room& room) const {
  std::size_t at = 0;
  for (int i = 0; i < bound_; ++i) at = at * (bound_room_[i] + std::size_t{1}) + room[i];
  return at;
}

// Calls visit(room after, ways to choose the cards) for every way to share out a pile, until it
// returns false. What the bound places do not take is left over for the free ones.
template <class Visit>
void Worlds::allot(int pile, const Room& room, Visit visit) const {
  const int size = std::popcount(pile_[pile]);
  const auto share = [&](auto&& self, int i, int left, Room after, std::uint64_t splits) -> bool {
    if (i == bound_) return visit(after, splits);
    const int most = pile_barred_[pile] >> i & 1 ? 0 : std::min<int>(left, room[i]);
    for (int number = 0; number <= most; ++number) {
      after[i] = static_cast<std::uint8_t>(room[i] - number);
      if (!self(self, i + 1, left - number, after, splits * kChoose[left][number])) return false;
    }
    return true;
  };
  share(share, 0, size, room, 1);
}

// The open pile comes last and has to fill the room that is left.
std::uint64_t Worlds::closing_ways(const Room& room) const {
  int left = std::popcount(pile_[piles_]);
  std::uint64_t splits = 1;
  for (int i = 0; i < bound_; ++i) {
    if (room[i] > left) return 0;
    splits *= kChoose[left][room[i]];
    left -= room[i];
  }
  return splits;
}

std::uint64_t Worlds::count_ways(int pile, const Room& room) {
  if (pile == piles_) return closing_ways(room);
  const std::size_t at = index(room);
  if (table_[pile][at] == kUnknown) {
    std::uint64_t sum = 0;
    allot(pile, room, [&](const Room& after, std::uint64_t splits) {
      sum += splits * count_ways(pile + 1, after);
      return true;
    });
    table_[pile][at] = sum;
  }
  return table_[pile][at];
}

// Whatever a sample can reach was counted when the table was made.
std::uint64_t Worlds::ways(int pile, const Room& room) const {
  return pile == piles_ ? closing_ways(room) : table_[pile][index(room)];
}

World Worlds::sample(Rng& rng) const {
  World world;
  world.hands = hidden_.known;
  std::array<Cards, kMaxPlayers + 1> held{};
  Pile rest;
  Room room = bound_room_;
  for (int pile = 0; pile <= piles_; ++pile) {
    Pile cards;
    cards.add(pile_[pile]);
    Room after{};
    if (pile < piles_ && bound_) {
      std::uint64_t ticket = rng.below64(ways(pile, room));
      allot(pile, room, [&](const Room& to, std::uint64_t splits) {
        const std::uint64_t behind = splits * ways(pile + 1, to);
        if (ticket >= behind) {
          ticket -= behind;
          return true;
        }
        after = to;
        return false;
      });
    }
    for (int i = 0; i < bound_; ++i)
      for (int n = room[i] - after[i]; n > 0; --n) held[bound_place_[i]] |= cards.draw(rng);
    room = after;
    rest.add(cards.rest());
  }
  for (int i = 0; i + 1 < free_; ++i)
    for (int n = hidden_.room[free_place_[i]]; n > 0; --n) held[free_place_[i]] |= rest.draw(rng);
  if (free_) held[free_place_[free_ - 1]] = rest.rest();
  for (int seat = 0; seat < kMaxPlayers; ++seat)
    if (hidden_.room[seat]) world.hands[seat] = held[seat];
  world.aside = held[Hidden::kAside];
  return world;
}

}  // namespace nokosu
