// SPDX-License-Identifier: MIT
// Simulates a recording again and compares everything that the file states: the track's bits of
// every tick, every whole chain, and every stored state byte for byte.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/play/run.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// The result of simulating again.
enum class VerifyVerdict : std::uint8_t {
    same,
    diverged,
    nothing_checked,  // a file without ticks proves nothing, so this is no success
    interrupted,      // the same up to the tick where the caller stopped
    // The run is the same from the start, but not from a restored state: the state holds something
    // that serialize leaves out. verify() below restores nothing and never says it; the verb does.
    unsaved,
};
// Returns "same", "diverged", "nothing checked", "interrupted" or "unsaved".
std::string verdict_text(VerifyVerdict verdict);

// The place where a simulation did not go on from a restored state as it goes on without a restore.
struct Unsaved {
    std::uint64_t from_ticks_done = 0;  // the restored state is the one after this many ticks
    std::uint64_t ticks_done = 0;  // the first state that differs is the one after this many ticks
};

// The counts of all that was compared, and the result.
struct VerifyReport {
    VerifyVerdict verdict = VerifyVerdict::nothing_checked;  // the answer in one word
    std::uint64_t ticks_checked = 0;                         // the first bad tick included
    std::uint64_t ticks_recorded = 0;                        // ticks of the file that can be read
    std::uint64_t chains_checked = 0;                        // whole 64-bit chains compared
    std::uint64_t states_checked = 0;  // stored states compared, byte for byte
    // Stored states that do not decode, do not fit the schema, or are larger than the game allows.
    // They do not change the verdict, which is about the ticks, but the file is damaged.
    std::uint64_t states_unusable = 0;
    std::optional<sim::Error> flaw;        // the error of the first of these states
    std::uint64_t restores_checked = 0;    // states restored and gone on from
    std::uint64_t seeks_checked = 0;       // seeks that arrived at the state of the straight run
    std::optional<Divergence> divergence;  // the first divergence
    // The divergence came in this tick or a later one. It is the same tick as that of the
    // divergence, unless the file's track is narrow.
    std::optional<sim::Tick> tick_from;
    std::optional<Unsaved> unsaved;  // with the verdict `unsaved`
    // The fields that differ, recorded | simulated, in the state after fields_ticks_done ticks.
    // This is the state of the first bad tick, if the file holds it or tells which fault was
    // planted. Otherwise it is the next stored state.
    std::vector<sim::FieldDifference> fields;
    std::uint64_t fields_ticks_done = 0;  // the fields are of the state after this many ticks
    sim::ChainHash chain;                 // the simulated chain after the last checked tick
    Completeness completeness = Completeness::complete;  // the state of the file
    std::string message;                                 // the verdict in one or two sentences
    sim::FaultLog faults;  // faults of the game's arithmetic during the run
};

// Returns the message of a report that has no divergence: how much was compared, and what was not.
// `unreadable` says why the next tick could not be read, if so.
std::string message_of(const VerifyReport& report, const std::string& unreadable = "");

// Verifies a file that was opened deeper than its index (asserted). It fails if this simulation
// cannot play the file from its start. A divergence is not a failure but a verdict. A state that
// cannot be loaded is reported as a flaw of the file.
sim::Result<VerifyReport> verify(const Replay& replay, sim::AnySimulation simulation,
                                 const Progress& progress = nullptr);

// Verifies in parts, for a caller that has something else to do between them.
class Verification {
public:
    // Begins. It fails as verify does. `replay` must outlive the verification.
    static sim::Result<Verification> start(const Replay& replay, sim::AnySimulation simulation);
    // A verification that was moved from can only be assigned to or destroyed.
    Verification(Verification&&) noexcept;
    // A verification that was moved from can be assigned to in this way too.
    Verification& operator=(Verification&&) noexcept;
    ~Verification();

    // Goes on for at most so many ticks. Returns whether there is more to compare.
    bool advance(std::uint64_t ticks);
    // The number of ticks of the session that are done.
    std::uint64_t ticks_done() const;
    // The number of ticks that were compared so far.
    std::uint64_t ticks_checked() const;
    // The simulated chain after the last of these ticks.
    sim::ChainHash chain() const;
    // Ends the verification. The verdict is `interrupted` if there was more to compare. Call it
    // once.
    VerifyReport finish();

private:
    class State;
    explicit Verification(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

}  // namespace tandem::replay
