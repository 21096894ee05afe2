// SPDX-License-Identifier: MIT
// Judges what the guesses that fit prove: a class is proven only if nothing else that was tried
// gives the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/guess_search.hpp>

namespace tandem::replay {

// A bad tick and the guesses that were tried at it.
struct TriedTick {
    BadTick bad;
    GuessSearch search;
};

// The ticks behind a fault show whether it came once: something random, or other rules, goes on to
// change the state. So many of them must be as recorded.
inline constexpr std::uint64_t k_ticks_behind_least = 10;

// The facts that are known beside the guesses.
struct VerdictFacts {
    bool can_have_loaded = false;  // a state may have been loaded in front of the first bad tick
    bool is_planted = false;       // the file says that a bit was flipped at it
};

struct GuessVerdict {
    CauseClass cause = CauseClass::unknown;  // only one that is proven
    std::string proof;                       // why it is this cause
    std::vector<Reading> readings;           // all that fit, tick by tick
    // True if they explain the rest of the file, or all of it that was followed.
    bool is_complete = false;
    std::string why_not;  // why the readings do not prove a class
};

// Judges the guesses. `ticks` are the bad ticks in order. Each one behind the first was reached
// from a guess that fits the one before.
GuessVerdict judge_guesses(const std::vector<TriedTick>& ticks, const VerdictFacts& facts);

// Returns for example "gives what was recorded there and in the 30 ticks behind it".
std::string fit_text(const TriedTick& tick);

}  // namespace tandem::replay
