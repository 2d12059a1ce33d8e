// Threads that wait for work: the same function for every share, the caller takes one share itself. Where a build has
// no threads, the caller takes all shares, one after the other.
#pragma once

#include <functional>
#include <memory>

namespace nokosu {

class Pool {
 public:
  explicit Pool(int shares);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int shares() const { return shares_; }
  // Calls work(share) for every share and returns when all are done. `work` must not throw.
  void run(const std::function<void(int)>& work);

 private:
  struct Crew;  // the threads and what they share; given up whole in a forked child, which has none
  void hire();

  int shares_;
  std::unique_ptr<Crew> crew_;
};

}  // namespace nokosu
