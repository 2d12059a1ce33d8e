#include "encode/encode.hpp"

#include <algorithm>

#include "encode/encode_inline.hpp"

namespace nokosu {

void observe(const Game& game, int seat, std::uint8_t* out) {
  observe_in<PlainBits>(game, seat, canonical_frame(game, seat), out);
}

void observe_hidden(const Game& game, int seat, std::uint8_t* out) {
  observe_hidden_in<PlainBits>(game, seat, canonical_frame(game, seat), out);
}

}  // namespace nokosu
