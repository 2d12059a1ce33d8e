// Terms of picks and declarations (bots/club/draft.py, middle.py, zero.py).
#include "club/club.hpp"

#include "base/maths.hpp"

namespace nokosu::club {
namespace {

constexpr double kUsualChance = 0.4;  // how often a contract is made; before the play nothing better is assumed

// The dice that may become trump, counted: each is taken to be equally likely to stay.
struct Middle {
  int size = 0;
  std::array<int, kDice> by_face{};
  std::array<int, kColours> by_colour{};
  std::array<int, kCardNumbers> by_number{};

  explicit Middle(const Dice& pool) {
    for (DieFaces rest = pool.faces(); rest; rest &= rest - 1) {
      const int die = std::countr_zero(rest), times = pool.count(die);
      size += times;
      by_face[die] += times;
      by_colour[die_colour(die)] += times;
      by_number[die_number(die)] += times;
    }
  }

  double mean(int colour, int number, double as_twin, double as_number, double as_colour, double as_plain) const {
    const bool on_dice = number >= 1 && number <= kDieNumbers;
    const int twins = on_dice ? by_face[die_of(colour, number)] : 0;
    const int numbers = by_number[number] - twins, colours = by_colour[colour] - twins;
    const int plain = size - twins - numbers - colours;
    return (twins * as_twin + numbers * as_number + colours * as_colour + plain * as_plain) / size;
  }
  Odds odds(int colour, int number, const Table& t) const {
    return {mean(colour, number, t.twin_win, t.number_win, t.colour_win[number], t.plain_win[number]),
            mean(colour, number, t.twin_lose, t.number_lose, t.colour_lose[number], t.plain_lose[number])};
  }
  double danger(int colour, int number, double cover, const Table& t) const {
    return mean(colour, number, t.twin_danger, t.number_danger, t.colour_danger[number], t.plain_danger[number] * cover);
  }
};

double zero_chance(Cards cards, const Dice& dice, const Middle& middle, const Weights& weights) {
  double danger = 0.0;
  for (int colour = 0; colour < kColours; ++colour) {
    int lower = 0;
    for (int number = 0; number < kCardNumbers; ++number) {
      int pieces = cards >> card_of(colour, number) & 1;
      if (number >= 1 && number <= kDieNumbers) pieces += dice.count(die_of(colour, number));
      for (; pieces > 0; --pieces, ++lower) {
        const double cover = lower == 0 ? 1.0 : weights.cover[std::min(lower, 3) - 1];
        danger += middle.danger(colour, number, cover, weights.table);
      }
    }
  }
  return exponential(-danger);
}

double target_chance(Cards cards, const Dice& dice, const Middle& middle, int to_come, const Weights& weights) {
  const int final_dice = dice.total() + to_come;
  const double played = double(final_dice - 1) / final_dice;
  std::array<Odds, kMaxOwn + kMaxPicks> odds;
  int count = 0;
  for (Cards rest = cards; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    odds[count++] = steered(middle.odds(card_colour(card), card_number(card), weights.table), weights.control);
  }
  Ladder ladder;
  ladder.size = kDieNumbers + 1;
  for (int number = 1; number <= kDieNumbers; ++number)
    ladder.values[number] = weights.future_die * std::min(1.0, double(to_come * middle.by_number[number]) / middle.size);
  for (DieFaces rest = dice.faces(); rest; rest &= rest - 1) {
    const int die = std::countr_zero(rest);
    ladder.want(die_number(die));
    const Odds each = steered(middle.odds(die_colour(die), die_number(die), weights.table), weights.control);
    for (int copies = dice.count(die); copies > 0; --copies) odds[count++] = scaled(each, played);
  }
  const Odds average = steered({weights.average_win, weights.average_lose}, weights.control);
  for (int i = 0; i < to_come; ++i) odds[count++] = scaled(average, played);
  std::stable_sort(odds.begin(), odds.begin() + count, [](Odds a, Odds b) { return a.reach() > b.reach(); });
  for (int i = 0; i < count; ++i) ladder.through(odds[i]);
  return ladder.values[0];
}

double stake(const Rules& rules, bool zero) {
  PerSeat<double> chance;
  chance.fill(kUsualChance);
  return stakes(rules, 0, chance, zero)[0];
}

double sum(const Weights& weights, const std::array<double, kPickTerms>& terms) {
  double total = 0.0;
  for (int i = 0; i < kPickTerms; ++i) total += weights.pick[i] * terms[i];
  return total;
}

// Z6: what a zero declared after the draft would be worth, the best die returned.
double declared_later(const State& state, const Dice& dice, const Middle& middle, const Weights& weights) {
  double best = 0.0;
  for (DieFaces rest = dice.faces(); rest; rest &= rest - 1) {
    Dice kept = dice;
    kept.remove(std::countr_zero(rest));
    best = std::max(best, zero_chance(state.cards[state.to_act], kept, middle, weights));
  }
  return stake(state.rules, true) * best;
}

void fill(const State& state, const Weights& weights, int to_come, Choice& choice) {
  const Action action = choice.action;
  const Cards cards = state.cards[state.to_act];
  Dice dice = state.dice[state.to_act], pool = state.pool;
  const bool now_zero = (action >= kZero && action < kPass) || action >= kDeclare;
  const bool zero = state.has_zero(state.to_act) || now_zero;
  if (action < kZero) {
    pool.remove(action - kTake);
    dice.add(action - kTake);
  } else if (action < kPass) {
    pool.remove(action - kZero);
  } else if (action >= kDeclare) {
    dice.remove(action - kDeclare);
  }
  const Middle middle(pool);
  auto& terms = choice.terms;
  terms.fill(0.0);
  terms[take_zero] = now_zero;
  terms[late_zero] = now_zero && to_come == 0;
  if (zero) {
    choice.chance = zero_chance(cards, dice, middle, weights);
    terms[zero_worth] = stake(state.rules, true) * choice.chance;
    return;
  }
  choice.chance = target_chance(cards, dice, middle, to_come, weights);
  terms[target_worth] = stake(state.rules, false) * choice.chance;
  if (state.phase == Phase::draft && to_come == 0 && state.rules.zero_rule == ZeroRule::declared) {
    const double later = declared_later(state, dice, middle, weights);
    if (sum(weights, {0.0, later, 1.0, 1.0, 0.0, 0.0}) > weights.pick[target_worth] * terms[target_worth])
      terms = {0.0, later, 1.0, 1.0, 0.0, 0.0};
  }
  if (action < kZero) {
    const int number = die_number(action - kTake);
    terms[low_die] = number == 1;
    terms[middle_die] = number >= 2 && number <= 4;
  }
}

}  // namespace

void choices(const State& state, const Weights& weights, Choices& out) {
  const bool drafting = state.phase == Phase::draft;
  const int to_come = drafting ? state.rules.picks_each - state.turns / state.rules.players - 1 : 0;
  out.count = 0;
  legal(state).each([&](Action action) {
    Choice& choice = out.rows[out.count++];
    choice.action = action;
    fill(state, weights, to_come, choice);
    choice.score = sum(weights, choice.terms);
  });
}

}  // namespace nokosu::club
