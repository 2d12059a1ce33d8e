#include "rollout_policy/chances.hpp"

namespace nokosu {
namespace {

Face make_face(int trump, int colour, int number) {
  const Standing own = standing(colour, number, trump);
  Face face;
  face.suit = static_cast<std::uint8_t>(own.suit);
  face.strength = static_cast<std::uint8_t>(own.strength);
  for (int i = 0; i < 3; ++i) face.worth[i] = kTakes[i][take_level(own)];
  const auto sort_in = [&](int c, int n, Cards card, DieFaces die) {
    const Standing other = standing(c, n, trump);
    if (other.suit == kTrumpSuit && (own.suit != kTrumpSuit || other.strength >= own.strength)) {
      face.beaten_by_trumps |= card;
      face.beaten_by_trump_dice |= die;
    } else if (other.suit == own.suit && own.suit != kTrumpSuit && other.strength >= own.strength) {
      face.beaten_in_suit |= card;
      face.beaten_in_suit_dice |= die;
    }
  };
  for (int card = 0; card < kCards; ++card) sort_in(card_colour(card), card_number(card), Cards{1} << card, 0);
  for (int die = 0; die < kDice; ++die) sort_in(die_colour(die), die_number(die), 0, DieFaces{1} << die);
  return face;
}

}  // namespace

int take_level(Standing standing) {
  if (standing.suit != kTrumpSuit) return standing.strength - 1;
  if (standing.strength >= 48) return 17;
  return standing.strength >= 32 ? 16 : 8 + standing.strength - kTrumpStrength;
}

Chances::Chances() {
  for (int trump = 0; trump < kTrumps; ++trump)
    for (int face = 0; face < kCards; ++face)
      faces_[trump][face] = make_face(trump, card_colour(face), card_number(face));
  for (int tricks = 0, size = 0; tricks < kTricks; ++tricks) {
    first_[tricks] = size;
    best_.resize(static_cast<std::size_t>(size += (kGrid + 1) * sets(tricks)));
  }
  for (int q = 0; q <= kGrid; ++q) {
    const float p = std::clamp(static_cast<float>(q) / kGrid, 0.006f, 0.994f);
    std::array<float, kTricks + 1> chance{1};
    for (int tricks = 0; tricks < kTricks; ++tricks) {
      float* const best = best_.data() + first_[tricks] + q * sets(tricks);
      for (int set = 1; set < sets(tricks); ++set)
        best[set] = std::max(chance[std::countr_zero(static_cast<unsigned>(set))], best[set & (set - 1)]);
      for (int k = tricks + 1; k >= 0; --k) chance[k] = chance[k] * (1 - p) + (k ? chance[k - 1] * p : 0);
    }
  }
  for (int tricks = 1; tricks < kTricks; ++tricks) rate_[tricks] = static_cast<float>(kGrid) / static_cast<float>(tricks);
  for (int players = 2; players <= kMaxPlayers; ++players) {
    float running = 1;
    for (int cards = 0; cards <= kCards; ++cards, running *= 1 - 1 / static_cast<float>(std::max(players - 1, 2)))
      miss_[players][cards] = running;
  }
  for (int i = 0; i < 3; ++i)
    for (int number = 0; number < kCardNumbers; ++number)
      by_number_[i][number] = 0.68f * kTakes[i][number] + 0.20f * kTakes[i][8 + number] + 0.12f * kTakes[i][16];
}

const Chances& chances() {
  static const Chances tables;
  return tables;
}

}  // namespace nokosu
