#include "encode/frame.hpp"

#include <algorithm>
#include <map>

namespace nokosu {
namespace {

std::uint8_t renamed(Action action, const ColourOrder& to) {
  const auto die = [&](int base) { return base + die_of(to[die_colour(action - base)], die_number(action - base)); };
  if (action == kPass) return kPass;
  if (action >= kPlayDie) return static_cast<std::uint8_t>(die(kPlayDie));
  if (action >= kPlayCard) {
    const int card = action - kPlayCard;
    return static_cast<std::uint8_t>(kPlayCard + card_of(to[card_colour(card)], card_number(card)));
  }
  return static_cast<std::uint8_t>(die(action >= kDeclare ? kDeclare : action >= kZero ? kZero : kTake));
}

struct Frames {
  std::array<Frame, kOrders> all;
  std::map<ColourOrder, int> number;

  Frames() {
    ColourOrder order = {0, 1, 2, 3, 4};
    for (int n = 0; n < kOrders; ++n, std::next_permutation(order.begin(), order.end())) {
      Frame& frame = all[n];
      number[order] = n;
      frame.order = order;
      frame.bytes = {order[0], order[1], order[2], order[3], order[4], 5, 6, 7};
      for (int i = 0; i < kColours; ++i) frame.place[order[i]] = static_cast<std::uint8_t>(i);
      for (Action action = 0; action < kActions; ++action) {
        frame.inward[action] = renamed(action, frame.place);
        frame.outward[action] = renamed(action, frame.order);
      }
    }
    for (Frame& frame : all) {
      for (int colour = 0; colour < kColours; ++colour) {
        ColourOrder moved{};
        moved[0] = static_cast<std::uint8_t>(colour);
        for (int i = 0; i < kColours; ++i)
          if (frame.order[i] != colour) moved[i < frame.place[colour] ? i + 1 : i] = frame.order[i];
        frame.trump_first[colour] = static_cast<std::uint8_t>(number.at(moved));
      }
    }
  }
};

const Frames kMade;

// The dice of one colour in 18 bits.
std::uint64_t dice_key(const Dice& dice, int colour) {
  const int shift = colour * kDieNumbers;
  return (dice.ones >> shift & 0x3F) | (dice.twos >> shift & 0x3F) << 6 | (dice.fours >> shift & 0x3F) << 12;
}

struct Look {  // what a seat sees of a colour when the dice are rolled
  std::uint64_t near = 0, far = 0;
  auto operator<=>(const Look&) const = default;
};

Look look(const Rules& rules, const Deal& deal, int seat, int colour) {
  const auto drawn = [&](int turns) -> std::uint64_t {
    return turns < rules.players ? dice_key(deal.drawn[(seat + turns) % rules.players], colour) : 0;
  };
  Look look;
  look.near = std::uint64_t{rules.has_colour(colour)} << 62;  // colours that are not in play come last
  look.near |= (deal.hands[seat] >> (colour * kCardNumbers) & 0xFF) << 54;
  look.near |= drawn(0) << 36 | dice_key(deal.pool, colour) << 18 | drawn(1);
  look.far = drawn(2) << 36 | drawn(3) << 18 | drawn(4);
  return look;
}

int colour_of(Action action) {
  if (action == kPass) return kColours;
  if (action >= kPlayDie) return die_colour(action - kPlayDie);
  if (action >= kPlayCard) return card_colour(action - kPlayCard);
  return die_colour(action - (action >= kDeclare ? kDeclare : action >= kZero ? kZero : kTake));
}

}  // namespace

const std::array<Frame, kOrders>& kFrames = kMade.all;

DealtOrder dealt_order(const Rules& rules, const Deal& deal, int seat) {
  std::array<Look, kColours> looks;
  for (int colour = 0; colour < kColours; ++colour) looks[colour] = look(rules, deal, seat, colour);
  ColourOrder order = {0, 1, 2, 3, 4};
  for (int i = 1; i < kColours; ++i)  // insertion sort: stable, and quick for five
    for (int j = i; j > 0 && looks[order[j]] > looks[order[j - 1]]; --j) std::swap(order[j], order[j - 1]);
  DealtOrder dealt;
  for (int i = 1; i < kColours; ++i) dealt.tied |= looks[order[i]] == looks[order[i - 1]];
  // A permutation's number in lexicographic order.
  int number = 0;
  for (int i = 0; i < kColours; ++i) {
    int smaller = 0;
    for (int j = i + 1; j < kColours; ++j) smaller += order[j] < order[i];
    number = number * (kColours - i) + smaller;
  }
  dealt.order = static_cast<std::uint8_t>(number);
  return dealt;
}

int order_now_tied(const Game& game, int seat) {
  std::array<int, kColours + 1> first;  // when each colour came up
  first.fill(kMaxDecisions);
  for (int i = game.length - 1; i >= 0; --i) first[colour_of(game.log[i])] = i;
  ColourOrder order = {0, 1, 2, 3, 4};
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const Look left = look(game.state.rules, game.deal, seat, a), right = look(game.state.rules, game.deal, seat, b);
    return left != right ? left > right : first[a] < first[b];
  });
  return kMade.number.at(order);
}

}  // namespace nokosu
