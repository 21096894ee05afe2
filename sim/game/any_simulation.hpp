// SPDX-License-Identifier: MIT
// A game whose C++ type has been erased: bytes in, bytes out. All of replay, net and tools compile
// against this once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/fwd.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/math/fault.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/time/pacer.hpp>

namespace tandem::sim {

// The state hash where a named phase of a step ended.
struct PhaseHash {
    std::string phase;     // its name
    StateHash state_hash;  // when it had ended
};

// What Tandem has to know of a state. It is worked out right after every reset, step and restore:
// the game's own code runs for it and may throw, and a question that comes later cannot fail.
struct StateFacts {
    StateHash hash;                  // of the state
    std::uint64_t bytes = 0;         // canonical
    std::uint64_t memory_bytes = 0;  // what a reader will count for it, Writer::memory_bytes()
    bool is_finished = false;        // the game's own finished()
};

// How a field's bytes get into a buffer or the hash: as a block, or number by number.
enum class FieldMove { single, block };

namespace detail {

// Tells C++ types apart without their names, which two games may share: each type has an address of
// its own.
using TypeToken = const void*;
template <class T>
inline constexpr char k_type_mark = 0;
template <class T>
TypeToken type_token() {
    return &k_type_mark<T>;
}

}  // namespace detail

// The inputs of one tick behind a pointer: `first` is the first of `count` objects of that type.
struct ErasedInputs {
    // A view: what it was made of must live as long.
    template <class Input>
    explicit ErasedInputs(Inputs<Input> inputs)
        : type(detail::type_token<Input>()),
          first(std::span<const Input>(inputs).data()),
          count(inputs.size()),
          presence(inputs.presence()) {}

    detail::TypeToken type;  // of each input
    const void* first;       // null where there is none
    std::size_t count;       // one for each slot
    std::uint64_t presence;  // one bit for each slot
};

// Whose reset is called: a new object's, or that of the one which has been played with.
enum class ResetObject { fresh, used };

// What erase<Game>() implements; games never see it. What a game's own code throws comes back as
// step_failed and names the function.
class SimulationModel {
public:
    virtual ~SimulationModel() = default;
    // What is known of the game.
    virtual const GameInfo& info() const = 0;
    // The game, or null where it is of another type.
    virtual const void* game(detail::TypeToken type) const = 0;
    virtual detail::TypeToken input_type() const = 0;
    // The inputs are of that type.
    virtual Result<void> write_record(const ErasedInputs& inputs, Bytes& out) const = 0;
    virtual std::unique_ptr<SimulationModel> clone() const = 0;
    virtual Result<StateFacts> reset(const Setup& setup, ResetObject object) = 0;
    virtual Result<StateFacts> step(const RecordView& record, std::vector<PhaseHash>* phases) = 0;
    virtual Result<void> save(Bytes& out) const = 0;
    virtual Result<FieldMove> write_field(std::size_t field, ByteSink& sink) const = 0;
    virtual Result<StateFacts> restore(ByteView state) = 0;
    virtual Result<void> draw(Canvas& canvas, const SimulationModel& previous,
                              Alpha alpha) const = 0;
    virtual Result<Bytes> bot_input(Slot slot, std::uint64_t ticks_done,
                                    std::uint64_t seed) const = 0;
    virtual Result<Bytes> input_from_keys(const Keys& keys) const = 0;
};

// A running game. A move leaves the source empty; a copy is made by clone() only.
class AnySimulation {
public:
    // Of a model that erase() made.
    explicit AnySimulation(std::unique_ptr<SimulationModel> model);

    // What is known of the game.
    const GameInfo& info() const { return model_->info(); }
    // An independent simulation in the same state. A game that throws when it is copied ends the
    // process with a sentence.
    AnySimulation clone() const;

    // The running game where it stands, to be read. Needs a reset (asserted). `Game` is the type
    // that erase was called with: any other is a mistake, and asserted. A step changes what is
    // referred to; a reset or a restore puts another object in its place, so ask again after it.
    template <class Game>
    const Game& as() const {
        using Type = std::remove_cv_t<Game>;
        return *static_cast<const Type*>(game(detail::type_token<Type>(), Type::name));
    }

    // Starts anew with the setup completed by complete_setup. Fails where check_setup or
    // check_assets does, which leaves everything as it was, or where the game's own code throws.
    Result<void> reset(const Setup& setup);
    // The same setup once more, on the game's own object as it stands: for a tool that looks for
    // what the game's reset leaves as it was. Needs a reset before it (asserted).
    Result<void> reset_used_object();
    // The complete setup of the last reset.
    const Setup& setup() const { return setup_; }

    // Exactly one tick. The record is checked as if it came off a wire; a failure before the game's
    // own step leaves the state as it was. step_failed where the game's own code threw, and so on
    // every further step until a reset or restore.
    Result<void> step(ByteView record);
    // The same with the state hash after every phase the game names.
    Result<std::vector<PhaseHash>> step_with_phases(ByteView record);

    // Replaces `out` with the record of a tick with these inputs. They are of the game's Input
    // type, one for each slot of the setup: anything else is a mistake, and asserted.
    Result<void> write_record(const ErasedInputs& inputs, Bytes& out) const;

    // Of the state after the last reset, step or restore that succeeded. Needs a reset (asserted).
    StateHash state_hash() const;
    // Whether the game said then that it is over; false where it never does.
    bool finished() const { return facts_.is_finished; }

    // What arithmetic reported in the game's reset, steps and restores since the last reset, and
    // where inputs were asked of it; no part of the state. A tick that is stepped again after a
    // jump back in time is not reported again. A clone begins with none.
    const FaultLog& faults() const { return faults_; }
    // Says which tick the next step is, for what it may report; a reset begins at 0.
    void name_ticks_from(std::uint64_t ticks_done) { ticks_done_ = ticks_done; }

    // Whether a game with this one's state_bytes_max takes that state back; step_failed where not.
    Result<void> check_restorable() const;

    // Replaces `out` with the canonical bytes of the state. An error leaves it empty.
    Result<void> save(Bytes& out) const;
    // The same for a state that state_hash() is of: what was hashed can be written (asserted).
    Bytes save() const;
    // Writes one field of the state and no other, for a tool to time: the one with that index among
    // the children of info().state_schema (asserted to be there).
    Result<FieldMove> write_field(std::size_t field, ByteSink& sink) const;
    // Replaces the state; on an error the old one stays. Needs a reset before it (asserted).
    Result<void> restore(ByteView state);

    // Draws where the game does (info().has_draw), else nothing. `previous` is the state one tick
    // earlier, of the same game (asserted); alpha is in [0, 1].
    Result<void> draw(Canvas& canvas, const AnySimulation& previous, Alpha alpha) const;
    // The canonical input a bot gives for the tick after `ticks_done` ticks; idle where the game
    // has no bot. The error names slot and tick. What arithmetic reports goes to who listens (see
    // FaultScope), else to faults(), and says that it was the bot's.
    Result<Bytes> bot_input(Slot slot, std::uint64_t ticks_done, std::uint64_t seed) const;
    // The canonical input for these keys for the tick after `ticks_done` ticks; idle where the game
    // takes no keys. Reports are heard as those of a bot.
    Result<Bytes> input_from_keys(const Keys& keys, std::uint64_t ticks_done) const;

private:
    const void* game(detail::TypeToken type, std::string_view name) const;
    FaultLog* log_of_inputs() const;
    Result<void> start(ResetObject object);
    Result<void> step(ByteView record, std::vector<PhaseHash>* phases);

    std::unique_ptr<SimulationModel> model_;
    Setup setup_;
    StateFacts facts_;
    RecordView record_;        // of the last step; what it refers to is gone
    mutable FaultLog faults_;  // also of const functions, which it tells of and never decides
    TicksHeard ticks_heard_;
    std::uint64_t ticks_done_ = 0;
    bool is_reset_ = false;
    std::optional<Error> failure_;  // of the step that the game did not get through
};

}  // namespace tandem::sim
