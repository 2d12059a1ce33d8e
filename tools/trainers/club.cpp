// Self-play of the club player for tools/trainers/club.py, which compiles and calls it. Weights are files of doubles.
//
//   club_trainer duel RULES A B DEALS SEED             margin of A against a field of B ("random": no weights)
//   club_trainer gather RULES A DEALS SEED OUT FORCE   what became of every piece, as rows of 16 doubles
//   club_trainer learn RULES,… A BATCHES DEALS RATE PICK_RATE FORCE SEED OUT    policy gradient on margins
//
// FORCE is the chance that a seat with a suitable hand must try zero, so that training sees enough zeros.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "club/club.hpp"
#include "rules/apply.hpp"
#include "rules/deal.hpp"
#include "rules/score.hpp"

using namespace nokosu;
using namespace nokosu::club;

namespace {

constexpr double kFitForZero = 0.1;  // a zero chance from which on a hand may be forced
constexpr int kRowLength = 16;
constexpr double kLeastSpread = 0.1;
constexpr double kDecay = 0.02;

Weights load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return weights_from_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

void save(const Weights& weights, const std::string& path) {
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(&weights), sizeof weights);
}

Rules rules_of(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return rules_from_bytes(bytes.data(), bytes.size());
}

double uniform(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1.0p-53; }

bool is_zero(Action action) { return action >= kZero && action < kPlayCard && action != kPass; }

Action at_random(const State& state, Rng& rng) {
  const Legal may = legal(state);
  int skip = static_cast<int>(rng.below(static_cast<std::uint32_t>(may.count())));
  Action chosen = 0;
  may.each([&](Action action) { if (skip-- == 0) chosen = action; });
  return chosen;
}

// The scores of all legal actions, whatever the phase.
struct Thought {
  Plays plays;
  Choices choices;
  bool in_play;
  Thought(const State& state, const Weights& weights) : in_play(state.phase == Phase::play) {
    if (in_play) club::plays(state, weights, plays);
    else club::choices(state, weights, choices);
  }
  int count() const { return in_play ? plays.count : choices.count; }
  Action action(int i) const { return in_play ? plays.rows[i].action : choices.rows[i].action; }
  double score(int i) const { return in_play ? plays.rows[i].score : choices.rows[i].score; }
  const double* terms(int i) const { return in_play ? plays.rows[i].terms.data() : choices.rows[i].terms.data(); }
  int best(Rng& rng) const {
    int found = 0, equal = 0;
    for (int i = 0; i < count(); ++i) {
      if (score(i) > score(found) + 1e-9) found = i, equal = 1;
      else if (score(i) >= score(found) - 1e-9 && rng.below(static_cast<std::uint32_t>(++equal)) == 0) found = i;
    }
    return found;
  }
  // The best way to go for zero now, if the hand is fit for it; -1 if not.
  int forced() const {
    int found = -1;
    for (int i = 0; !in_play && i < count(); ++i)
      if (is_zero(action(i)) && choices.rows[i].chance > kFitForZero && (found < 0 || score(i) > score(found))) found = i;
    return found;
  }
};

void duel(const Rules& rules, const Weights& weights, const Weights* field, int deals, std::uint64_t seed) {
  double sum = 0.0, squares = 0.0, made = 0.0, others = 0.0, zeros = 0.0, zeros_made = 0.0;
  for (int d = 0; d < deals; ++d) {
    double total = 0.0;
    for (int seat = 0; seat < rules.players; ++seat) {
      Rng rng(seed, static_cast<std::uint64_t>(d), 0);
      State state = begin(rules, deal_fast(rules, rng));
      while (!state.over()) {
        const Weights* mind = state.to_act == seat ? &weights : field;
        if (!mind) {
          apply(state, at_random(state, rng));
          continue;
        }
        const Thought thought(state, *mind);
        apply(state, thought.action(thought.best(rng)));
      }
      const Result result = score(state);
      const bool success = result.made >> seat & 1, zero = result.zero >> seat & 1;
      total += margin(result, rules.players, seat) / rules.players;
      made += success;
      others += double(std::popcount(unsigned{result.made}) - success) / (rules.players - 1);
      zeros += zero;
      zeros_made += zero && success;
    }
    sum += total;
    squares += total * total;
  }
  const double mean = sum / deals, rounds = double(deals) * rules.players;
  std::printf("%.4f %.4f %.4f %.4f %.4f %.4f\n", mean, 1.96 * std::sqrt((squares / deals - mean * mean) / deals),
              made / rounds, others / rounds, zeros / rounds, zeros_made / std::max(zeros, 1.0));
}

// One decision of a seat: what it held, what it played, whether it wanted the trick.
struct Turn {
  int trick, wish;
  Action played;
  double takes, chance;
  std::vector<std::pair<Holding, Clues>> held;
};

struct Writer {
  std::ofstream out;
  void row(std::vector<double> numbers) {
    numbers.resize(kRowLength);
    out.write(reinterpret_cast<const char*>(numbers.data()), kRowLength * sizeof(double));
  }
};

Turn turn_of(const State& state, const Weights& weights, const Thought& thought, int chosen) {
  const Position here(state, weights);
  const Row& row = thought.plays.rows[chosen];
  const int wish = row.if_won > row.if_lost + 1e-6 ? 1 : row.if_won < row.if_lost - 1e-6 ? -1 : 0;
  Turn turn{state.tricks, wish, row.action, row.takes, row.takes * row.if_won + (1 - row.takes) * row.if_lost, {}};
  for (int i = 0; i < here.own_count; ++i) turn.held.push_back({here.own[i], here.clues(here.own[i])});
  return turn;
}

// Rows: 0-3 a piece (plain or trump, later played to win or to lose) with its clues and fate; 10 a zero contract with
// the pieces that it began with; 20 a play with its chances and what came of them.
void write_rows(Writer& writer, const std::vector<Turn>& turns, const std::vector<int>& winners, int seat, bool zero, bool made) {
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Turn& now = turns[i];
    writer.row({20, now.takes, double(winners[now.trick] == seat), double(now.trick), now.chance, double(made), double(zero),
                double(now.wish)});
    std::vector<bool> used(turns.size());
    for (const auto& [held, clues] : now.held) {
      std::size_t later = i;
      while (later < turns.size() && (used[later] || turns[later].played != held.action)) ++later;
      if (later == turns.size()) continue;
      used[later] = true;
      if (turns[later].wish == 0) continue;
      const bool trump = held.suit == kTrumpSuit;
      std::vector<double> row{double(2 * trump + (turns[later].wish < 0))};
      row.insert(row.end(), clues.begin(), clues.end());
      row.insert(row.end(), {double(winners[turns[later].trick] == seat), double(held.rank), double(trump), double(held.number),
                             double(now.trick), double(zero)});
      writer.row(row);
    }
  }
}

std::vector<double> zero_row(const State& state, int seat) {
  std::vector<double> row{10, 0, double(state.trump)};
  for (int first = 0; first < kCards; first += 5) {
    double packed = 0.0;
    for (int card = first + 4; card >= first; --card) {
      const int number = card_number(card);
      int pieces = state.cards[seat] >> card & 1;
      if (number >= 1 && number <= kDieNumbers) pieces += state.dice[seat].count(die_of(card_colour(card), number));
      packed = packed * 8 + pieces;
    }
    row.push_back(packed);
  }
  return row;
}

void gather(const Rules& rules, const Weights& weights, int deals, std::uint64_t seed, const std::string& path, double force) {
  Writer writer{std::ofstream(path, std::ios::binary)};
  for (int d = 0; d < deals; ++d) {
    Rng rng(seed, static_cast<std::uint64_t>(d), 1);
    State state = begin(rules, deal_fast(rules, rng));
    PerSeat<std::vector<Turn>> turns;
    PerSeat<std::vector<double>> zero_rows;
    std::vector<int> winners;
    while (!state.over()) {
      if (state.phase == Phase::play && state.tricks == 0 && state.laid == 0)
        for (int seat = 0; seat < rules.players; ++seat) zero_rows[seat] = zero_row(state, seat);
      const Thought thought(state, weights);
      int chosen = thought.best(rng);
      if (thought.in_play) turns[state.to_act].push_back(turn_of(state, weights, thought, chosen));
      else if (uniform(rng) < force && thought.forced() >= 0) chosen = thought.forced();
      const int before = state.tricks;
      apply(state, thought.action(chosen));
      if (state.tricks != before) winners.push_back(state.best_seat);
    }
    const Result result = score(state);
    for (int seat = 0; seat < rules.players; ++seat) {
      const bool made = result.made >> seat & 1, zero = result.zero >> seat & 1;
      if (zero) {
        zero_rows[seat][1] = made;
        writer.row(zero_rows[seat]);
      }
      write_rows(writer, turns[seat], winners, seat, zero, made);
    }
  }
}

// Policy gradient with Adam on every weight of plays and picks, all seats playing the same softened policy. A seat's
// margin averages nothing there, so it is its own baseline but for a slope on the chance that the seat thinks it has.
class Learner {
 public:
  Learner(std::vector<Rules> rules, const Weights& start) : rules_(std::move(rules)), weights_(start) {
    for (double& weight : weights_.play) numbers_.push_back(&weight);
    for (double& weight : weights_.play_zero) numbers_.push_back(&weight);
    for (double& weight : weights_.play_lost) numbers_.push_back(&weight);
    for (double& weight : weights_.pick) numbers_.push_back(&weight);
    for (auto* part : {&gradient_, &spread_, &seen_, &first_, &second_, &mean_}) part->assign(numbers_.size(), 0.0);
    for (double* weight : numbers_) start_.push_back(*weight /= weights_.temperature);
  }

  Weights run(int batches, int deals, double rate, double pick_rate, double force, std::uint64_t seed) {
    for (int batch = 1; batch <= batches; ++batch) {
      std::fill(gradient_.begin(), gradient_.end(), 0.0);
      double made = 0.0;
      for (int d = 0; d < deals; ++d)
        made += episode(rules_[static_cast<std::size_t>(d) % rules_.size()], force, Rng(seed, static_cast<std::uint64_t>(batch), static_cast<std::uint64_t>(d)));
      step(batch, deals, rate * (batch > batches * 0.6 ? 0.3 : 1.0), pick_rate * (batch > batches * 0.6 ? 0.3 : 1.0));
      if (batch > batches * 0.7) {
        ++averaged_;
        for (std::size_t k = 0; k < numbers_.size(); ++k) mean_[k] += *numbers_[k];
      }
      if (batch % 20 == 0) std::printf("batch %d made %.3f\n", batch, made / deals), std::fflush(stdout);
    }
    for (std::size_t k = 0; k < numbers_.size(); ++k) *numbers_[k] = mean_[k] / averaged_;
    weights_.temperature = 1.0 / weights_.play[own_middle];
    for (double* weight : numbers_) *weight *= weights_.temperature;
    return weights_;
  }

 private:
  struct Step {
    int seat, offset, count;
    double base;
    std::array<double, kTerms> away;  // from the mean of the policy
  };

  double episode(const Rules& rules, double force, Rng rng) {
    State state = begin(rules, deal_fast(rules, rng));
    steps_.clear();
    PerSeat<bool> forced{};
    for (int seat = 0; seat < rules.players; ++seat) forced[seat] = uniform(rng) < force;
    while (!state.over()) {
      const Thought thought(state, weights_);
      if (thought.count() == 1) {
        apply(state, thought.action(0));
      } else if (!thought.in_play && forced[state.to_act] && !state.has_zero(state.to_act) && thought.forced() >= 0) {
        apply(state, thought.action(thought.forced()));
      } else {
        apply(state, thought.action(draw(state, thought, rng)));
      }
    }
    const Result result = score(state);
    for (const Step& step : steps_) {
      const double got = margin(result, rules.players, step.seat);
      base_squares_ += step.base * step.base;
      base_products_ += step.base * got;
      const double better = got - slope_ * step.base;
      for (int k = 0; k < step.count; ++k) gradient_[static_cast<std::size_t>(step.offset + k)] += better * step.away[k];
    }
    return double(std::popcount(unsigned{result.made})) / rules.players;
  }

  int draw(const State& state, const Thought& thought, Rng& rng) {
    std::array<double, kMaxChoices> grade;
    double highest = thought.score(0), total = 0.0;
    for (int i = 1; i < thought.count(); ++i) highest = std::max(highest, thought.score(i));
    for (int i = 0; i < thought.count(); ++i) total += grade[i] = std::exp(thought.score(i) - highest);
    double ticket = uniform(rng) * total;
    int chosen = 0;
    while (chosen + 1 < thought.count() && ticket >= grade[chosen]) ticket -= grade[chosen++];
    Step step;
    step.seat = state.to_act;
    const bool lost = thought.in_play && thought.plays.own_chance < kLost;
    step.offset = int(kTerms) * (!thought.in_play ? 3 : lost ? 2 : state.has_zero(state.to_act) ? 1 : 0);
    step.count = thought.in_play ? int(kTerms) : int(kPickTerms);
    step.base = thought.in_play ? thought.plays.own_chance - 0.6 : 0.0;
    for (int k = 0; k < step.count; ++k) {
      double mean = 0.0, squares = 0.0;
      for (int i = 0; i < thought.count(); ++i) {
        const double value = thought.terms(i)[k], share = grade[i] / total;
        mean += share * value;
        squares += share * value * value;
      }
      step.away[k] = thought.terms(chosen)[k] - mean;
      spread_[static_cast<std::size_t>(step.offset + k)] += squares - mean * mean;
      seen_[static_cast<std::size_t>(step.offset + k)] += 1.0;
    }
    steps_.push_back(step);
    return chosen;
  }

  void step(int batch, int deals, double rate, double pick_rate) {
    slope_ = base_products_ / base_squares_;
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      // Terms have different sizes: a step is measured by how much the term varies among legal actions. One that hardly
      // varies is known by noise alone, so it takes no longer steps, and everything is drawn back a little to where it began.
      const double size = std::max(std::sqrt(std::max(spread_[k], 0.0) / (seen_[k] + 1.0)), kLeastSpread);
      const double slope = gradient_[k] / deals / size;
      first_[k] = 0.9 * first_[k] + 0.1 * slope;
      second_[k] = 0.99 * second_[k] + 0.01 * slope * slope;
      const double move = first_[k] / (1 - std::pow(0.9, batch)) / (std::sqrt(second_[k] / (1 - std::pow(0.99, batch))) + 1e-9);
      const double pace = 0.1 * (k < 3 * std::size_t{kTerms} ? rate : pick_rate);
      *numbers_[k] += pace * (move / size - kDecay * (*numbers_[k] - start_[k]));
    }
  }

  std::vector<Rules> rules_;
  Weights weights_;
  std::vector<double*> numbers_;
  std::vector<double> start_, gradient_, spread_, seen_, first_, second_, mean_;
  std::vector<Step> steps_;
  double base_squares_ = 1.0, base_products_ = 0.0, slope_ = 0.0;
  int averaged_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> at(arguments + 1, arguments + count);
  const auto number = [&](int i) { return std::stod(at.at(static_cast<std::size_t>(i))); };
  if (at.at(0) == "duel") {
    const Weights weights = load(at.at(2));
    const bool random = at.at(3) == "random";
    const Weights field = random ? weights : load(at.at(3));
    duel(rules_of(at.at(1)), weights, random ? nullptr : &field, int(number(4)), std::uint64_t(number(5)));
  } else if (at.at(0) == "gather") {
    gather(rules_of(at.at(1)), load(at.at(2)), int(number(3)), std::uint64_t(number(4)), at.at(5), number(6));
  } else if (at.at(0) == "learn") {
    std::vector<Rules> rules;
    for (std::size_t from = 0; from < at.at(1).size(); from += 2 * kRuleBytes + 1) rules.push_back(rules_of(at.at(1).substr(from, 2 * kRuleBytes)));
    Learner learner(rules, load(at.at(2)));
    save(learner.run(int(number(3)), int(number(4)), number(5), number(6), number(7), std::uint64_t(number(8))), at.at(9));
  }
}
