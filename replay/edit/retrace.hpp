// SPDX-License-Identifier: MIT
// Goes through a recording with its simulation and believes it only as long as every tick gives the
// recorded chain: for whoever wants states of a recording, and not to find out where it is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include <tandem/replay/cursor.hpp>
#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::replay {

// Called after every tick with the number of ticks done. Return false to stop.
using EachTick = std::function<bool(std::uint64_t ticks_done)>;

class Retrace {
public:
    // Starts at the last usable keyframe after at most `ticks_done` ticks, or at the file's start,
    // and steps to `ticks_done`, a number from first_tick() to end_tick() (asserted). If
    // `each_tick` stops it, it stands at an earlier tick. `replay` must outlive the object. The
    // error is divergence if the simulation does not give what was recorded; it names the tick.
    static sim::Result<Retrace> create(const Replay& replay, sim::AnySimulation simulation,
                                       std::uint64_t ticks_done,
                                       const EachTick& each_tick = nullptr);

    // Stands at the last usable keyframe after fewer than `before` ticks, or at the file's start.
    static sim::Result<Retrace> at_keyframe(const Replay& replay, sim::AnySimulation simulation,
                                            std::uint64_t before);
    // Goes there from anywhere, and keeps the inputs that are decoded. After an error only another
    // call may follow.
    sim::Result<void> go_to_keyframe(std::uint64_t before);

    // Steps one tick, and plants the fault that the file says was planted after it. There must be
    // one (asserted).
    sim::Result<void> step();

    // The record that the next step takes; the view is valid until then. There must be one
    // (asserted).
    sim::Result<sim::ByteView> next_record();

    // Whether the file confirms what was simulated up to here, as in confirm_chain: with a narrow
    // track the ticks behind decide. False: it states too little to tell.
    sim::Result<bool> confirm() const;

    // How many ticks are done at the present place.
    std::uint64_t ticks_done() const { return timeline_.ticks_done(); }
    // The whole running hashes there.
    const sim::RunningHashes& hashes() const { return timeline_.hashes(); }
    // The hash of the state there.
    sim::StateHash state_hash() const { return timeline_.state_hash(); }
    // The running game.
    const sim::AnySimulation& simulation() const { return timeline_.simulation(); }

private:
    Retrace(const Replay& replay, sim::AnySimulation simulation);
    sim::Result<void> check();

    const Replay* replay_;
    Cursor cursor_;
    sim::Timeline timeline_;
    std::map<std::uint64_t, std::string> plants_;  // fields by ticks
};

}  // namespace tandem::replay
