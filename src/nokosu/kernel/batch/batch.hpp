// Many games in lock-step, for training.
//
// In: Rules for every game, a seed, and an action for every game per step.
// Out: masks, observations and results, written into the caller's arrays. Games never touch each other, so the result
// is the same for any number of threads.
#pragma once

#include <cstddef>
#include <functional>

#include "base/pool.hpp"
#include "base/rng.hpp"
#include "club/club.hpp"
#include "encode/encode.hpp"

namespace nokosu {

inline constexpr float kRewardScale = 20;  // rewards in points are divided by this
inline constexpr int kOutcome = 4;         // a seat's outcome: tricks won, target, made, zero contract
inline constexpr int kMatch = kMaxPlayers + 2;  // totals by seat from the seat to act, rounds over, rounds left
inline constexpr std::uint8_t kRoundEnds = 1, kMatchEnds = 2;

// What a finished round is worth: the margin, the points, or a share of the won match.
enum class Reward : std::uint8_t { margin, points, win };

// How many rounds a match has (0: rounds are played one by one), and who wins on equal totals.
struct MatchRules {
  std::uint8_t rounds = 0;
  bool leftover_breaks_ties = false;
};

// Who plays a seat: the caller, or the batch itself.
enum class Player : std::uint8_t { caller, random, greedy, club };

// Where to write, one row per game; null is skipped.
struct Outputs {
  std::uint8_t* masks = nullptr;         // kActions
  std::uint8_t* observations = nullptr;  // kObservation
  std::uint8_t* privileged = nullptr;    // kPrivileged
  float* rewards = nullptr;              // kMaxPlayers, see Reward
  float* scores = nullptr;               // kMaxPlayers, points of the round
  std::uint8_t* outcomes = nullptr;      // kMaxPlayers * kOutcome
  std::int8_t* seats = nullptr;          // seat to act
  std::uint8_t* ends = nullptr;          // kRoundEnds or kMatchEnds where a new round is dealt
  std::uint8_t* players = nullptr;
  std::uint8_t* finals = nullptr;  // kMaxPlayers * kObservation, each seat's at the end; kept until the next end
  float* match = nullptr;          // kMatch
};

class Batch {
 public:
  // One entry in `tables` for every set of rules; game i is played by tables[table_of[i]]. `matches` is empty or has
  // an entry for each of them.
  Batch(std::vector<Rules> tables, std::vector<std::uint8_t> table_of, std::uint64_t seed, int threads, bool canonical,
        std::vector<MatchRules> matches, Reward reward);

  std::size_t size() const { return slots_.size(); }
  int threads() const { return pool_.shares(); }
  Outputs outputs;

  // The batch plays these seats itself and stops only where the caller is to act; `club` has weights for every set of
  // rules. At every table the caller has a seat. `first` is the number of the first game, on which its deals depend.
  void seat(const PerSeat<Player>& players, std::vector<club::Weights> club);
  void number_from(std::uint64_t first);
  bool ready() const { return ready_; }  // reset has been called, so every game has its offer
  void reset();
  void reset(std::uint64_t seed);   // as a new batch with this seed
  void reset_game(std::size_t i);   // gives up one game and deals it again
  // Goes on from this round; refuses one that is over or follows other rules. A match keeps its totals.
  void set_game(std::size_t i, const Game& game);
  // The first game whose action is not legal, or -1. If there is one, no game has moved.
  template <class Number>
  std::ptrdiff_t step(const Number* actions);
  // Steps with actions drawn by each game's own generator; writes everything after every step.
  void step_random(long steps);

  // Asks a policy for the action of every game whose byte in `asked` is not 0; the other actions stay as they are.
  // The policy is called from all threads.
  void ask(const std::uint8_t* asked, std::int64_t* actions,
           const std::function<Action(const Game&, std::size_t)>& policy);

  const Game& game(std::size_t i) const { return slots_[i].game; }
  std::uint64_t episode(std::size_t i) const { return slots_[i].episode; }

 private:
  struct Slot {
    Game game;
    Rng rng{0};
    std::uint64_t episode = 0;
    PerSeat<DealtOrder> orders{};
    std::uint8_t table = 0;
    std::uint8_t frame = 0;  // of the seat to act
    std::uint8_t round = 0;  // of the match
    PerSeat<int> totals{};   // of the match
  };

  void deal(std::size_t i);
  void place(std::size_t i);  // what follows from the round that the slot holds
  void give_up(std::size_t i);
  void clear_results(std::size_t i);
  template <class Bits>
  void offer(std::size_t i);
  template <class Bits>
  void advance(std::size_t i, Action action);
  void go_on(std::size_t i);  // until the caller is to act
  Action chosen_by(Player player, std::size_t i);
  void settle(std::size_t i);
  void write_finals(std::size_t i);
  template <class Visit>
  void each_share(Visit visit);
  template <class Bits>
  void advance_all(std::size_t begin, std::size_t end, bool random);
  void advance_plain(std::size_t begin, std::size_t end, bool random);
  void advance_fast(std::size_t begin, std::size_t end, bool random);
  void advance_share(std::size_t begin, std::size_t end, bool random);

  std::vector<Rules> tables_;
  std::vector<Slot> slots_;
  std::vector<Legal> offered_;  // in the frame that the caller sees
  std::vector<std::uint8_t> chosen_;
  std::uint64_t seed_;
  bool canonical_;
  std::vector<MatchRules> matches_;  // by table
  Reward reward_;
  PerSeat<Player> players_{};
  std::vector<club::Weights> club_;  // by table
  std::uint64_t first_ = 0;
  bool ready_ = false;
  Pool pool_;
};

// One action a row, drawn uniformly from the mask's non-zero bytes; a row without any gets 0.
template <class Number>
void choose(const std::uint8_t* masks, std::size_t rows, Number* actions, Rng& rng);

}  // namespace nokosu
