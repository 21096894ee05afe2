// SPDX-License-Identifier: MIT
// Runs a recording: a simulation begins at the file's start, at a keyframe or at a known state, and
// steps with the recorded records. The run remembers where it first parted from the recording, and
// how the game failed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

// The place where a simulation first differs from the recorded history.
struct Divergence {
    sim::Tick tick;         // the states differ after the step of this tick
    bool is_reset = false;  // the state before `tick`, the file's first tick, differs already
    std::string text;       // recorded and own chain, in words

    // The number of ticks that were done at the difference.
    std::uint64_t ticks_done() const { return tick.number + (is_reset ? 0 : 1); }
};

// A place that a run came to, with all that it takes to go on from there.
struct RunPlace {
    std::uint64_t ticks_done = 0;  // since the session's start
    sim::Bytes state;              // canonical
    sim::RunningHashes hashes;     // both, after these ticks
};

// A caller is told from time to time how many ticks are checked so far. It returns false to stop.
using Progress = std::function<bool(std::uint64_t ticks_checked)>;
// The number of ticks between two reports. A person who interrupts a slow game does not want to
// wait long.
inline constexpr std::uint64_t k_ticks_between_reports = 64;

// The place where a run begins that is to come to some tick.
enum class RunFrom : std::uint8_t {
    start,     // the first state of the file
    keyframe,  // the last usable keyframe before that tick, else the start
};

// The reaction of a run to a chain that is not the recorded one.
enum class AtParting : std::uint8_t { stop, go_on };

class Run {
public:
    // Makes a run that stands nowhere yet: start() or renew() must come first. `replay` must
    // outlive the run.
    Run(const Replay& replay, sim::AnySimulation simulation);
    // Makes a run and starts it.
    static sim::Result<Run> from_start(const Replay& replay, sim::AnySimulation simulation);
    // Starts, and goes to the last usable keyframe after fewer than `before` ticks, if there is
    // any.
    static sim::Result<Run> from_keyframe(const Replay& replay, sim::AnySimulation simulation,
                                          std::uint64_t before);
    // Begins at a place that another run came to.
    static sim::Result<Run> from_place(const Replay& replay, sim::AnySimulation simulation,
                                       const RunPlace& place);

    // Begins where the file begins: with the recorded setup and, if that is at a later tick, with
    // its first keyframe. It fails if the simulation is not the file's (no_simulation), if the
    // content of an asset is missing, or if that keyframe is missing or unusable.
    sim::Result<void> start();
    // Puts another simulation in the place of this one, reset with the recorded setup, and forgets
    // everything that the run has seen. After an error nothing has changed.
    sim::Result<void> renew(sim::AnySimulation simulation);
    // Moves to the last usable keyframe after more than `after` and fewer than `before` ticks.
    // Returns false, and does not move, if there is none.
    bool jump_to_keyframe(std::uint64_t after, std::uint64_t before);
    // Moves to a known place. An error leaves the run where it is.
    sim::Result<void> jump(const RunPlace& place);
    // Goes on with a longer reading of the same file, which must outlive the run from now on.
    void follow(const Replay& longer);
    // Plants the faults that the file's marks name, from now on. The error says that the marks
    // cannot be read.
    sim::Result<void> plant_faults();

    // Returns the record of the next step; the view is valid until that step. There must be one
    // (asserted).
    sim::Result<sim::ByteView> next_record();
    // Steps one tick. There must be one (asserted). If failure() has the error, the game failed;
    // any other error says that the file cannot be read.
    sim::Result<void> step();
    // Does the same with a record that need not be the file's.
    sim::Result<void> step(sim::ByteView record);
    // Steps to so many ticks, which the file must have (asserted), and compares nothing.
    sim::Result<void> step_to(std::uint64_t ticks_done);
    // Returns what the file states about the chain here.
    sim::Result<RecordedChain> recorded_chain() { return cursor_.chain(ticks_done()); }
    // Returns whether the chain here is the recorded one, as far as the file knows it. The error
    // says that the file cannot be read.
    sim::Result<bool> compare();
    // Compares here and after each step up to `ticks_done` ticks. It ends early if the game fails,
    // if `progress` returns false (is_stopped), or if it parts and is to stop there. The error says
    // that the file cannot be read.
    sim::Result<void> go_to(std::uint64_t ticks_done, AtParting at_parting,
                            const Progress& progress = nullptr);

    // The file that is run.
    const Replay& replay() const { return *replay_; }
    // The number of ticks after which it began: its start, a keyframe or a known place.
    std::uint64_t began_at() const { return began_at_; }
    // The number of ticks that are done at the present place.
    std::uint64_t ticks_done() const { return timeline_.ticks_done(); }
    // Both running hashes at the present place.
    const sim::RunningHashes& hashes() const { return timeline_.hashes(); }
    // The chain alone.
    sim::ChainHash chain() const { return timeline_.chain(); }
    // The hash of the state at the present place.
    sim::StateHash state_hash() const { return timeline_.state_hash(); }
    // The running game.
    const sim::AnySimulation& simulation() const { return timeline_.simulation(); }
    // The present place, with its state.
    RunPlace place() const { return {ticks_done(), simulation().save(), hashes()}; }

    // The earliest place at which a comparison failed. A jump does not forget it.
    const std::optional<Divergence>& parted_at() const { return parted_at_; }
    // The error of the game's own step, until the next start or jump.
    const std::optional<sim::Error>& failure() const { return failure_; }
    // True if go_to ended because the caller wanted so: nothing is known of later ticks.
    bool is_stopped() const { return is_stopped_; }
    // True if all of it came out as recorded.
    bool agrees() const { return !parted_at_ && !failure_ && !is_stopped_; }
    // True if the last comparison was with all 64 bits of a chain.
    bool compared_whole() const { return compared_whole_; }

private:
    sim::Result<void> go_to_first_keyframe();
    sim::Result<void> load(const StoredState& stored);
    void begin_here();

    const Replay* replay_;
    Cursor cursor_;
    sim::Timeline timeline_;
    std::map<std::uint64_t, std::string> plants_;  // fields by ticks
    std::uint64_t began_at_ = 0;
    std::optional<Divergence> parted_at_;
    std::optional<sim::Error> failure_;
    bool is_stopped_ = false;
    bool compared_whole_ = false;
};

// Begins at that place and goes to so many ticks, a number from first_tick() to end_tick()
// (asserted). `spare` is the game, never stepped.
sim::Result<Run> run_to(const Replay& replay, const sim::AnySimulation& spare, RunFrom from,
                        std::uint64_t ticks_done, AtParting at_parting,
                        const Progress& progress = nullptr);

}  // namespace tandem::replay
