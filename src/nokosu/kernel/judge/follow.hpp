// Following a round that has been played, with open cards: what it was worth to every seat before each of its decisions.
#pragma once

#include "champion/champion.hpp"
#include "search/search.hpp"

namespace nokosu {

// What the round is worth at one point, to all seats.
struct Worth {
  PerSeat<double> points{};   // expected; at the end those of the sheet
  PerSeat<double> squares{};  // of the standard errors
  PerSeat<double> wins{};     // chance of the highest total in the end; nothing without a match
};

// One action that a seat could have taken, with open cards.
struct Instead {
  int decision = 0;
  Action action = 0;
  double points = 0, margin = 0;
};

struct Followed {
  std::vector<Worth> worths;      // before every decision, then at the end
  std::vector<Instead> instead;   // every choice of one seat
};

// `seat`: whose choices are looked at. With a network its policy plays on for a few tricks, so often, and its critic says the
// rest; without, rounds are played out by the rollout policy, so often.
Followed follow(const Game& game, int seat, const Network& network, int samples, const std::optional<MatchSoFar>& match,
                std::uint64_t seed);
Followed follow(const Game& game, int seat, int playouts, const std::optional<MatchSoFar>& match, std::uint64_t seed);

}  // namespace nokosu
