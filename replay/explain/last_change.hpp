// SPDX-License-Identifier: MIT
// Finds the tick that last changed a field, and the one before that. It simulates stretches between
// keyframes from the last one back, so that a late change costs little and any at most one run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/play/rerun.hpp>
#include <tandem/replay/query/field_path.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::replay {

// A phase in which a field changed.
struct ChangingPhase {
    std::string phase;  // as the game names it; empty: behind the last one
    sim::Bytes state;   // at its end
};

// A tick that changed a field.
struct FieldChange {
    sim::Tick tick;     // the tick in whose step the field changed
    sim::Bytes before;  // the state before the step
    sim::Bytes after;   // the state behind it
    sim::Bytes record;  // the inputs of the tick
    // The phases of the step in which it changed, in order. They are empty if the game names no
    // phases, or `is_reproduced` is false.
    std::vector<ChangingPhase> phases;
    // True if the same step from the same saved state gives the same state. If not, the state holds
    // something that is not saved, and no phase can be told.
    bool is_reproduced = true;
    bool is_planted = false;  // it is (also) a fault that the file says was planted behind the step
};

struct ChangeOptions {
    std::uint64_t changes_max = 1;  // how many will be asked for
    // At most so many bytes of states are kept for changes that have not been asked for yet.
    std::uint64_t memory_bytes = std::uint64_t{64} << 20;
    // It is called now and then with the number of ticks simulated so far, and returns false to
    // stop.
    std::function<bool(std::uint64_t ticks)> progress = nullptr;
};

class ChangeSearch {
public:
    // Begins at the state after `ticks_done` ticks, from first_tick() to end_tick() (asserted), and
    // searches backward. `replay` must outlive the search; `spare` is the game, never stepped. The
    // error (usage) says that there is no such field.
    static sim::Result<ChangeSearch> create(const Replay& replay, const sim::AnySimulation& spare,
                                            std::string_view path, std::uint64_t ticks_done,
                                            ChangeOptions options = {});

    // Returns the next older change, or nothing if there is none back to the beginning of the file,
    // or if `progress` stopped it. An error says that the file cannot be simulated here, or
    // (divergence) that the simulation does not give what was recorded.
    sim::Result<std::optional<FieldChange>> next();

    // True if `progress` stopped it.
    bool is_stopped() const { return is_stopped_; }
    // The number of ticks that were simulated until now. Every stretch between usable keyframes is
    // simulated at most once to find the changes in it, so the newest change takes at most one run
    // up to where the search began. Older changes of a stretch take that stretch once more (several
    // times only if `memory_bytes` is too little for them).
    std::uint64_t ticks_simulated() const { return ticks_simulated_; }

private:
    ChangeSearch(const Replay& replay, const sim::AnySimulation& spare, FieldPath path,
                 std::uint64_t ticks_done, ChangeOptions options);

    sim::Result<void> go_to_keyframe(std::uint64_t before);
    sim::Result<void> scan_stretch();
    sim::Result<void> show_changes();
    sim::Result<void> step(sim::Bytes& record);
    sim::Result<void> show(FieldChange change);
    sim::Result<void> explain(FieldChange& change);
    bool has_plant(sim::Tick tick) const;

    const Replay* replay_;
    sim::AnySimulation spare_;
    FieldPath path_;
    ChangeOptions options_;
    std::optional<Run> run_;
    std::uint64_t end_;                          // the ticks behind it have been scanned
    std::uint64_t stretch_end_;                  // the end of the stretch that was scanned last
    std::vector<std::uint64_t> found_;           // ticks done at changes in that stretch, ascending
    std::vector<FieldChange> shown_;             // those of them that are ready, ascending
    std::optional<sim::AnySimulation> stepper_;  // for single steps from restored states
    std::uint64_t changes_left_;
    std::uint64_t ticks_simulated_ = 0;
    bool is_stopped_ = false;
};

}  // namespace tandem::replay
