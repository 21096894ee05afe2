// SPDX-License-Identifier: MIT
// Erases a game's C++ type, at this one place. All code behind it works with bytes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/describe_game.hpp>
#include <tandem/sim/game/field_writer.hpp>
#include <tandem/sim/game/guard.hpp>
#include <tandem/sim/game/input_record.hpp>
#include <tandem/sim/game/near_misses.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/game/state_hasher.hpp>

namespace tandem::sim {

namespace detail {

// The seed of a bot's random numbers: the same slot and tick of the same session always give the
// same decision.
std::uint64_t bot_seed(std::uint64_t seed, std::uint64_t ticks_done);

}  // namespace detail

// Implements the model for one game. The game's own code runs only inside guard, or inside
// call_or_end if nobody could take an error.
template <class Game>
class GameModel final : public SimulationModel {
public:
    // The game's own input type.
    using Input = typename Game::Input;

    // The facts that are known of the game. It makes no game.
    static const GameInfo& game_info() {
        static const GameInfo info = detail::call_or_end(
            "describing the game", [] { return detail::describe_game<Game>(); });
        return info;
    }

    const GameInfo& info() const override { return game_info(); }

    const void* game(detail::TypeToken type) const override {
        return type == detail::type_token<Game>() ? game_.get() : nullptr;
    }

    detail::TypeToken input_type() const override { return detail::type_token<Input>(); }

    ErasedInputs last_inputs() const override {
        return ErasedInputs(Inputs<Input>(inputs_, presence_));
    }

    Result<void> write_record(const ErasedInputs& inputs, Bytes& out) const override {
        const std::span<const Input> typed(static_cast<const Input*>(inputs.first), inputs.count);
        return detail::guard(k_input_serialize, [&] {
            sim::write_record(Inputs<Input>(typed, inputs.presence), out);
        });
    }

    std::unique_ptr<SimulationModel> clone() const override {
        return detail::call_or_end("copying the game", [&]() -> std::unique_ptr<SimulationModel> {
            auto copy = std::make_unique<GameModel>();
            *copy->game_ = *game_;
            copy->setup_ = setup_;
            return copy;
        });
    }

    Result<StateFacts> reset(const Setup& setup, ResetObject object) override {
        if constexpr (detail::HasOptions<Game>) {
            // A schema does not know the order of a map's keys. Only reading them checks it.
            TANDEM_TRY(read_options(setup));
        }
        setup_ = setup;
        spare_.reset();
        inputs_.clear();
        const auto done = object == ResetObject::fresh ? reset_anew(game_) : reset_again();
        return done ? hasher_.facts_of(*game_) : done.error();
    }

    Result<StateFacts> step(const RecordView& record, PhaseLog* phase_log) override {
        TANDEM_TRY(read_inputs(record));
        Result<void> phases_hashed;
        const auto stepped = detail::guard("step", [&] {
            phases_hashed = step_game(Inputs<Input>(inputs_, presence_), phase_log);
        });
        TANDEM_TRY(stepped);
        TANDEM_TRY(phases_hashed);
        return hasher_.facts_of(*game_);
    }

    Result<void> save(Bytes& out) const override {
        return detail::guard("serialize", [&] {
            BufferSink sink(out);
            write_value(*game_, sink);
            sink.finish();
        });
    }

    Result<FieldMove> write_field(std::size_t field, ByteSink& sink) const override {
        FieldWriter writer(field, sink);
        const auto done = detail::guard("serialize", [&] { writer.visit(*game_); });
        return done ? Result<FieldMove>(writer.move()) : done.error();
    }

    // Decodes into a spare object, so that a bad state does not damage the good one. The spare is
    // reset first, because it needs everything that reset makes and serialize does not name:
    // constants and tables.
    Result<StateFacts> restore(ByteView state) override {
        auto facts = decode_into_spare(state);
        if (facts) {
            std::swap(game_, spare_);
        } else {
            spare_.reset();  // half decoded, and as large as its hostile bytes made it
        }
        return facts;
    }

    Result<void> draw(Canvas& canvas, const SimulationModel& previous, Alpha alpha) const override {
        const auto& other = static_cast<const GameModel&>(previous);
        return detail::guard("draw",
                             [&] { detail::draw_game(*game_, canvas, *other.game_, alpha); });
    }

    Result<Bytes> bot_input(Slot slot, std::uint64_t ticks_done,
                            std::uint64_t seed) const override {
        if constexpr (detail::HasBot<Game>) {
            return detail::guard("bot_input", [&] {
                Random random(detail::bot_seed(seed, ticks_done), slot.index);
                return canonical_bytes(Input(game_->bot_input(slot, random)));
            });
        } else {
            return info().idle_input;
        }
    }

    Result<Bytes> input_from_keys(const Keys& keys) const override {
        if constexpr (detail::HasKeys<Game>) {
            return detail::guard("input_from_keys", [&] {
                return canonical_bytes(Input(game_->input_from_keys(keys)));
            });
        } else {
            return info().idle_input;
        }
    }

private:
    static constexpr const char* k_input_serialize = "serialize of an input";

    // It makes two calls, because making an object uses the stack that reset is to find untouched.
    Result<void> reset_anew(std::unique_ptr<Game>& game) {
        TANDEM_TRY(detail::guard("reset", [&] { game = std::make_unique<Game>(); }));
        return detail::guard("reset", [&] { game->reset(setup_); });
    }
    Result<void> reset_again() {
        return detail::guard("reset", [&] { game_->reset(setup_); });
    }

    static Result<void> read_options(const Setup& setup) {
        Result<void> read;
        const auto done = detail::guard("serialize of the options", [&] {
            typename Game::Options options{};
            read = setup.read_options(options);
        });
        return done ? read : done;
    }

    Result<void> read_inputs(const RecordView& record) {
        presence_ = record.presence;
        Result<void> read;
        const auto done =
            detail::guard(k_input_serialize, [&] { read = sim::read_inputs(record, inputs_); });
        return done ? read : done;
    }

    Result<StateFacts> decode_into_spare(ByteView state) {
        if (spare_ == nullptr) {
            TANDEM_TRY(reset_anew(spare_));
        }
        Result<void> read;
        auto done = detail::guard("serialize", [&] {
            read = read_value(state, *spare_, info().state_bytes_max, "state");
        });
        if constexpr (detail::HasRestored<Game>) {
            if (done && read) {
                done = detail::guard("restored", [&] { spare_->restored(); });
            }
        }
        TANDEM_TRY(done);
        TANDEM_TRY(read);
        return hasher_.facts_of(*spare_);
    }

    // Steps the game. Returns the first failure of hashing its phases.
    Result<void> step_game(Inputs<Input> inputs, PhaseLog* phase_log) {
        if constexpr (detail::HasPhasedStep<Game>) {
            if (phase_log == nullptr) {
                Phases silent;
                game_->step(inputs, silent);
                return {};
            }
            PhaseHasher<Game> listener{*game_, hasher_, *phase_log, {}};
            Phases phases = listener.phases();
            game_->step(inputs, phases);
            return listener.result;
        } else {
            static_cast<void>(phase_log);
            game_->step(inputs);
            return {};
        }
    }

    // They are behind pointers, so that a state of many megabytes never lies on the stack.
    std::unique_ptr<Game> game_ = std::make_unique<Game>();
    std::unique_ptr<Game> spare_;
    Setup setup_;
    std::vector<Input> inputs_;   // those of the last step; empty before the first one
    std::uint64_t presence_ = 0;  // theirs
    StateHasher<Game> hasher_;
};

// Makes a simulation of this game, not yet reset. Each mistake in the game's contract is one
// compile error here.
template <class Game>
AnySimulation erase() {
    require_members<Game>();
    if constexpr (IsSimulation<Game> && !detail::has_near_miss<Game>) {
        require_input<typename Game::Input>();
        require_step<Game>();
        require_players<Game>();
        require_optional_members<Game>();
        if constexpr (IsInput<typename Game::Input> && IsSteppable<Game>) {
            return AnySimulation(detail::call_or_end(
                "constructing the game", [] { return std::make_unique<GameModel<Game>>(); }));
        }
    }
    return AnySimulation(nullptr);  // never reached: a requirement has failed to compile
}

}  // namespace tandem::sim
