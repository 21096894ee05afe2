// SPDX-License-Identifier: MIT
// Records a session again as one side of its match would have recorded it with a fault there,
// without a mark. It is for practice, and for the tests of every explanation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/history/tick_observer.hpp>

namespace tandem::replay {

enum class FakeKind : std::uint8_t {
    flipped_bit,  // a bit of the state after the step of the tick
    bit_between,  // a bit of the state before the step, after it was hashed
    lost_input,   // a player's input of the tick is idle here, and recorded so
    late_input,   // the step is given the input of the tick before, and says nothing
    // A field goes back to its value at the reset, as loads do that forget it: twice, if the
    // session is long enough.
    unsaved_field,
    static_variable,  // something that counts outside of the state takes part from this tick on
    unwritten_byte,   // something random takes part from this tick on
    other_build,      // from this tick on the rules differ
    other_setup,      // the session begins with another seed, and says so
    lost_setup,       // the session begins with another seed, and the file does not say so
};
// Returns "bit", "bit-between", "lost-input", "late-input", "unsaved", "static", "unwritten",
// "build", "setup" or "recording".
std::string fake_kind_text(FakeKind kind);
// Returns all kinds.
std::vector<FakeKind> fake_kinds();

struct FakePlan {
    FakeKind kind = FakeKind::flipped_bit;
    sim::Tick tick;          // where the fault begins; the kinds of the setup ignore it
    std::uint64_t seed = 1;  // decides field, bit and player
};

// The fault that was made.
struct Faked {
    sim::Tick tick;    // the first tick whose state, or recorded input, is not the honest one
    std::string text;  // "bit 3 of fighters[0].health"
    std::string path;  // the field, if it is one
    std::uint32_t bit = 0;
    std::optional<Slot> player;
};

// Returns the state from which the rules of the fake other build (asserted) take the step of this
// tick with this record, or nothing if those rules are like the rules here. `trial` is the game,
// reset; its state afterwards has no meaning.
std::optional<sim::Bytes> state_by_other_rules(const FakePlan& plan, sim::AnySimulation& trial,
                                               sim::Tick tick, const sim::Bytes& state,
                                               const sim::Bytes& record);

// Plays the recording again and tells `observer` the session with the fault in it. The error
// (usage) says that this fault changes nothing there, or that the simulation does not reproduce the
// recording; then the observer has been told nothing of use.
sim::Result<Faked> fake_session(const Replay& sound, const sim::AnySimulation& spare,
                                const FakePlan& plan, sim::TickObserver& observer);

}  // namespace tandem::replay
