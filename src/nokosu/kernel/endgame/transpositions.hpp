// A table of solved positions under 128-bit keys. It grows up to a bound and then keeps what it has.
#pragma once

#include <cstdint>
#include <vector>

namespace nokosu {

struct Key {
  std::uint64_t high = 0, low = 0;  // high is never 0 in use
  bool operator==(const Key&) const = default;
};

template <class Value>
class Transpositions {
 public:
  const Value* find(const Key& key) const {
    if (rows_.empty()) return nullptr;
    const Row& row = rows_[place(key)];
    return row.key == key ? &row.value : nullptr;
  }

  void store(const Key& key, const Value& value) {
    if (2 * used_ >= rows_.size() && !grow()) return;
    Row& row = rows_[place(key)];
    used_ += row.key.high == 0;
    row = {key, value};
  }

 private:
  static constexpr std::size_t kFirst = 1 << 10, kMost = 1 << 21;
  struct Row {
    Key key;
    Value value;
  };

  // Where the key is, or the empty place where it would be.
  std::size_t place(const Key& key) const {
    std::size_t at = key.low & (rows_.size() - 1);
    while (rows_[at].key.high != 0 && rows_[at].key != key) at = (at + 1) & (rows_.size() - 1);
    return at;
  }

  bool grow() {
    if (rows_.size() >= kMost) return false;
    std::vector<Row> old(rows_.empty() ? kFirst : 2 * rows_.size());
    old.swap(rows_);
    for (const Row& row : old)
      if (row.key.high) rows_[place(row.key)] = row;
    return true;
  }

  std::vector<Row> rows_;
  std::size_t used_ = 0;
};

}  // namespace nokosu
