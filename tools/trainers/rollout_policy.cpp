// Self-play of the rollout policy for tools/trainers/rollout_policy.py, which compiles and calls it. Weights are files of floats.
//
//   rollout_policy_trainer start OUT                                   starting weights, chosen by hand
//   rollout_policy_trainer present OUT                                 the weights compiled in
//   rollout_policy_trainer learn RULES,… A BATCHES DEALS RATE SEED OUT policy gradient on margins, same weights in all seats
//   rollout_policy_trainer takes RULES A DEALS SEED                    how often a piece of each level took its trick
//   rollout_policy_trainer duel RULES A B DEALS SEED                   margin of A against a field of B ("random": no weights)
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "rollout_policy/chances.hpp"
#include "rollout_policy/rollout_policy.hpp"
#include "rollout_policy/playout.hpp"
#include "rules/apply.hpp"
#include "rules/deal.hpp"
#include "rules/score.hpp"

using namespace nokosu;

namespace {

constexpr int kNumbers = kWeightRows * kTerms;
constexpr float kPoints = 20;  // margins are of this size

RolloutPolicyWeights load(const std::string& path) {
  RolloutPolicyWeights weights{};
  std::ifstream in(path, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(&weights), sizeof weights)) throw Refused("no weights in " + path);
  return weights;
}

void save(const RolloutPolicyWeights& weights, const std::string& path) {
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(&weights), sizeof weights);
}

Rules rules_of(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return rules_from_bytes(bytes.data(), bytes.size());
}

float uniform(Rng& rng) { return static_cast<float>(rng.next() >> 40) * (1.f / 16777216.f); }

int draw(const Thought& thought, float temperature, Rng& rng) {
  float chance[kMostLegal], ticket = uniform(rng);
  probabilities(thought, temperature, chance);
  int chosen = 0;
  while (chosen + 1 < thought.count && ticket >= chance[chosen]) ticket -= chance[chosen++];
  return chosen;
}

// The contract counts, tricks count once it is lost, and zero is for hands that expect few.
RolloutPolicyWeights start() {
  RolloutPolicyWeights weights{};
  for (int mood = 0; mood < kMoods; ++mood) weights[mood][kMake] = 12;
  weights[kLost][kWins] = 1;
  weights[kPickRow][kPickMake] = 6;
  weights[kPickRow][kPickZero] = -1;
  weights[kPickRow][kZeroRisk] = -2;
  weights[kDeclareRow][kDeclareMake] = 6;
  weights[kDeclareRow][kDeclareRisk] = -2;
  return weights;
}

class Learner {
 public:
  Learner(std::vector<Rules> rules, const RolloutPolicyWeights& weights) : rules_(std::move(rules)), weights_(weights) {}

  const RolloutPolicyWeights& run(int batches, int deals, float rate, std::uint64_t seed) {
    Rng rng(seed);
    const int warm = batches / 3;
    for (int batch = 1; batch <= batches; ++batch) {
      // At first, try zero with any hand and leave the picks alone, until playing zero has been learnt.
      warming_ = batch <= warm;
      slope_.fill(0);
      for (int i = 0; i < deals; ++i) episode(rules_[rng.below(static_cast<std::uint32_t>(rules_.size()))], warming_ ? 0.12f : 0.02f, rng);
      const float slower = warming_ ? 1 : std::max(0.05f, 1 - static_cast<float>(batch) / static_cast<float>(batches));
      climb(batch, deals, rate * slower);
    }
    return weights_;
  }

 private:
  struct Step {
    int seat, row;
    std::array<float, kTerms> away;  // from the mean of the policy
  };

  void episode(const Rules& rules, float trying, Rng& rng) {
    State state = begin(rules, deal_fast(rules, rng));
    Outlook view = outlook(state);
    steps_.clear();
    while (!state.over()) {
      think(state, view, weights_, thought_);
      apply_with(state, view, thought_.action[thought_.count > 1 ? decide(state, trying, rng) : 0]);
    }
    const Result result = score(state);
    for (const Step& step : steps_) {
      if (warming_ && step.row >= kMoods) continue;
      const float got = margin(result, rules.players, step.seat) / kPoints;
      for (int k = 0; k < kTerms; ++k) slope_[static_cast<std::size_t>(step.row * kTerms + k)] += got * step.away[k];
    }
  }

  // Draws an action, or now and then any zero action, which the policy would hardly ever find good by itself; keeps
  // the slope of its log probability, less where it came by trying.
  int decide(const State& state, float trying, Rng& rng) {
    float chance[kMostLegal];
    probabilities(thought_, 1, chance);
    int zero = thought_.count;  // zero actions come last
    while (state.phase != Phase::play && zero > 0 && is_zero(thought_.action[zero - 1])) --zero;
    const int zeros = thought_.count - zero;
    const float tried = !zeros ? 0 : state.phase == Phase::draft ? trying / 3 : trying;
    const int chosen = zeros && uniform(rng) < tried ? zero + static_cast<int>(rng.below(static_cast<std::uint32_t>(zeros)))
                                                     : draw(thought_, 1, rng);
    const float own = (1 - tried) * chance[chosen];
    const float share = own / (own + (chosen >= zero ? tried / static_cast<float>(zeros) : 0));
    Step step{state.to_act, thought_.row, {}};
    for (int k = 0; k < kTerms; ++k) {
      float mean = 0;
      for (int i = 0; i < thought_.count; ++i) mean += chance[i] * thought_.term[i][k];
      step.away[k] = share * (thought_.term[chosen][k] - mean);
    }
    steps_.push_back(step);
    return chosen;
  }

  static bool is_zero(int action) { return action >= kZero && action < kPlayCard && action != kPass; }

  // A step of Adam.
  void climb(int batch, int deals, float rate) {
    for (std::size_t k = 0; k < kNumbers; ++k) {
      const double slope = slope_[k] / deals;
      first_[k] = 0.9 * first_[k] + 0.1 * slope;
      second_[k] = 0.98 * second_[k] + 0.02 * slope * slope;
      const double size = std::sqrt(second_[k] / (1 - std::pow(0.98, batch))) + 1e-6;
      weights_[k / kTerms][k % kTerms] += static_cast<float>(rate * first_[k] / (1 - std::pow(0.9, batch)) / size);
    }
  }

  std::vector<Rules> rules_;
  RolloutPolicyWeights weights_;
  Thought thought_;
  std::vector<Step> steps_;
  std::array<double, kNumbers> slope_{}, first_{}, second_{};
  bool warming_ = true;
};

void duel(const Rules& rules, const RolloutPolicyWeights& weights, const RolloutPolicyWeights* field, int deals, std::uint64_t seed) {
  double sum = 0, squares = 0, made = 0, zeros = 0;
  Thought thought;
  for (int deal = 0; deal < deals; ++deal) {
    Rng rng(seed, static_cast<std::uint64_t>(deal), 0);
    State state = begin(rules, deal_fast(rules, rng));
    Outlook view = outlook(state);
    const int seat = deal % rules.players;
    while (!state.over()) {
      const RolloutPolicyWeights* mind = state.to_act == seat ? &weights : field;
      Action action = 0;
      if (mind) {
        think(state, view, *mind, thought);
        action = thought.action[draw(thought, 1, rng)];
      } else {
        action = random_action(legal(state), rng);
      }
      apply_with(state, view, action);
    }
    const Result result = score(state);
    const double got = margin(result, rules.players, seat);
    sum += got;
    squares += got * got;
    made += result.made >> seat & 1;
    zeros += result.zero >> seat & 1;
  }
  const double mean = sum / deals;
  std::printf("%.4f %.4f %.4f %.4f\n", mean, 1.96 * std::sqrt((squares / deals - mean * mean) / deals), made / deals, zeros / deals);
}

void takes(const Rules& rules, const RolloutPolicyWeights& weights, int deals, std::uint64_t seed) {
  std::array<long, kTakeLevels> played{}, took{};
  Thought thought;
  Rng rng(seed);
  for (int deal = 0; deal < deals; ++deal) {
    State state = begin(rules, deal_fast(rules, rng));
    Outlook view = outlook(state);
    PerSeat<int> level{};
    while (!state.over()) {
      think(state, view, weights, thought);
      const Action action = thought.action[draw(thought, 1, rng)];
      const bool play = state.phase == Phase::play, ends = play && state.laid + 1 == rules.players;
      if (play) {
        const int face = action >= kPlayDie ? face_of_die(action - kPlayDie) : action - kPlayCard;
        level[state.to_act] = take_level(standing(card_colour(face), card_number(face), state.trump));
      }
      apply_with(state, view, action);
      for (int seat = 0; ends && seat < rules.players; ++seat) {
        ++played[level[seat]];
        took[level[seat]] += state.leader == seat;
      }
    }
  }
  for (int i = 0; i < kTakeLevels; ++i) std::printf("%.4f ", static_cast<double>(took[i]) / static_cast<double>(std::max(played[i], 1l)));
  std::puts("");
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> at(arguments + 1, arguments + count);
  const auto whole = [&](std::size_t i) { return std::stol(at.at(i)); };
  if (at.at(0) == "start") {
    save(start(), at.at(1));
  } else if (at.at(0) == "present") {
    save(kRolloutPolicy, at.at(1));
  } else if (at.at(0) == "learn") {
    std::vector<Rules> rules;
    for (std::size_t from = 0; from < at.at(1).size(); from += 2 * kRuleBytes + 1) rules.push_back(rules_of(at.at(1).substr(from, 2 * kRuleBytes)));
    Learner learner(rules, load(at.at(2)));
    save(learner.run(int(whole(3)), int(whole(4)), std::stof(at.at(5)), std::uint64_t(whole(6))), at.at(7));
  } else if (at.at(0) == "takes") {
    takes(rules_of(at.at(1)), load(at.at(2)), int(whole(3)), std::uint64_t(whole(4)));
  } else if (at.at(0) == "duel") {
    const bool random = at.at(3) == "random";
    const RolloutPolicyWeights field = random ? RolloutPolicyWeights{} : load(at.at(3));
    duel(rules_of(at.at(1)), load(at.at(2)), random ? nullptr : &field, int(whole(4)), std::uint64_t(whole(5)));
  }
}
