// SPDX-License-Identifier: MIT
// A guess about what differed at a bad tick, and the one way in which every guess is tried: make
// the state that it leads to, compare it with the recording, and go on from it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <tandem/replay/explain/bad_tick.hpp>
#include <tandem/replay/explain/bit_search.hpp>
#include <tandem/replay/explain/explanation.hpp>
#include <tandem/replay/explain/state_edits.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// Returns the record that was simulated in place of the recorded one of this tick. The recorded one
// stays in the chain: the session said it, but did not step with it.
using OtherRecord = std::function<sim::Result<sim::Bytes>(sim::Tick tick)>;

// The place at which a guess sets in.
enum class GuessPlace : std::uint8_t {
    after_step,    // the state behind the step was edited
    before_step,   // the state before the step was edited
    record,        // another record was simulated in this tick
    all_records,   // other records were simulated in this tick and in each from it on
    no_step,       // the step was left out
    doubled_step,  // it was done twice
};

struct Hypothesis {
    CauseClass cause = CauseClass::unknown;  // the cause that it would be
    GuessPlace place = GuessPlace::after_step;
    std::string text;             // in words, without a full stop
    std::string path;             // the field; empty if it is none
    std::optional<Slot> player;   // the player whose inputs they are
    StateEdit edit;               // the edit of the state before or after the step
    std::optional<StateBit> bit;  // the bit, if the edit is one
    OtherRecord other_record;     // for the places record and all_records
};

// Returns the guess that this bit was flipped.
Hypothesis guess_of_bit(const sim::Schema& schema, const BadTick& bad, const StateBit& place);

// The ticks for which a run from a guess gives what was recorded, and how it ends.
struct Fit {
    std::uint64_t ticks = 0;    // ticks that came out as recorded, the bad one included
    bool is_confirmed = false;  // it came to a whole chain of the file
    bool is_stopped = false;    // nothing is known of later ticks
    // all_records: from here on the guess fits only with the recorded records again.
    std::optional<std::uint64_t> other_until;
    // The run parts from the recording in the tick behind this place.
    std::optional<RunPlace> parts_behind;
    sim::Bytes state;  // the state behind the bad tick
};

// Tries guesses at one bad tick. Each thread has its own.
class Trials {
public:
    // All must outlive this object. `spare` is the game, never stepped.
    Trials(const Replay& replay, const sim::AnySimulation& spare, const BadTick& bad);

    // Returns the hash of the state behind the bad tick, or nothing if the game does not come
    // there.
    std::optional<sim::StateHash> outcome(const Hypothesis& guess);
    // Does the same from an edited state before the step.
    std::optional<sim::StateHash> outcome_from(sim::ByteView before);
    // Goes on from the guess, whose outcome is as recorded: to the next whole chain, and so far
    // that `ticks_max` ticks came out, or to the end of what can be read. It ends early if
    // `progress` returns false.
    Fit follow(const Hypothesis& guess, std::uint64_t ticks_max, const Progress& progress) const;

private:
    const Replay& replay_;
    const sim::AnySimulation& spare_;
    const BadTick& bad_;
    std::optional<sim::AnySimulation> simulation_;  // reset; nothing if it cannot be
};

}  // namespace tandem::replay
