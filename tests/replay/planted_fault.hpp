// SPDX-License-Identifier: MIT
// Plays a session again with a fault in it that no mark names, of kinds that no verb plants: what
// `explain` says of it is held against what was done. The states are changed by their leaves alone,
// without the code that looks for such changes.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::test {

enum class FaultKind : std::uint8_t {
    // Inputs that were simulated and not recorded.
    idle_once,
    late_once,
    absent_once,
    swapped_once,
    late_on,  // from the tick on, for good
    early_on,
    idle_on,
    absent_on,
    swapped_on,
    late_for_a_while,
    // Changes of the state behind the step.
    one_more,
    one_less,
    draw_more,
    draws_more,  // several
    draw_less,
    element_lost,
    element_doubled,
    neighbours_swapped,
    entities_swapped,
    two_bits_apart,  // five ticks apart
    healed_bit,      // flipped back after three ticks
    drift,           // one more each 50 ticks
    not_dealt,       // a number that the step changed stays as it was
    // Changes of the state before the step.
    one_more_before,
    draw_more_before,
    element_lost_before,
    entities_swapped_before,
    // Of the step.
    step_skipped,
    step_doubled,
    // Never tried.
    two_bits_at_once,
    overwritten,  // sixteen bytes
    reseeded,     // a generator
    added_many,   // a number is a hundred more
};

struct FaultWords {
    FaultKind kind;
    std::string name;          // "late_on"
    replay::CauseClass cause;  // that it is; `unknown` where such faults are never tried
    bool is_repeated = false;  // something decides again and again: `local` is right too
};
const std::vector<FaultWords>& fault_kinds();
// For a failing test.
inline void PrintTo(const FaultWords& kind, std::ostream* stream) { *stream << kind.name; }

struct PlantedFault {
    sim::Tick tick;    // the first whose state differs
    std::string text;  // what was done
    std::string path;  // the field or element; empty of inputs and steps
};

// Plants it at the first tick from this one on at which it changes something, and tells the
// observer the session. Nothing where it never does, or where the game fails behind it; then what
// the observer was told is of no use.
std::optional<PlantedFault> plant_fault(const replay::Replay& sound,
                                        const sim::AnySimulation& spare, FaultKind kind,
                                        sim::Tick from, std::uint64_t seed,
                                        sim::TickObserver& observer);

}  // namespace tandem::test
