#include "endgame/endgame.hpp"

#include <algorithm>

#include "endgame/ending.hpp"
#include "endgame/transpositions.hpp"
#include "rules/legal.hpp"

namespace nokosu {
namespace {

// What a line of play comes to. Made has one bit per seat.
struct Outcome {
  PerSeat<std::int16_t> points{};
  std::uint8_t made = 0;
};

// A seat's margin times (players - 1), and no division.
int scaled_margin(const Outcome& outcome, int players, int seat) {
  int sum = 0;
  for (int other = 0; other < players; ++other) sum += outcome.points[other];
  return players * outcome.points[seat] - sum;
}

// Whether the seat takes a rather than b. A total order over outcomes: no two ways to search can differ.
bool prefers(const Outcome& a, const Outcome& b, int players, int seat) {
  const int margin_a = scaled_margin(a, players, seat), margin_b = scaled_margin(b, players, seat);
  if (margin_a != margin_b) return margin_a > margin_b;
  if (a.points[seat] != b.points[seat]) return a.points[seat] > b.points[seat];
  for (int step = 1; step < players; ++step) {
    const int other = (seat + step) % players;
    if (a.points[other] != b.points[other]) return a.points[other] < b.points[other];
  }
  return a.made > b.made;
}

// The paranoid value is one number: margin, then points, then made.
constexpr std::int32_t kPointsUnit = 2, kMarginUnit = 1 << 14;
constexpr std::int32_t kInfinite = 2'000'000'000;

struct Bounds {
  std::int32_t low = -kInfinite, high = kInfinite;
};

constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
  return x ^ x >> 32;
}

// Random numbers for what can be at one place: owner (3 bits), class of the piece (5 bits).
struct Words {
  std::array<std::uint64_t, 256> high{}, low{};
  constexpr Words() {
    for (std::size_t i = 0; i < high.size(); ++i) {
      high[i] = mix64(2 * i + 0x9e3779b97f4a7c15);
      low[i] = mix64(high[i] + 0x632be59bd9b4e019);
    }
  }
};
constexpr Words kWords;

constexpr int kClasses = 17;  // a card, or a die by what its seat would need if it stayed

}  // namespace

struct Endgame::Solver {
  Solver(const State& state, const EndgameOptions& how) : root(state), options(how), slots(state), me(state.to_act) {
    const Rules& r = state.rules;
    const int most = r.trick_points * r.tricks() + r.bonus * r.players + r.zero_bonus;
    if (most >= kMarginUnit / kPointsUnit) refuse("these points are too high for the solver");
    nokosu::legal(state).each([&](Action action) { report.actions.push_back({.action = action}); });
  }

  // --- what pieces are alike ------------------------------------------------------------------------

  // Cards are alike but for strength. Dice are targets too, unless the contract is zero.
  int class_of(const Ending& at, int seat, int slot) const {
    const int number = slots.number[slot];
    return number == 0 || at.has_zero(seat) ? 0 : 1 + at.need(seat, number);
  }

  // The legal pieces, of those that are alike only the weakest.
  Pieces moves(const Ending& at) const {
    const Pieces legal = at.legal(slots);
    if (!options.equivalence || !(legal & (legal - 1))) return legal;
    const int seat = at.to_act;
    Pieces others = 0;
    for (int other = 0; other < at.players; ++other)
      if (other != seat) others |= at.hands[other];
    std::array<std::int8_t, kClasses> last;
    last.fill(-1);
    Pieces tried = legal;
    for (Pieces rest = legal; rest; rest &= rest - 1) {
      const int slot = std::countr_zero(rest);
      std::int8_t& before = last[static_cast<std::size_t>(class_of(at, seat, slot))];
      if (before >= 0 && alike(at, others, before, slot)) tried &= ~(Pieces{1} << slot);
      before = static_cast<std::int8_t>(slot);
    }
    return tried;
  }

  // No piece of another seat is between them or as strong as one of them (W4), nor is the trick under way.
  bool alike(const Ending& at, Pieces others, int weak, int strong) const {
    if (slots.suit[weak] != slots.suit[strong]) return false;
    const int low = slots.strength[weak], high = slots.strength[strong];
    if (low == high) return true;
    Pieces between = slots.from[weak] & slots.up_to[strong];
    if (planted(Fault::equals_are_alike)) between &= ~slots.up_to[weak] & ~slots.from[strong];
    if (between & others) return false;
    const bool counts = at.laid && (slots.suit[weak] == at.led || low >= kTrumpStrength);
    return !counts || (low >= at.best) == (high >= at.best);
  }

  // --- keys, at the beginning of a trick --------------------------------------------------------------

  Key key(const Ending& at) const { return options.equivalence ? relative_key(at) : plain_key(at); }

  // The same for positions that differ in names only: what matters is whose pieces lie in which order in a
  // suit, not their numbers, nor which colour it is.
  Key relative_key(const Ending& at) const {
    Key sum{mix64(at.to_act + 1u), 0};
    Pieces all = 0;
    for (int seat = 0; seat < at.players; ++seat) {
      sum.high = sum.high * 31 + standing(at, seat);
      all |= at.hands[seat];
    }
    sum.high = mix64(sum.high);
    sum.low = mix64(sum.high + 1);
    for (int suit = 0; suit < kSuits; ++suit) {
      Pieces rest = all & slots.suits[suit];
      if (!rest) continue;
      std::uint64_t high = suit == kTrumpSuit ? 0x5bd1e995 : 1, low = high;
      while (rest) {
        // Equally strong pieces are a heap without order.
        const Pieces heap = rest & slots.up_to[std::countr_zero(rest)];
        std::uint64_t heap_high = 0, heap_low = 0;
        for (Pieces each = heap; each; each &= each - 1) {
          const int slot = std::countr_zero(each);
          const int seat = owner[static_cast<std::size_t>(slot)];
          const auto word = static_cast<std::size_t>(seat | class_of(at, seat, slot) << 3);
          heap_high += kWords.high[word];
          heap_low += kWords.low[word];
        }
        high = (high ^ heap_high) * 0x9fb21c651e98df25;
        high ^= high >> 28;
        low = (low ^ heap_low) * 0xc2b2ae3d27d4eb4f;
        low ^= low >> 31;
        rest &= ~heap;
      }
      sum.high += high;
      sum.low += low;
    }
    sum.high |= 1;
    return sum;
  }

  // What a seat's contract depends on but for its hand.
  unsigned standing(const Ending& at, int seat) const {
    if (at.has_zero(seat)) return at.won[seat] == 0 ? 1 : 2;
    if (at.target[seat] == Ending::kOpen) return 0;
    const int need = at.need(seat, at.target[seat]);
    return need == Ending::kLost ? 2 : 3 + static_cast<unsigned>(need);
  }

  Key plain_key(const Ending& at) const {
    Key sum{at.to_act + 1u, at.left};
    for (int seat = 0; seat < at.players; ++seat) {
      const std::uint64_t hand = at.hands[seat];
      const unsigned contract = at.won[seat] * 256u + at.target[seat];
      sum.high = mix64((sum.high ^ hand) * 0x9fb21c651e98df25 + contract);
      sum.low = mix64((sum.low + hand) * 0xc2b2ae3d27d4eb4f ^ contract);
    }
    sum.high |= 1;
    return sum;
  }

  // --- outcomes (S1-S4) --------------------------------------------------------------------------------

  Outcome outcome(const Ending& at) const {
    Outcome result;
    const Rules& rules = root.rules;
    int makers = 0;
    for (int seat = 0; seat < at.players; ++seat) {
      const bool made = at.won[seat] == at.target[seat];
      result.made |= static_cast<std::uint8_t>(unsigned{made} << seat);
      makers += made;
    }
    for (int seat = 0; seat < at.players; ++seat) {
      int points = rules.trick_points * at.won[seat];
      if (result.made >> seat & 1) points += rules.bonus * (at.players - makers);
      if (result.made >> seat & 1 && at.has_zero(seat)) points += rules.zero_bonus;
      result.points[seat] = static_cast<std::int16_t>(points);
    }
    return result;
  }

  // Tables hold points from here on, so that tricks won before do not matter where contracts do not.
  Outcome shifted(Outcome outcome, const Ending& at, int sign) const {
    const int each = sign * root.rules.trick_points;
    for (int seat = 0; seat < at.players; ++seat)
      outcome.points[seat] = static_cast<std::int16_t>(outcome.points[seat] + each * at.won[seat]);
    return outcome;
  }

  std::int32_t value(const Outcome& outcome) const {
    return scaled_margin(outcome, root.rules.players, me) * kMarginUnit + outcome.points[me] * kPointsUnit +
           (outcome.made >> me & 1);
  }

  std::int32_t before(const Ending& at) const {
    Outcome won;
    return value(shifted(won, at, 1));
  }

  // --- the search ----------------------------------------------------------------------------------------

  // Once the nodes are spent, every value is meaningless: nothing may be stored any more, and `add` gives up.
  bool spent() const { return report.nodes > options.nodes; }

  // Plays on while there is nothing to choose; false at the end.
  bool to_choice(Ending& at, Pieces& tried) const {
    while (at.left) {
      tried = moves(at);
      if (tried & (tried - 1)) return true;
      at.play(slots, std::countr_zero(tried));
    }
    return false;
  }

  Outcome maxn(Ending at) {
    ++report.nodes;
    if (spent()) return {};
    Pieces tried = 0;
    if (!to_choice(at, tried)) return outcome(at);
    const bool kept = options.transpositions && at.laid == 0 && at.left > 1;
    Key name;
    if (kept) {
      name = key(at);
      if (const Outcome* found = outcomes.find(name)) return shifted(*found, at, 1);
    }
    const int seat = at.to_act;
    Outcome best;
    bool first = true;
    for (; tried; tried &= tried - 1) {
      Ending next = at;
      next.play(slots, std::countr_zero(tried));
      const Outcome found = maxn(next);
      if (spent()) return {};
      if (first || prefers(found, best, at.players, seat)) best = found;
      first = false;
    }
    if (kept) outcomes.store(name, shifted(best, at, -1));
    return best;
  }

  std::int32_t paranoid(Ending at, std::int32_t alpha, std::int32_t beta) {
    ++report.nodes;
    if (spent()) return 0;
    Pieces tried = 0;
    if (!to_choice(at, tried)) return value(outcome(at));
    const bool kept = options.transpositions && at.laid == 0 && at.left > 1;
    const std::int32_t base = kept ? before(at) : 0;
    Key name;
    Bounds bounds;
    if (kept) {
      name = key(at);
      if (const Bounds* found = values.find(name)) bounds = *found;
      if (bounds.low > -kInfinite && bounds.low + base >= beta) return bounds.low + base;
      if (bounds.high < kInfinite && bounds.high + base <= alpha) return bounds.high + base;
      if (bounds.low == bounds.high) return bounds.low + base;
    }
    const bool mine = at.to_act == me;
    std::int32_t best = mine ? -kInfinite : kInfinite, low = alpha, high = beta;
    for (; tried && low < high; tried &= tried - 1) {
      Ending next = at;
      next.play(slots, std::countr_zero(tried));
      const std::int32_t found = paranoid(next, low, high);
      if (spent()) return 0;
      best = mine ? std::max(best, found) : std::min(best, found);
      if (mine) low = std::max(low, best);
      else high = std::min(high, best);
    }
    if (kept) {
      // Above alpha the true value is at least this, below beta at most.
      if (best > alpha) bounds.low = best - base;
      if (best < beta) bounds.high = best - base;
      values.store(name, bounds);
    }
    return best;
  }

  // --- one world ---------------------------------------------------------------------------------------------

  bool add(const PerSeat<Cards>& hands, double weight) {
    const Ending start(slots, root, hands);
    owner.fill(0);
    for (int seat = 0; seat < start.players; ++seat)
      for (Pieces rest = start.hands[seat]; rest; rest &= rest - 1)
        owner[static_cast<std::size_t>(std::countr_zero(rest))] = static_cast<std::uint8_t>(seat);
    const Pieces legal = start.legal(slots), tried = moves(start);
    found.assign(report.actions.size(), {});
    for (std::size_t i = 0; i < found.size(); ++i) {
      const int slot = slot_of(legal, report.actions[i].action);
      // A piece that is not tried is like the next weaker one of its class that is.
      int tried_slot = slot;
      while (!(tried >> tried_slot & 1)) tried_slot = weaker(start, legal, tried_slot);
      SolvedAction& row = found[i];
      std::size_t same = 0;
      while (same < i && slot_of(legal, report.actions[same].action) != tried_slot) ++same;
      if (tried_slot != slot && same < i) {
        row = found[same];
        continue;
      }
      Ending next = start;
      next.play(slots, tried_slot);
      solve(next, row);
      if (spent()) return false;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      SolvedAction& sum = report.actions[i];
      sum.margin += weight * found[i].margin;
      sum.made += weight * found[i].made;
      for (std::size_t seat = 0; seat < sum.points.size(); ++seat) sum.points[seat] += weight * found[i].points[seat];
    }
    weights += weight;
    ++report.worlds;
    return true;
  }

  int slot_of(Pieces legal, Action action) const {
    for (Pieces rest = legal; rest; rest &= rest - 1)
      if (slots.action[static_cast<std::size_t>(std::countr_zero(rest))] == action) return std::countr_zero(rest);
    refuse("this action is not legal in every world");
  }

  int weaker(const Ending& at, Pieces legal, int slot) const {
    const int kind = class_of(at, at.to_act, slot);
    for (int next = slot - 1; next >= 0; --next)
      if ((legal >> next & 1) && class_of(at, at.to_act, next) == kind) return next;
    return slot;
  }

  void solve(const Ending& next, SolvedAction& row) {
    const int players = root.rules.players;
    if (options.method == EndgameMethod::maxn) {
      const Outcome found = maxn(next);
      row.margin = static_cast<double>(scaled_margin(found, players, me)) / (players - 1);
      row.made = found.made >> me & 1;
      for (int seat = 0; seat < players; ++seat) row.points[seat] = found.points[seat];
      return;
    }
    // Points and made are never negative and stay below a unit of margin.
    const std::int32_t found = paranoid(next, -kInfinite, kInfinite);
    const std::int32_t low = found & (kMarginUnit - 1);
    row.margin = static_cast<double>((found - low) / kMarginUnit) / (players - 1);
    row.points[me] = low / kPointsUnit;
    row.made = low % kPointsUnit;
  }

  const State root;
  const EndgameOptions options;
  const Slots slots;
  const int me;
  std::array<std::uint8_t, Slots::kMost> owner{};
  Transpositions<Outcome> outcomes;
  Transpositions<Bounds> values;
  EndgameReport report;
  std::vector<SolvedAction> found;  // in one world
  double weights = 0;
};

Endgame::Endgame(const State& root, const EndgameOptions& options) : solver_(std::make_unique<Solver>(root, options)) {}
Endgame::~Endgame() = default;

bool Endgame::add(const PerSeat<Cards>& hands, double weight) { return solver_->add(hands, weight); }
const std::vector<SolvedAction>& Endgame::last() const { return solver_->found; }

EndgameReport Endgame::report() const {
  EndgameReport mean = solver_->report;
  if (!(solver_->weights > 0)) refuse("no world was solved");
  for (SolvedAction& row : mean.actions) {
    row.margin /= solver_->weights;
    row.made /= solver_->weights;
    for (double& points : row.points) points /= solver_->weights;
  }
  return mean;
}

}  // namespace nokosu
