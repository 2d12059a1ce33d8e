#include "base/pool.hpp"

#ifndef NOKOSU_THREADS
#if defined(__wasm__) && !defined(_REENTRANT)
#define NOKOSU_THREADS 0
#else
#define NOKOSU_THREADS 1
#endif
#endif

#if NOKOSU_THREADS
#include <atomic>
#include <thread>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
static long process_id() { return getpid(); }
#else
static long process_id() { return 0; }
#endif

namespace nokosu {

struct Pool::Crew {
  long process = process_id();
  std::atomic<unsigned> order{0};   // goes up by one with every piece of work
  std::atomic<int> unfinished{0};
  std::atomic<bool> dismissed{false};
  const std::function<void(int)>* work = nullptr;
  std::vector<std::thread> threads;

  void serve(int share) {
    for (unsigned done = 0;;) {
      order.wait(done, std::memory_order_acquire);
      done = order.load(std::memory_order_acquire);
      if (dismissed) return;
      (*work)(share);
      if (unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished.notify_one();
    }
  }
  void announce() {
    order.fetch_add(1, std::memory_order_release);
    order.notify_all();
  }
};

Pool::Pool(int shares) : shares_(shares) {}

Pool::~Pool() {
  if (!crew_) return;
  if (crew_->process != process_id()) {
    static_cast<void>(crew_.release());  // these threads exist in the parent only; nothing can join them
    return;
  }
  crew_->dismissed = true;
  crew_->announce();
  for (std::thread& thread : crew_->threads) thread.join();
}

void Pool::hire() {
  if (crew_ && crew_->process == process_id()) return;
  static_cast<void>(crew_.release());
  crew_ = std::make_unique<Crew>();
  for (int share = 1; share < shares_; ++share)
    crew_->threads.emplace_back([crew = crew_.get(), share] { crew->serve(share); });
}

void Pool::run(const std::function<void(int)>& work) {
  if (shares_ == 1) return work(0);
  hire();
  crew_->work = &work;
  crew_->unfinished.store(shares_ - 1, std::memory_order_relaxed);
  crew_->announce();
  work(0);
  for (int left; (left = crew_->unfinished.load(std::memory_order_acquire)) != 0;) crew_->unfinished.wait(left);
}

}  // namespace nokosu

#else  // no threads

namespace nokosu {

struct Pool::Crew {};

Pool::Pool(int shares) : shares_(shares) {}
Pool::~Pool() = default;
void Pool::hire() {}

void Pool::run(const std::function<void(int)>& work) {
  for (int share = 0; share < shares_; ++share) work(share);
}

}  // namespace nokosu

#endif
