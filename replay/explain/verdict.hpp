// SPDX-License-Identifier: MIT
// What is proven by the guesses that fit: a class only where nothing else that was tried gives the
// same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/guess_search.hpp>

namespace tandem::replay {

// A bad tick and what was tried at it.
struct TriedTick {
    BadTick bad;
    GuessSearch search;
};

// Whether a fault came once is seen in the ticks behind it: something random, or other rules, goes
// on to change the state. So many of them must be as recorded.
inline constexpr std::uint64_t k_ticks_behind_least = 10;

// What is known beside the guesses.
struct VerdictFacts {
    bool can_have_loaded = false;  // a state may have been loaded in front of the first bad tick
    bool is_planted = false;       // the file says that a bit was flipped at it
};

struct GuessVerdict {
    CauseClass cause = CauseClass::unknown;  // only one that is proven
    std::string proof;                       // of it
    std::vector<Reading> readings;           // all that fit, tick by tick
    // They explain the rest of the file, or what was followed of it.
    bool is_complete = false;
    std::string why_not;  // where readings do not prove a class
};

// `ticks` are the bad ticks in order, each behind the first come to from what fits the one before.
GuessVerdict judge_guesses(const std::vector<TriedTick>& ticks, const VerdictFacts& facts);

// "gives what was recorded there and in the 30 ticks behind it".
std::string fit_text(const TriedTick& tick);

}  // namespace tandem::replay
