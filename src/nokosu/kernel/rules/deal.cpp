#include "rules/deal.hpp"

#include <utility>

namespace nokosu {
namespace {

// One procedure for both sources of chance; Source has below(n).
template <class Source>
Deal deal(const Rules& rules, Source& source, int dealer) {
  Deal deal;
  deal.dealer = static_cast<std::uint8_t>(dealer);

  std::uint8_t deck[kCards];
  int cards = 0;
  for (Cards rest = rules.deck(); rest; rest &= rest - 1)
    deck[cards++] = static_cast<std::uint8_t>(std::countr_zero(rest));
  for (int i = cards - 1; i > 0; --i)
    std::swap(deck[i], deck[source.below(static_cast<std::uint32_t>(i + 1))]);
  int next = 0;
  for (int turn = 1; turn <= rules.players; ++turn) {
    Cards& hand = deal.hands[(dealer + turn) % rules.players];
    for (int i = 0; i < rules.cards_each; ++i) hand |= Cards{1} << deck[next++];
  }
  while (next < cards) deal.aside |= Cards{1} << deck[next++];

  // The bag is kept as dice left of each colour: drawing index i finds its colour by counting.
  std::array<int, kColours> bag{};
  int left = 0;
  for (int colour = 0; colour < kColours; ++colour)
    left += bag[colour] = rules.has_colour(colour) ? rules.dice_per_colour : 0;
  const auto roll = [&](Dice& into) {
    int index = static_cast<int>(source.below(static_cast<std::uint32_t>(left--)));
    int colour = 0;
    while (index >= bag[colour]) index -= bag[colour++];
    --bag[colour];
    into.add(die_of(colour, static_cast<int>(source.below(kDieNumbers)) + 1));
  };
  for (int turn = 1; turn <= rules.players; ++turn)
    for (int i = 0; i < rules.drawn_each; ++i) roll(deal.drawn[(dealer + turn) % rules.players]);
  for (int i = 0; i < rules.pool_size; ++i) roll(deal.pool);
  return deal;
}

}  // namespace

Deal deal_from_seed(const Rules& rules, const std::uint8_t* seed, std::size_t size, unsigned round, int dealer) {
  if (dealer < 0 || dealer >= rules.players) refuse("the dealer has no seat");
  Stream stream(seed, size, "deal/" + std::to_string(round));
  return deal(rules, stream, dealer);
}

Deal deal_fast(const Rules& rules, Rng& rng) {
  const int dealer = static_cast<int>(rng.below(rules.players));
  return deal(rules, rng, dealer);
}

}  // namespace nokosu
