#include "network/inputs.hpp"

namespace nokosu {
namespace {

constexpr int kAmounts = offset("draft");
constexpr int kPlayed = kMaxTricks * kMaxPlayers, kPicked = 3 * kMaxPlayers;
constexpr int kPlays = kAmounts, kByNumber = kPlays + 8 * kPlayed, kPicks = kByNumber + kPlayed,
              kDeclarations = kPicks + 8 * kPicked;
static_assert(kDeclarations + 8 * kMaxPlayers <= kInputs && kInputs + kPrivileged <= kHiddenInputs);

// What each amount is multiplied with, in 140ths.
constexpr auto scales() {
  std::array<std::int16_t, kAmounts> all{};
  int at = 0;
  for (const Field& field : kObservationFields) {
    if (at >= kAmounts) break;
    const bool fifth = field.name == "cards_left" || field.name == "counts";
    const int scale = field.name == "won" ? 35 : fifth ? 28 : field.name == "rules" ? 14 : kUnit;
    for (int i = 0; i < field.size(); ++i) {
      const bool number = field.name == "trick" && i % field.columns == 3;
      all[at++] = static_cast<std::int16_t>(number ? 35 : scale);
    }
  }
  return all;
}
constexpr auto kScales = scales();

// A piece in eight numbers: lies, is a die, colour one-hot, number.
void add_piece(int at, int lies, bool is_die, int colour, int number, Inputs& out) {
  out.add(at, lies * kUnit);
  if (is_die) out.add(at + 1, kUnit);
  out.add(at + 2 + colour, kUnit);
  if (number) out.add(at + 7, number * (kUnit / 7));
}

void add_die(int at, int lies, int die, Inputs& out) {
  add_piece(at, lies, true, die_colour(die), die_number(die), out);
}

}  // namespace

void read_observation(const std::uint8_t* observation, Inputs& out) {
  out.count = 0;
  static_assert(kAmounts % 4 == 0);
  for (int at = 0; at < kAmounts; at += 4) {
    std::uint32_t four;
    std::memcpy(&four, observation + at, 4);
    if (!four) continue;
    for (int i = at; i < at + 4; ++i)
      if (observation[i]) out.add(i, observation[i] * kScales[i]);
  }
  int trump = 0;
  for (int number = 1; number <= kDieNumbers; ++number)
    if (observation[offset("trump_number") + number - 1]) trump = number;
  for (int i = 0; i < kPlayed; ++i) {
    const int code = observation[offset("plays") + i];
    if (!code) continue;
    const bool is_die = code > kCards;
    const int piece = code - 1 - (is_die ? kCards : 0);
    const int number = is_die ? die_number(piece) : card_number(piece);
    add_piece(kPlays + 8 * i, 1, is_die, is_die ? die_colour(piece) : card_colour(piece), number, out);
    if (trump && number == trump) out.add(kByNumber + i, kUnit);
  }
  for (int i = 0; i < kPicked; ++i) {
    const int code = observation[offset("draft") + i];
    if (code) add_die(kPicks + 8 * i, code > kDice ? 2 : 1, (code - 1) % kDice, out);
  }
  for (int i = 0; i < kMaxPlayers; ++i) {
    const int code = observation[offset("declarations") + i];
    if (code == 1) out.add(kDeclarations + 8 * i, -kUnit);
    if (code > 1) add_die(kDeclarations + 8 * i, 1, code - 2, out);
  }
}

void add_hidden(const std::uint8_t* hidden, Inputs& out) {
  for (int i = 0; i < kPrivileged; ++i)
    if (hidden[i]) out.add(kInputs + i, hidden[i] * kUnit);
}

}  // namespace nokosu
