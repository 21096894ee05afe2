// SPDX-License-Identifier: MIT
// Records a session again as one side of its match would have recorded it if something had gone
// wrong there, without a mark: for practice, and for the tests of every explanation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

enum class FakeKind : std::uint8_t {
    flipped_bit,      // one bit of the state after the step of the tick
    bit_between,      // one bit of the state before the step, after it was hashed
    lost_input,       // one player's input of the tick is idle here, and recorded so
    late_input,       // the step is given the input of the tick before, and says nothing
    unsaved_field,    // a field goes back to its value at the reset, as loads do that forget it:
                      // twice, where the session is long enough
    static_variable,  // something that counts outside of the state takes part from this tick on
    unwritten_byte,   // something random takes part from this tick on
    other_build,      // from this tick on the rules differ
    other_setup,      // the session begins with another seed, and says so
    lost_setup,       // the session begins with another seed, and the file does not say so
};
// "bit", "bit-between", "lost-input", "late-input", "unsaved", "static", "unwritten", "build",
// "setup", "recording".
std::string fake_kind_text(FakeKind kind);
// All of them.
std::vector<FakeKind> fake_kinds();

struct FakePlan {
    FakeKind kind = FakeKind::flipped_bit;
    sim::Tick tick;          // where it begins; of the setup's kinds nothing
    std::uint64_t seed = 1;  // decides field, bit and player
};

// What was done.
struct Faked {
    sim::Tick tick;    // the first whose state, or recorded input, is not the honest one
    std::string text;  // "bit 3 of fighters[0].health"
    std::string path;  // the field, where it is one
    std::uint32_t bit = 0;
    std::optional<Slot> player;
};

// The state from which the rules of the fake other build (asserted) take the step of this tick with
// this record; nothing where they are like those here. `trial` is the game, reset, and left
// anywhere.
std::optional<sim::Bytes> state_by_other_rules(const FakePlan& plan, sim::AnySimulation& trial,
                                               sim::Tick tick, const sim::Bytes& state,
                                               const sim::Bytes& record);

// Plays the recording again and tells `observer` the session with the fault in it. The error
// (usage) says that this fault changes nothing there, or that the simulation does not reproduce the
// recording; then what the observer was told is of no use.
sim::Result<Faked> fake_session(const Replay& sound, const sim::AnySimulation& spare,
                                const FakePlan& plan, sim::TickObserver& observer);

}  // namespace tandem::replay
