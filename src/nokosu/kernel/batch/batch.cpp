#include "batch/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <utility>

#include "club/policy.hpp"
#include "encode/encode_inline.hpp"
#include "rollout_policy/greedy.hpp"
#include "rollout_policy/playout.hpp"
#include "rules/deal.hpp"

namespace nokosu {
namespace {

template <class Bits>
NOKOSU_INLINE void write_mask(const Legal& legal, std::uint8_t* out) {
  std::memset(out, 0, kActions);
  if (legal.phase == Phase::play) {
    spread_cards<Bits>(legal.first, out + kPlayCard);
    spread_faces<Bits>(legal.second, out + kPlayDie);
  } else if (legal.phase == Phase::draft) {
    spread_faces<Bits>(static_cast<DieFaces>(legal.first), out + kTake);
    spread_faces<Bits>(legal.second, out + kZero);
  } else {
    out[kPass] = 1;
    spread_faces<Bits>(legal.second, out + kDeclare);
  }
}

// M4, M5: one, shared by the seats that won the match.
PerSeat<float> won_shares(const PerSeat<int>& totals, const Result& last, int players, const MatchRules& rules) {
  const auto rank = [&](int seat) {
    return std::pair{totals[seat], rules.leftover_breaks_ties ? int{last.target[seat]} : 0};
  };
  auto best = rank(0);
  for (int seat = 1; seat < players; ++seat) best = std::max(best, rank(seat));
  int winners = 0;
  for (int seat = 0; seat < players; ++seat) winners += rank(seat) == best;
  PerSeat<float> shares{};
  for (int seat = 0; seat < players; ++seat)
    if (rank(seat) == best) shares[seat] = 1 / static_cast<float>(winners);
  return shares;
}

}  // namespace

Batch::Batch(std::vector<Rules> tables, std::vector<std::uint8_t> table_of, std::uint64_t seed, int threads,
             bool canonical, std::vector<MatchRules> matches, Reward reward)
    : tables_(std::move(tables)),
      slots_(table_of.size()),
      offered_(table_of.size()),
      chosen_(table_of.size()),
      seed_(seed),
      canonical_(canonical),
      matches_(std::move(matches)),
      reward_(reward),
      pool_(static_cast<int>(std::clamp<std::size_t>(table_of.size(), 1, static_cast<std::size_t>(threads)))) {
  for (const Rules& rules : tables_) check(rules);
  matches_.resize(tables_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (table_of[i] >= tables_.size()) refuse("a game is to be played by rules that are not listed");
    slots_[i].table = table_of[i];
  }
  each_share([this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) deal(i);
  });
}

template <class Visit>
void Batch::each_share(Visit visit) {
  const std::size_t shares = static_cast<std::size_t>(pool_.shares());
  pool_.run([&](int share) {
    const std::size_t s = static_cast<std::size_t>(share);
    visit(size() * s / shares, size() * (s + 1) / shares);
  });
}

// Deals follow from (seed, game, episode) alone. Within a match the deal passes to the left.
void Batch::deal(std::size_t i) {
  Slot& slot = slots_[i];
  const Rules& rules = tables_[slot.table];
  const std::uint64_t game = planted(Fault::threads_share_a_stream) ? i % (size() / pool_.shares()) : first_ + i;
  slot.rng = Rng(seed_, game, slot.episode);
  const int next_dealer = (slot.game.deal.dealer + 1) % rules.players;
  slot.game.deal = deal_fast(rules, slot.rng);
  if (slot.round) slot.game.deal.dealer = static_cast<std::uint8_t>(next_dealer);
  slot.game.state = begin(rules, slot.game.deal);
  slot.game.length = 0;
  slot.game.leaders = {};
  place(i);
}

void Batch::place(std::size_t i) {
  Slot& slot = slots_[i];
  const Rules& rules = slot.game.state.rules;
  if (canonical_)
    for (int seat = 0; seat < rules.players; ++seat) slot.orders[seat] = dealt_order(rules, slot.game.deal, seat);
  offered_[i] = {};
}

void Batch::give_up(std::size_t i) {
  Slot& slot = slots_[i];
  ++slot.episode;
  slot.round = 0;
  slot.totals = {};
  deal(i);
}

// Writes what the seat to act is asked.
template <class Bits>
NOKOSU_INLINE void Batch::offer(std::size_t i) {
  Slot& slot = slots_[i];
  const State& state = slot.game.state;
  const int seat = state.to_act;
  if (canonical_) slot.frame = static_cast<std::uint8_t>(order_now(slot.game, seat, slot.orders[seat]));
  const Frame& here = frame(slot.frame);
  offered_[i] = canonical_ ? here.legal<Bits>(legal(state)) : legal(state);
  if (outputs.masks) write_mask<Bits>(offered_[i], outputs.masks + i * kActions);
  if (outputs.observations) observe_in<Bits>(slot.game, seat, here, outputs.observations + i * kObservation);
  if (outputs.privileged) observe_hidden_in<Bits>(slot.game, seat, here, outputs.privileged + i * kPrivileged);
  if (outputs.seats) outputs.seats[i] = static_cast<std::int8_t>(seat);
  if (!outputs.match) return;
  float* match = outputs.match + i * kMatch;
  std::memset(match, 0, kMatch * sizeof(float));
  const int players = state.rules.players;
  for (int r = 0; r < players; ++r) match[r] = static_cast<float>(slot.totals[(seat + r) % players]);
  match[kMaxPlayers] = slot.round;
  match[kMaxPlayers + 1] = static_cast<float>(std::max<int>(matches_[slot.table].rounds, 1) - slot.round);
}

// Writes the result of a finished round.
void Batch::settle(std::size_t i) {
  Slot& slot = slots_[i];
  const State& state = slot.game.state;
  const int players = state.rules.players;
  const Result result = score(state);
  for (int seat = 0; seat < players; ++seat) slot.totals[seat] += result.points[seat];
  const std::uint8_t end = ++slot.round >= matches_[slot.table].rounds ? kMatchEnds : kRoundEnds;
  if (outputs.ends) outputs.ends[i] = matches_[slot.table].rounds ? end : kRoundEnds;
  if (outputs.finals) write_finals(i);
  const PerSeat<float> shares = end == kMatchEnds ? won_shares(slot.totals, result, players, matches_[slot.table])
                                                  : PerSeat<float>{};
  for (int seat = 0; seat < players; ++seat) {
    if (outputs.rewards) {
      float& to = outputs.rewards[i * kMaxPlayers + seat];
      switch (reward_) {
        case Reward::margin: to = margin(result, players, seat) / kRewardScale; break;
        case Reward::points: to = static_cast<float>(result.points[seat]) / kRewardScale; break;
        case Reward::win: to = shares[seat]; break;
      }
    }
    if (outputs.scores) outputs.scores[i * kMaxPlayers + seat] = result.points[seat];
    if (!outputs.outcomes) continue;
    std::uint8_t* row = outputs.outcomes + (i * kMaxPlayers + seat) * kOutcome;
    row[0] = result.won[seat];
    row[1] = result.target[seat];
    row[2] = result.made >> seat & 1;
    row[3] = result.zero >> seat & 1;
  }
  if (end == kMatchEnds) {
    slot.round = 0;
    slot.totals = {};
  }
}

// What each seat knows when the round is over.
void Batch::write_finals(std::size_t i) {
  const Slot& slot = slots_[i];
  std::uint8_t* out = outputs.finals + i * kMaxPlayers * kObservation;
  std::memset(out, 0, kMaxPlayers * kObservation);
  for (int seat = 0; seat < slot.game.state.rules.players; ++seat) {
    const Frame& here = frame(canonical_ ? order_now(slot.game, seat, slot.orders[seat]) : 0);
    observe_in<PlainBits>(slot.game, seat, here, out + seat * kObservation);
  }
}

void Batch::clear_results(std::size_t i) {
  if (outputs.rewards) std::memset(outputs.rewards + i * kMaxPlayers, 0, kMaxPlayers * sizeof(float));
  if (outputs.scores) std::memset(outputs.scores + i * kMaxPlayers, 0, kMaxPlayers * sizeof(float));
  if (outputs.outcomes) std::memset(outputs.outcomes + i * kMaxPlayers * kOutcome, 0, kMaxPlayers * kOutcome);
  if (outputs.ends) outputs.ends[i] = 0;
}

template <class Bits>
NOKOSU_INLINE void Batch::advance(std::size_t i, Action action) {
  Slot& slot = slots_[i];
  slot.game.step_trusted(canonical_ ? frame(slot.frame).outward[action] : action);
  clear_results(i);
  go_on(i);
  offer<Bits>(i);
}

NOKOSU_INLINE void Batch::go_on(std::size_t i) {
  Slot& slot = slots_[i];
  for (;;) {
    if (slot.game.state.over()) [[unlikely]] {
      settle(i);
      ++slot.episode;
      deal(i);
    }
    const Player player = players_[slot.game.state.to_act];
    if (player == Player::caller) return;
    slot.game.step_trusted(chosen_by(player, i));
  }
}

Action Batch::chosen_by(Player player, std::size_t i) {
  Slot& slot = slots_[i];
  const Legal may = legal(slot.game.state);
  if (may.count() == 1) return nth_action(may, 0);
  switch (player) {
    case Player::greedy: return greedy(slot.game.state, slot.rng);
    case Player::club: return club::best(slot.game.state, club_[slot.table]);
    default: return random_action(may, slot.rng);
  }
}

void Batch::seat(const PerSeat<Player>& players, std::vector<club::Weights> club) {
  for (const Rules& rules : tables_)
    if (std::count(players.begin(), players.begin() + rules.players, Player::caller) == 0)
      refuse("bots in every seat: leave one to play");
  if (std::count(players.begin(), players.end(), Player::club) && club.size() != tables_.size())
    refuse("the club player needs weights for every set of rules");
  players_ = players;
  club_ = std::move(club);
}

void Batch::number_from(std::uint64_t first) {
  first_ = first;
  for (std::size_t i = 0; i < size(); ++i) deal(i);
}

void Batch::reset() {
  each_share([this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (slots_[i].game.length || slots_[i].round) give_up(i);  // an untouched deal is as good as a new one
      clear_results(i);
      if (outputs.players) outputs.players[i] = tables_[slots_[i].table].players;
      if (outputs.finals) std::memset(outputs.finals + i * kMaxPlayers * kObservation, 0, kMaxPlayers * kObservation);
      go_on(i);
      offer<PlainBits>(i);
    }
  });
  ready_ = true;
}

void Batch::reset(std::uint64_t seed) {
  seed_ = seed;
  each_share([this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      slots_[i].episode = ~std::uint64_t{0};  // giving it up makes it 0
      give_up(i);
    }
  });
  reset();
}

void Batch::reset_game(std::size_t i) {
  give_up(i);
  clear_results(i);
  go_on(i);
  offer<PlainBits>(i);
}

void Batch::set_game(std::size_t i, const Game& game) {
  Slot& slot = slots_[i];
  if (!(game.state.rules == tables_[slot.table]))
    refuse("game " + std::to_string(i) + " is played by other rules than this state");
  if (game.state.over()) refuse("the round of this state is over; a batch goes on from rounds in progress");
  slot.game = game;
  place(i);
  clear_results(i);
  go_on(i);
  offer<PlainBits>(i);
}

template <class Bits>
NOKOSU_INLINE void Batch::advance_all(std::size_t begin, std::size_t end, bool random) {
  for (std::size_t i = begin; i < end; ++i)
    advance<Bits>(i, random ? random_action<Bits>(offered_[i], slots_[i].rng) : Action{chosen_[i]});
}

void Batch::advance_plain(std::size_t begin, std::size_t end, bool random) {
  advance_all<PlainBits>(begin, end, random);
}

NOKOSU_FAST void Batch::advance_fast(std::size_t begin, std::size_t end, bool random) {
  advance_all<FastBits>(begin, end, random);
}

void Batch::advance_share(std::size_t begin, std::size_t end, bool random) {
  fast_processor() ? advance_fast(begin, end, random) : advance_plain(begin, end, random);
}

template <class Number>
std::ptrdiff_t Batch::step(const Number* actions) {
  std::atomic<std::size_t> illegal{size()};
  each_share([&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Number action = actions[i];
      // Compared in its own type first: a wide number must not be cut down to a legal one.
      if (action >= 0 && action < kActions && offered_[i].has(static_cast<Action>(action))) {
        chosen_[i] = static_cast<std::uint8_t>(action);
        continue;
      }
      for (std::size_t lowest = illegal; i < lowest && !illegal.compare_exchange_weak(lowest, i);) {
      }
      break;
    }
  });
  if (illegal < size()) return static_cast<std::ptrdiff_t>(illegal.load());
  each_share([&](std::size_t begin, std::size_t end) { advance_share(begin, end, false); });
  return -1;
}

void Batch::step_random(long steps) {
  each_share([&](std::size_t begin, std::size_t end) {
    for (long n = 0; n < steps; ++n) advance_share(begin, end, true);
  });
}

void Batch::ask(const std::uint8_t* asked, std::int64_t* actions,
                const std::function<Action(const Game&, std::size_t)>& policy) {
  std::atomic<std::size_t> next{0};  // games take unequal time, so each thread takes the next one
  pool_.run([&](int) {
    for (std::size_t i = next++; i < size(); i = next++) {
      if (!asked[i]) continue;
      const Slot& slot = slots_[i];
      const Action action = policy(slot.game, i);
      actions[i] = canonical_ ? frame(slot.frame).inward[action] : action;
    }
  });
}

namespace {

static_assert(kActions == 5 * 32 + 1);

template <class Bits>
NOKOSU_INLINE Action choose_one(const std::uint8_t* mask, Rng& rng) {
  const std::array<std::uint64_t, 3> bits = {Bits::gather(mask) | Bits::gather(mask + 32) << 32,
                                             Bits::gather(mask + 64) | Bits::gather(mask + 96) << 32,
                                             Bits::gather(mask + 128) | std::uint64_t{mask[160] != 0} << 32};
  const auto first = static_cast<std::uint32_t>(std::popcount(bits[0]));
  const auto second = static_cast<std::uint32_t>(std::popcount(bits[1]));
  const auto third = static_cast<std::uint32_t>(std::popcount(bits[2]));
  if (!(first + second + third)) return 0;
  const std::uint32_t n = rng.below(first + second + third);
  if (n < first) return Bits::nth(bits[0], n);
  if (n < first + second) return 64 + Bits::nth(bits[1], n - first);
  return 128 + Bits::nth(bits[2], n - first - second);
}

template <class Number>
void choose_plain(const std::uint8_t* masks, std::size_t rows, Number* actions, Rng& rng) {
  for (std::size_t i = 0; i < rows; ++i)
    actions[i] = static_cast<Number>(choose_one<PlainBits>(masks + i * kActions, rng));
}

template <class Number>
NOKOSU_FAST void choose_fast(const std::uint8_t* masks, std::size_t rows, Number* actions, Rng& rng) {
  for (std::size_t i = 0; i < rows; ++i)
    actions[i] = static_cast<Number>(choose_one<FastBits>(masks + i * kActions, rng));
}

}  // namespace

template <class Number>
void choose(const std::uint8_t* masks, std::size_t rows, Number* actions, Rng& rng) {
  fast_processor() ? choose_fast(masks, rows, actions, rng) : choose_plain(masks, rows, actions, rng);
}

#define NOKOSU_NUMBER(Number)                                  \
  template std::ptrdiff_t Batch::step<Number>(const Number*); \
  template void choose<Number>(const std::uint8_t*, std::size_t, Number*, Rng&);
NOKOSU_NUMBER(std::uint8_t)
NOKOSU_NUMBER(std::int16_t)
NOKOSU_NUMBER(std::int32_t)
NOKOSU_NUMBER(std::int64_t)

}  // namespace nokosu
