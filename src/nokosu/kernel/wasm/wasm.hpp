// The kernel's face in WebAssembly: plain functions on flat memory, for one host without threads (web/src/local/kernel.ts).
//
// In: an order, written where nokosu_room() says; nokosu/kernel/requests.py writes it. Numbers are little-endian.
// Out: doubles, nokosu_answer_size() of them at nokosu_answer(). What cannot be done calls the host's refused(), which
// must not return; the instance is of no use after that.
#pragma once

#include <cstddef>
#include <cstdint>

#define NOKOSU_EXPORT extern "C" __attribute__((visibility("default"), used))

NOKOSU_EXPORT std::uint8_t* nokosu_room(std::size_t size);  // for the next order, which is this long
NOKOSU_EXPORT const double* nokosu_answer();
NOKOSU_EXPORT std::size_t nokosu_answer_size();

NOKOSU_EXPORT void nokosu_search();    // (search/search.hpp)
NOKOSU_EXPORT void nokosu_network();   // keeps the network whose file is in the room; policy, champion and *_network need one
NOKOSU_EXPORT void nokosu_policy();    // the actor's logits of all actions, then the order of colours
NOKOSU_EXPORT void nokosu_champion();  // (champion/champion.hpp)
NOKOSU_EXPORT void nokosu_judge();     // (judge/judge.hpp), by search
NOKOSU_EXPORT void nokosu_judge_network();
NOKOSU_EXPORT void nokosu_follow();    // (judge/follow.hpp), by playouts
NOKOSU_EXPORT void nokosu_follow_network();
