// SPDX-License-Identifier: MIT
// A game whose C++ type has been erased: bytes go in, bytes come out. All of replay, net and tools
// is compiled against this once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tandem/sim/assert.hpp>
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

// The state hash at the end of a named phase of a step.
struct PhaseHash {
    std::string phase;     // the name of the phase
    StateHash state_hash;  // when the phase had ended
    Bytes state = {};      // canonical, then; empty unless it was asked for
};

// Says whether the states at the ends of phases are kept too. Hashes cost no memory.
enum class PhaseDetail : std::uint8_t { hashes, states };

// The phases of a step, as the step reports them.
struct PhaseLog {
    PhaseDetail detail = PhaseDetail::hashes;  // the detail that is wanted
    std::vector<PhaseHash> phases = {};        // in order, as they ended
};

// Facts that Tandem must know of a state. They are computed directly after every reset, step and
// restore, because the game's own code runs for it and may throw. So a later question cannot fail.
struct StateFacts {
    StateHash hash;                  // the hash of the state
    std::uint64_t bytes = 0;         // canonical
    std::uint64_t memory_bytes = 0;  // a reader's charge for it, Writer::memory_bytes()
    bool is_finished = false;        // the game's own finished()
};

// The ways in which a field is written: as one block, or number by number.
enum class FieldMove { single, block };

namespace detail {

// Tells C++ types apart without their names, because two games may have the same name. Each type
// has an address of its own.
using TypeToken = const void*;
template <class T>
inline constexpr char k_type_mark = 0;
template <class T>
TypeToken type_token() {
    return &k_type_mark<T>;
}

}  // namespace detail

// The inputs of one tick behind a pointer: `first` points to `count` objects of this type.
struct ErasedInputs {
    // A view of these inputs, which must outlive it.
    template <class Input>
    explicit ErasedInputs(Inputs<Input> inputs)
        : type(detail::type_token<Input>()),
          first(std::span<const Input>(inputs).data()),
          count(inputs.size()),
          presence(inputs.presence()) {}

    detail::TypeToken type;  // the type of each input
    const void* first;       // null if there are no slots
    std::size_t count;       // the number of slots
    std::uint64_t presence;  // a bit for each slot
};

// The object that is reset: a new one, or the one that has been played with.
enum class ResetObject { fresh, used };

// The interface that erase<Game>() implements; games never see it. An exception of the game's own
// code becomes an Error step_failed that names the function.
class SimulationModel {
public:
    virtual ~SimulationModel() = default;
    // The facts that are known of the game.
    virtual const GameInfo& info() const = 0;
    // The game, or null if it has another type.
    virtual const void* game(detail::TypeToken type) const = 0;
    virtual detail::TypeToken input_type() const = 0;
    // The inputs of the last step, in the model's own memory; none before the first one.
    virtual ErasedInputs last_inputs() const = 0;
    // Writes a record; the inputs have the type of input_type().
    virtual Result<void> write_record(const ErasedInputs& inputs, Bytes& out) const = 0;
    virtual std::unique_ptr<SimulationModel> clone() const = 0;
    virtual Result<StateFacts> reset(const Setup& setup, ResetObject object) = 0;
    virtual Result<StateFacts> step(const RecordView& record, PhaseLog* phases) = 0;
    virtual Result<void> save(Bytes& out) const = 0;
    virtual Result<FieldMove> write_field(std::size_t field, ByteSink& sink) const = 0;
    virtual Result<StateFacts> restore(ByteView state) = 0;
    virtual Result<void> draw(Canvas& canvas, const SimulationModel& previous,
                              Alpha alpha) const = 0;
    virtual Result<Bytes> bot_input(Slot slot, std::uint64_t ticks_done,
                                    std::uint64_t seed) const = 0;
    virtual Result<Bytes> input_from_keys(const Keys& keys) const = 0;
};

// A running game. A move leaves the source empty. Only clone() makes a copy.
class AnySimulation {
public:
    // A simulation of this model, which erase() made.
    explicit AnySimulation(std::unique_ptr<SimulationModel> model);

    // The facts that are known of the game.
    const GameInfo& info() const { return model_->info(); }
    // An independent simulation in the same state. If copying the game throws, the process ends
    // with a sentence that says so.
    AnySimulation clone() const;

    // The running game itself, to be read in place. It needs a reset first (asserted). `Game` must
    // be the type that erase was called with (asserted). A step changes the object that the
    // reference refers to. A reset or a restore replaces it, so call this again after one.
    template <class Game>
    const Game& as() const {
        using Type = std::remove_cv_t<Game>;
        return *static_cast<const Type*>(game(detail::type_token<Type>(), Type::name));
    }

    // The inputs of the last step, as the game got them, so that nobody reads its record again. It
    // needs a step since the last reset, and the game's own Input type (asserted). The inputs are
    // valid until the next step or reset, and mean nothing after a step that failed. A restore and
    // a move leave them where they are; a clone has none before its own first step.
    template <class Input>
    Inputs<Input> last_inputs() const {
        const ErasedInputs inputs = model_->last_inputs();
        TANDEM_ASSERT(inputs.type == detail::type_token<Input>() && inputs.count == setup_.slots);
        return {std::span(static_cast<const Input*>(inputs.first), inputs.count), inputs.presence};
    }

    // Starts anew with this setup, completed by complete_setup. It fails if check_setup or
    // check_assets fails; then nothing has changed. It also fails if the game's own code throws.
    Result<void> reset(const Setup& setup);
    // Resets the used object once more, with the same setup. It is for a tool that looks for
    // members which the game's reset forgets. It needs a reset before it (asserted).
    Result<void> reset_used_object();
    // The complete setup of the last reset.
    const Setup& setup() const { return setup_; }

    // Steps exactly one tick. The record is checked as if it came from the network. After a failure
    // before the game's own step, the state has not changed. The error is step_failed if the game's
    // own code threw. Then every further step gives the same error until a reset or restore.
    Result<void> step(ByteView record);
    // Steps exactly one tick as well. It returns the state hash after every phase that the game
    // names, and the state if that is asked for.
    Result<std::vector<PhaseHash>> step_with_phases(ByteView record,
                                                    PhaseDetail detail = PhaseDetail::hashes);

    // Replaces `out` with the record of a tick with these inputs. There must be one input of the
    // game's Input type for each slot of the setup (asserted).
    Result<void> write_record(const ErasedInputs& inputs, Bytes& out) const;

    // The hash of the state after the last reset, step or restore that succeeded. It needs a reset
    // (asserted).
    StateHash state_hash() const;
    // True if the game said then that it is over; false if the game has no finished().
    bool finished() const { return facts_.is_finished; }

    // The faults of arithmetic since the last reset: in the game's reset, steps and restores, and
    // when the game was asked for inputs. They are not part of the state. A tick that is stepped
    // again after a jump back in time is not reported again. A clone begins without faults.
    const FaultLog& faults() const { return faults_; }
    // Sets the number of the next tick, which reports of faults use. A reset begins at 0.
    void name_ticks_from(std::uint64_t ticks_done) { ticks_done_ = ticks_done; }

    // Checks that this game could restore the present state within its state_bytes_max; else the
    // error is step_failed.
    Result<void> check_restorable() const;

    // Replaces `out` with the canonical bytes of the state. An error leaves it empty.
    Result<void> save(Bytes& out) const;
    // Returns the canonical bytes of the state. It cannot fail: the present state has been hashed,
    // so it can be written (asserted).
    Bytes save() const;
    // Writes only one field of the state, so that a tool can measure its time. `field` is an index
    // into the children of info().state_schema (asserted).
    Result<FieldMove> write_field(std::size_t field, ByteSink& sink) const;
    // Replaces the state. After an error the old state is still there. It needs a reset before it
    // (asserted).
    Result<void> restore(ByteView state);

    // Calls the game's draw, if it has one (info().has_draw). `previous` is the same game one tick
    // earlier (asserted). alpha is in [0, 1].
    Result<void> draw(Canvas& canvas, const AnySimulation& previous, Alpha alpha) const;
    // Draws a copy of the game. Use it for a game that goes on: changes that draw makes to mutable
    // members are lost with the copy, so that looking on changes no session.
    Result<void> draw_copy(Canvas& canvas, const AnySimulation& previous, Alpha alpha) const;
    // The canonical input of a bot for the tick after `ticks_done` ticks; idle if the game has no
    // bot. The error names slot and tick. Faults of arithmetic go to the FaultScope of this thread,
    // or to faults() if there is none, and say that they are the bot's.
    Result<Bytes> bot_input(Slot slot, std::uint64_t ticks_done, std::uint64_t seed) const;
    // The canonical input for these keys in the tick after `ticks_done` ticks; idle if the game
    // takes no keys. Faults are reported like those of a bot.
    Result<Bytes> input_from_keys(const Keys& keys, std::uint64_t ticks_done) const;

private:
    const void* game(detail::TypeToken type, std::string_view name) const;
    FaultLog* log_of_inputs() const;
    Result<void> start(ResetObject object);
    Result<void> step(ByteView record, PhaseLog* phases);

    std::unique_ptr<SimulationModel> model_;
    Setup setup_;
    StateFacts facts_;
    RecordView record_;        // that of the last step; the bytes it refers to are gone
    mutable FaultLog faults_;  // mutable, because const functions report too
    TicksHeard ticks_heard_;
    std::uint64_t ticks_done_ = 0;
    bool is_reset_ = false;
    std::optional<Error> failure_;  // the error of a step that the game did not finish
};

}  // namespace tandem::sim
