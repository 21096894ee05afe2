// SPDX-License-Identifier: MIT
// A session reports here what happened. It is the only place where net and replay meet: a match is
// recorded because its session was given a recorder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

class AnySimulation;

// A session before its first tick. Mostly that is tick 0. A session that continues another one
// begins at a later tick, with the state and the hashes after the ticks before it.
struct SessionStart {
    const GameInfo& game;          // the game that is played
    const Setup& setup;            // completed by complete_setup
    std::uint64_t start = 0;       // start_hash() of game and setup
    StateHash state_hash;          // before the first tick; tick 0 follows the reset state
    RunningHashes hashes;          // chain(first_tick) and records(first_tick)
    ByteView state;                // canonical bytes of that state
    std::uint64_t first_tick = 0;  // the first tick that will be told
};

// A simulated tick. The views are valid until the call returns.
struct TickedView {
    Tick tick;             // the tick that was stepped
    ByteView record;       // its presence bits and inputs
    StateHash state_hash;  // after the step
    RunningHashes hashes;  // chain(tick + 1) and records(tick + 1)
};

// Facts about a session that are stored but never hashed. The numbers are stored in files: never
// change them, add new ones at the end.
enum class MarkKind : std::uint8_t {
    input_delay = 1,  // value: ticks
    stall = 2,        // value: milliseconds waited for `slot` before this tick
    pause = 3,        // value: milliseconds
    plant = 4,        // a bit was flipped on purpose after this tick; text: the field
    left = 5,         // slot is absent from this tick on
    returned = 6,     // slot is present again from this tick on
    desync = 7,       // value: the other side's state hash after this tick, 0 if unknown;
                      // text: with whom, why and which field, in words
    note = 8,         // text
    player_name = 9,  // text: the name that a player gave with --name
    // The step of this tick failed, so that it is no tick of the session. `text` says how; `record`
    // has its inputs.
    failed = 10,
    // A match with others. text: its id, 32 digits in hex; slot: our own slot; value: the
    // generation of the match, which each resume of its host raises.
    match = 11,
};

// A note at a tick.
struct Mark {
    MarkKind kind = MarkKind::note;  // the kind of note
    Tick tick;                       // its tick
    std::uint32_t slot = 0;          // the slot it is about; 0 if none
    std::uint64_t value = 0;         // see MarkKind
    std::string text;                // see MarkKind
    Bytes record{};                  // failed: the record of the tick; else empty
};

// The reason for which a whole state is reported. The numbers are stored in files.
enum class StatePurpose : std::uint8_t { keyframe = 1, evidence = 2 };

// A whole state. The view is valid until the call returns.
struct StateView {
    StatePurpose purpose = StatePurpose::keyframe;  // the purpose of the report
    std::uint64_t ticks_done = 0;                   // it is the state after this many ticks
    ByteView state;                                 // canonical bytes
    RunningHashes hashes;                           // chain(ticks_done) and records(ticks_done)
};

// The reason why a session ended. The numbers are stored in files.
enum class EndReason : std::uint8_t {
    source_ended = 1,  // an input source had no more inputs
    tick_limit = 2,    // --ticks
    finished = 3,      // the game says it is over
    interrupted = 4,   // a person stopped it
    peer_lost = 5,
    desync = 6,
    step_failed = 7,
    recording_failed = 8,  // recording failed, for example because the disk is full
};

// An observer is told what happens in a session. Every call may fail (a full disk); then the
// session ends with that error. No call may change the simulation.
class TickObserver {
public:
    virtual ~TickObserver() = default;
    // It is called once, before everything else.
    virtual Result<void> on_start(const SessionStart& start) = 0;
    // A tick was simulated just now, and `simulation` is in the state after it. In a match this
    // call comes at once, also for a tick that is never confirmed because a player is lost. Use it
    // for pictures and sounds; use on_tick for recording.
    virtual Result<void> on_step(const TickedView&, const AnySimulation&) { return {}; }
    // A tick of the session; each tick comes once, in order. In a match the call may come some
    // ticks after the simulation, when the tick is confirmed: it is certain that the others have it
    // too.
    virtual Result<void> on_tick(const TickedView& ticked) = 0;
    // A note about a tick. The tick may have been reported already, or not yet.
    virtual Result<void> on_event(const Mark& mark) = 0;
    // A keyframe that wants_keyframe asked for, or evidence at a desync.
    virtual Result<void> on_state(const StateView& state) = 0;
    // The ticks from `ticks_done` on are taken back: other ones come in their place. Returns
    // whether that is possible. It is not possible for an observer that cannot forget them.
    virtual bool retract(std::uint64_t ticks_done) {
        static_cast<void>(ticks_done);
        return false;
    }
    // The session goes on from a given state: the ticks between are not known here. `start`
    // describes that moment as on_start does. The error says that this observer cannot go on from
    // there; the session then ends. An observer that needs every tick leaves this as it is.
    virtual Result<void> on_given(const SessionStart& start);
    // True if on_state should be called with a keyframe after `ticks_done` ticks.
    virtual bool wants_keyframe(std::uint64_t ticks_done) const = 0;
    // It is called once, after everything else.
    virtual Result<void> on_end(EndReason reason) = 0;
};

// Several observers of one session, as one.
class Observers final : public TickObserver {
public:
    // The observers are called in this order and must outlive this object. Null pointers are left
    // out.
    explicit Observers(const std::vector<TickObserver*>& observers);

    // If one observer fails, the next ones are not called: the session ends with that error.
    Result<void> on_start(const SessionStart& start) override;
    Result<void> on_step(const TickedView& ticked, const AnySimulation& simulation) override;
    Result<void> on_tick(const TickedView& ticked) override;
    Result<void> on_event(const Mark& mark) override;
    // Keyframes go to the observers that want one, evidence goes to all.
    Result<void> on_state(const StateView& state) override;
    Result<void> on_given(const SessionStart& start) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    // All observers are called, even if one fails. The error is the first one.
    Result<void> on_end(EndReason reason) override;

private:
    template <class Report>
    Result<void> report_each(Report&& report);

    std::vector<TickObserver*> observers_;
};

}  // namespace tandem::sim
