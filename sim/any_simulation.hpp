// SPDX-License-Identifier: MIT
// A game whose C++ type has been erased: bytes in, bytes out. All of replay, net and tools compile
// against this once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tandem/sim/game_info.hpp>
#include <tandem/sim/keys.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/setup.hpp>
#include <tandem/sim/tick_record.hpp>

namespace tandem::sim {

// The state hash where a named phase of a step ended.
struct PhaseHash {
    std::string phase;
    StateHash state_hash;
};

// What erase<Game>() implements; games never see it.
class SimulationModel {
public:
    virtual ~SimulationModel() = default;
    virtual const GameInfo& info() const = 0;
    virtual std::unique_ptr<SimulationModel> clone() const = 0;
    virtual Result<void> reset(const Setup& setup) = 0;
    virtual Result<void> step(const RecordView& record, std::vector<PhaseHash>* phases) = 0;
    virtual StateHash state_hash() = 0;
    virtual void save(Bytes& out) const = 0;
    virtual Result<void> restore(ByteView state) = 0;
    virtual bool draw(Canvas& canvas, const SimulationModel& previous,
                      std::uint64_t alpha_numerator, std::uint64_t alpha_denominator) const = 0;
    virtual Bytes bot_input(Slot slot, std::uint64_t ticks_done, std::uint64_t seed) const = 0;
    virtual Bytes input_from_keys(const Keys& keys) const = 0;
    virtual bool finished() const = 0;
};

// A running game. A move leaves the source empty; a copy is made by clone() only.
class AnySimulation {
public:
    explicit AnySimulation(std::unique_ptr<SimulationModel> model);

    const GameInfo& info() const { return model_->info(); }
    // An independent simulation in the same state.
    AnySimulation clone() const;

    // Starts anew with the setup completed by complete_setup. Fails where check_setup or
    // check_assets does, which leaves everything as it was, or where the game's reset throws.
    Result<void> reset(const Setup& setup);
    // The complete setup of the last reset.
    const Setup& setup() const { return setup_; }

    // Exactly one tick. The record is checked as if it came off a wire; a failure before the game's
    // own step leaves the state as it was. An exception out of the game's step gives step_failed,
    // and so does every further step until a reset or restore.
    Result<void> step(ByteView record);
    // The same with the state hash after every phase the game names.
    Result<std::vector<PhaseHash>> step_with_phases(ByteView record);

    StateHash state_hash() const { return StateHash{model_->state_hash()}; }
    // Replaces `out` with the canonical bytes of the state.
    void save(Bytes& out) const { model_->save(out); }
    Bytes save() const;
    // Replaces the state; on an error the old one stays. Needs a reset before it (asserted).
    Result<void> restore(ByteView state);

    // False where the game does not draw. `previous` is the state one tick earlier; alpha is in [0,
    // 1].
    bool draw(Canvas& canvas, const AnySimulation& previous, std::uint64_t alpha_numerator,
              std::uint64_t alpha_denominator) const;
    // The canonical input a bot gives for the tick after `ticks_done` ticks; idle where the game
    // has no bot.
    Bytes bot_input(Slot slot, std::uint64_t ticks_done, std::uint64_t seed) const;
    // The canonical input for these keys; idle where the game takes no keys.
    Bytes input_from_keys(const Keys& keys) const;
    // Whether the game says it is over; false where it never does.
    bool finished() const { return model_->finished(); }

private:
    Result<void> step(ByteView record, std::vector<PhaseHash>* phases);

    std::unique_ptr<SimulationModel> model_;
    Setup setup_;
    bool is_reset_ = false;
    bool is_broken_ = false;  // an exception ended a step halfway
};

}  // namespace tandem::sim
