// The trained network: an actor, which knows what a seat may know, and a critic, which sees all hands.
//
// In: the shipped file of weights (weights.hpp), and observations (encode/encode.hpp), many at once.
// Out: logits. The actor's are of actions in the observer's order of colours, of how the round ends (outlook.hpp) and of
// where the unseen cards are; the critic's are of how the round ends.
#pragma once

#include <string>
#include <vector>

#include "network/inputs.hpp"
#include "network/layers.hpp"

namespace nokosu {

inline constexpr int kTrickCounts = 15;  // a seat ends with 0 to 14 tricks
inline constexpr int kMakerSets = 32;    // sets of seats, from the observer on, that make their contracts
inline constexpr int kOutlook = kMaxPlayers * kTrickCounts + kMakerSets + kMaxPlayers;
inline constexpr int kPlaces = 5;  // of an unseen card: with the four others, from the observer's left, or aside
inline constexpr int kBeliefs = kCards * kPlaces;
inline constexpr int kHeads = kActions + kOutlook + kBeliefs;  // what the actor says

// One of the two: inputs, residual blocks, a head.
struct Body {
  struct Block {
    NormLayer norm;
    DenseLayer first, second;
  };
  SparseLayer into;
  std::vector<Block> blocks;
  NormLayer norm;
  DenseLayer head;

  Body(const WeightsFile& file, const std::string& name, const std::string& head, int inputs);
};

// Room for one batch, to be used again and again.
struct Workspace {
  std::vector<float> x, hidden;
  std::vector<std::int16_t> small;
  std::vector<float> unit;
};

class Network {
 public:
  Network(const std::uint8_t* data, std::size_t size);  // refuses what does not fit (weights.hpp)

  // For each of `rows` inputs the first `outputs` logits of the actor, one row after the other.
  void actor(const Inputs* inputs, int rows, int outputs, Workspace& room, float* out) const {
    run(actor_, inputs, rows, outputs, room, out);
  }
  // The same of the critic, kOutlook logits each; its inputs need add_hidden.
  void critic(const Inputs* inputs, int rows, Workspace& room, float* out) const {
    run(critic_, inputs, rows, kOutlook, room, out);
  }

 private:
  explicit Network(const WeightsFile& file);
  void run(const Body& body, const Inputs* inputs, int rows, int outputs, Workspace& room, float* out) const;

  Body actor_, critic_;
  DotTile tile_;
};

}  // namespace nokosu
