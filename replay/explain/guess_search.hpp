// SPDX-License-Identifier: MIT
// Tries all guesses at one bad tick, cheapest first and each kind bounded, and keeps those that
// lead to the one state from which the recording goes on.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/replay/explain/hypothesis.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// The number of guesses of one kind that were tried.
struct GuessCount {
    std::uint64_t tried = 0;
    std::uint64_t untried = 0;  // those that could not be afforded
    std::uint64_t unsafe = 0;   // those that a game may not survive, and that were not tried
    // The guesses that give the few bits of the bad tick's chain, and no more.
    std::uint64_t by_chance = 0;
    // A guess gives what was recorded for so many ticks, but another guess for more; 0: none does.
    std::uint64_t shorter_ticks = 0;
};

struct GuessSearch {
    // All guesses that lead to this state; none if no guess does. A guess that fits for fewer ticks
    // than another is not among them.
    std::vector<Hypothesis> guesses;
    Fit fit;  // how far each of `guesses` fits
    GuessCount inputs;
    GuessCount losses;
    GuessCount bits;
    GuessCount changes;
    // True if bits and changes of the state before the step were tried too. They are not if one
    // behind the step fits.
    bool has_tried_before = false;
    bool may_try_before = true;  // as the plan says

    bool is_found() const { return !guesses.empty(); }
    // The counts of the guesses of this class.
    const GuessCount& count_of(CauseClass cause) const;
    GuessCount& count_of(CauseClass cause);
};

struct GuessPlan {
    std::uint32_t threads = 1;
    bool edits_before = true;  // a changed state may be stepped from
    sim::ByteView reset;       // the state with which the file begins
};

// Tries all guesses. `spare` is the game, never stepped. It fails if the file cannot be read there.
// If `progress` returns false, it ends early, with what it has.
sim::Result<GuessSearch> search_guesses(const Replay& replay, const sim::AnySimulation& spare,
                                        const BadTick& bad, const GuessPlan& plan,
                                        const Progress& progress = nullptr);

}  // namespace tandem::replay
