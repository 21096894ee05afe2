// SPDX-License-Identifier: MIT
// Where a session tells what happened, and the only place where net and replay meet: a match is
// recorded because its session was handed a recorder.
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

// A session as it stands before its first tick.
struct SessionStart {
    const GameInfo& game;     // what is played
    const Setup& setup;       // complete
    std::uint64_t start = 0;  // start_hash
    StateHash state_hash;     // of the reset state
    RunningHashes hashes;     // chain(0) and records(0)
    ByteView state;           // canonical bytes of the reset state
};

// One tick that was simulated. The views live until the call returns.
struct TickedView {
    Tick tick;             // the tick that was stepped, 0-based
    ByteView record;       // its presence bits and inputs
    StateHash state_hash;  // after the step
    RunningHashes hashes;  // chain(tick + 1) and records(tick + 1)
};

// Facts about a session that are stored but never hashed. The numbers reach disk: never change
// them, add at the end.
enum class MarkKind : std::uint8_t {
    input_delay = 1,  // value: ticks
    stall = 2,        // value: milliseconds waited for `slot` before this tick
    pause = 3,        // value: milliseconds
    plant = 4,        // a bit was flipped on purpose after this tick; text: the field
    left = 5,         // slot is absent from this tick on
    returned = 6,     // slot is present again from this tick on
    desync = 7,       // value: their state hash after this tick; text says who
    note = 8,         // text
    player_name = 9,  // text: the name a player gave with --name
};

// A note at a tick.
struct Mark {
    MarkKind kind = MarkKind::note;  // what it is about
    Tick tick;                       // at which tick
    std::uint32_t slot = 0;          // whom it is about; 0 where nobody
    std::uint64_t value = 0;         // as its kind says
    std::string text;                // likewise
};

// Why a whole state is handed over. The numbers reach disk.
enum class StatePurpose : std::uint8_t { keyframe = 1, evidence = 2 };

// A whole state. The view lives until the call returns.
struct StateView {
    StatePurpose purpose = StatePurpose::keyframe;  // what it is for
    std::uint64_t ticks_done = 0;                   // the state after that many ticks
    ByteView state;                                 // canonical bytes
    RunningHashes hashes;                           // chain(ticks_done) and records(ticks_done)
};

// Why a session ended. The numbers reach disk.
enum class EndReason : std::uint8_t {
    source_ended = 1,  // an input source had no further row
    tick_limit = 2,    // --ticks
    finished = 3,      // the game says it is over
    interrupted = 4,   // a person stopped it
    peer_lost = 5,
    desync = 6,
    step_failed = 7,
    recording_failed = 8,  // what was to be recorded could not be: a full disk
};

// Every call may fail (a full disk); the session then ends with that error. None may change the
// simulation.
class TickObserver {
public:
    virtual ~TickObserver() = default;
    // Once, before everything else.
    virtual Result<void> on_start(const SessionStart& start) = 0;
    // A tick was simulated just now, and the running game stands as it left it. In a match this
    // comes at once, also for a tick that never becomes the match's, because a player was lost. It
    // is for what is shown or heard; a record is made of on_tick.
    virtual Result<void> on_step(const TickedView&, const AnySimulation&) { return {}; }
    // A tick of the session, each once and in order. In a match it may be told some ticks after it
    // was simulated, once it is certain that the others have it too.
    virtual Result<void> on_tick(const TickedView& ticked) = 0;
    // Something is noted about a tick, which may be told already or still to come.
    virtual Result<void> on_event(const Mark& mark) = 0;
    // A keyframe that was wanted, or evidence at a desync.
    virtual Result<void> on_state(const StateView& state) = 0;
    // Whether on_state should be called with a keyframe once `ticks_done` ticks have been
    // simulated.
    virtual bool wants_keyframe(std::uint64_t ticks_done) const = 0;
    // Once, after everything else.
    virtual Result<void> on_end(EndReason reason) = 0;
};

// Several observers of one session, as one.
class Observers final : public TickObserver {
public:
    // They are told in this order and must outlive this; one that is null is left out.
    explicit Observers(const std::vector<TickObserver*>& observers);

    // Where one fails, those behind it are not told: the session ends with that error.
    Result<void> on_start(const SessionStart& start) override;
    Result<void> on_step(const TickedView& ticked, const AnySimulation& simulation) override;
    Result<void> on_tick(const TickedView& ticked) override;
    Result<void> on_event(const Mark& mark) override;
    // Keyframes are for those that want one, evidence is for all.
    Result<void> on_state(const StateView& state) override;
    bool wants_keyframe(std::uint64_t ticks_done) const override;
    // All are told, whoever fails. The error is the first one.
    Result<void> on_end(EndReason reason) override;

private:
    template <class Tell>
    Result<void> tell_each(Tell&& tell);

    std::vector<TickObserver*> observers_;
};

}  // namespace tandem::sim
