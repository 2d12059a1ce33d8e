// Reads what the Python side writes (kernel/requests.py): numbers and games in bytes, little-endian.
#pragma once

#include <cstring>

#include "worlds/rebuild.hpp"

namespace nokosu {

class Order {
 public:
  Order(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  template <class T>
  T take() {
    T value;
    std::memcpy(&value, bytes(sizeof(T)), sizeof(T));
    return value;
  }
  const std::uint8_t* bytes(std::size_t size) {
    if (size > size_ - at_) refuse("this order ends too early");
    at_ += size;
    return data_ + at_ - size;
  }
  Dice dice() {
    Dice dice;
    for (int left = take<std::uint8_t>(); left > 0; --left) {
      const int face = take<std::uint8_t>();
      if (face >= kDice || dice.count(face) == 5) refuse("these dice are not in the game");
      dice.add(face);
    }
    return dice;
  }
  // What a seat has seen; its hidden cards are drawn with this seed.
  Game game(std::uint64_t seed) {
    Seen seen;
    seen.rules = rules();
    seen.dice.dealer = take<std::uint8_t>();
    seen.seat = take<std::uint8_t>();
    seen.hand = take<std::uint64_t>();
    for (int seat = 0; seat < seen.rules.players; ++seat) seen.dice.drawn[seat] = dice();
    seen.dice.pool = dice();
    seen.actions = actions();
    Rng rng(seed);
    Game game = rebuild(seen, rng);
    if (game.state.over()) refuse("the round is over: there is nothing to think about");
    return game;
  }
  // A round with all its cards.
  Game open_game() {
    const Rules known = rules();
    Deal deal;
    deal.dealer = take<std::uint8_t>();
    if (deal.dealer >= known.players) refuse("the dealer has no seat");
    for (int seat = 0; seat < known.players; ++seat) deal.hands[seat] = take<std::uint64_t>();
    deal.aside = take<std::uint64_t>();
    for (int seat = 0; seat < known.players; ++seat) deal.drawn[seat] = dice();
    deal.pool = dice();
    Game game = Game::start(known, deal);
    for (const std::uint8_t action : actions()) game.step(action);
    return game;
  }
  int whole() { return static_cast<int>(take<double>()); }
  float real() { return static_cast<float>(take<double>()); }
  // So many numbers, counted by a byte.
  std::vector<int> numbers() {
    std::vector<int> found(static_cast<std::size_t>(take<std::uint8_t>()));
    for (int& number : found) number = whole();
    return found;
  }

 private:
  Rules rules() {
    const Rules known = rules_from_bytes(bytes(kRuleBytes), kRuleBytes);
    check(known);
    return known;
  }
  std::vector<std::uint8_t> actions() {
    const std::size_t length = take<std::uint8_t>();
    if (length > kMaxDecisions) refuse("more actions than a round has");
    const std::uint8_t* const found = bytes(length);
    return {found, found + length};
  }

  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

}  // namespace nokosu
