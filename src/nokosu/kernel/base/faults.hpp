// Faults to be planted, so that tests can show that they would be found. A normal build has none of
// this: NOKOSU_FAULTS is 0 and `planted` folds to false.
#pragma once

#ifndef NOKOSU_FAULTS
#define NOKOSU_FAULTS 0
#endif

namespace nokosu {

enum class Fault {
  none,
  first_of_equals_wins,     // against W4
  last_die_follows,         // against F2
  trump_keeps_its_colour,   // against T2
  pair_is_trump,            // against T3
  bonus_for_all,            // against S3
  voids_forgotten,          // worlds that ignore a void shown
  observation_peeks,        // against H1
  threads_share_a_stream,   // batches that depend on the number of threads
  equals_are_alike,         // an endgame that forgets W4 when it takes pieces for alike
  reads_past_the_end,       // for the sanitiser
};

#if NOKOSU_FAULTS
inline Fault the_fault = Fault::none;
inline bool planted(Fault fault) { return the_fault == fault; }
#else
constexpr bool planted(Fault) { return false; }
#endif

}  // namespace nokosu
