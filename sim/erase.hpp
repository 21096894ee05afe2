// SPDX-License-Identifier: MIT
// Erases a game's C++ type, once: from here on there are only bytes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <tandem/sim/any_simulation.hpp>
#include <tandem/sim/describer.hpp>
#include <tandem/sim/guard.hpp>
#include <tandem/sim/simulation.hpp>

namespace tandem::sim {

namespace detail {

// Specialised by display.hpp for games that draw: kept apart because drawing is the one place where
// floating point stands.
template <class Game>
struct Drawing {
    static constexpr bool k_draws = false;
    static void draw(const Game&, Canvas&, const Game&, std::uint64_t, std::uint64_t) {}
};

// Ends the process, and says why, over what no compiler can refuse: schemas that check_schema does,
// inputs, options or a name that are too long.
void require_sound(const GameInfo& info);

template <class Game>
GameInfo describe_game() {
    using Input = typename Game::Input;
    GameInfo info;
    info.name = std::string(std::string_view(Game::name));
    info.tick_rate = Game::tick_rate;
    info.players_max = Game::players_max;
    info.state_schema = schema_of<Game>();
    info.input_schema = schema_of<Input>();
    info.idle_input = canonical_bytes(Input{});
    if constexpr (HasVersion<Game>) {
        info.version = Game::version;
    }
    if constexpr (HasOptions<Game>) {
        info.options_schema = schema_of<typename Game::Options>();
        info.default_options = canonical_bytes(typename Game::Options{});
    }
    if constexpr (HasStateBytesMax<Game>) {
        info.state_bytes_max = Game::state_bytes_max;
    }
    info.has_draw = Drawing<Game>::k_draws;
    info.has_bot = HasBot<Game>;
    info.has_keys = HasKeys<Game>;
    info.has_finished = HasFinished<Game>;
    info.has_phases = HasPhasedStep<Game>;
    BoundCheck bound_check;
    Input idle{};
    bound_check.field("", idle, "");
    require_sound(info);
    return info;
}

// The seed of a bot's draws: the same slot and tick of the same session always decide alike.
std::uint64_t bot_seed(std::uint64_t seed, std::uint64_t ticks_done);

}  // namespace detail

template <class Game>
class GameModel final : public SimulationModel {
public:
    using Input = typename Game::Input;

    static const GameInfo& game_info() {
        static const GameInfo info = detail::describe_game<Game>();
        return info;
    }

    const GameInfo& info() const override { return game_info(); }

    std::unique_ptr<SimulationModel> clone() const override {
        auto copy = std::make_unique<GameModel>();
        *copy->game_ = *game_;
        copy->setup_ = setup_;
        return copy;
    }

    Result<void> reset(const Setup& setup) override {
        if constexpr (detail::HasOptions<Game>) {
            // A schema does not know the order of a map's keys: only reading tells.
            typename Game::Options options{};
            if (auto read = setup.read_options(options); !read) {
                return read;
            }
        }
        setup_ = setup;
        spare_.reset();
        game_ = std::make_unique<Game>();
        inputs_.assign(setup.slots, Input{});
        return detail::guard("reset", [&] { game_->reset(setup_); });
    }

    Result<void> step(const RecordView& record, std::vector<PhaseHash>* phase_hashes) override {
        inputs_.resize(record.inputs.size());
        for (std::size_t slot = 0; slot < inputs_.size(); ++slot) {
            inputs_[slot] = Input{};
            if (record.present(static_cast<std::uint32_t>(slot))) {
                auto read =
                    read_value(record.inputs[slot], inputs_[slot], k_input_bytes_max, "input");
                if (!read) {
                    return read;
                }
            }
        }
        return detail::guard(
            "step", [&] { step_game(Inputs<Input>(inputs_, record.presence), phase_hashes); });
    }

    StateHash state_hash() override {
        write_value(*game_, hash_sink_);
        return StateHash{hash_sink_.finish()};
    }

    void save(Bytes& out) const override {
        BufferSink sink(out);
        write_value(*game_, sink);
        sink.finish();
    }

    // Decodes into a spare object, so that a bad state leaves the good one alone. The spare is
    // reset first: what reset makes and serialize does not name (constants, tables) has to be
    // there.
    Result<void> restore(ByteView state) override {
        auto decoded = decode_into_spare(state);
        if (decoded) {
            std::swap(game_, spare_);
        } else {
            spare_.reset();  // half decoded, and as large as its hostile bytes made it
        }
        return decoded;
    }

    bool draw(Canvas& canvas, const SimulationModel& previous, std::uint64_t alpha_numerator,
              std::uint64_t alpha_denominator) const override {
        const auto& other = static_cast<const GameModel&>(previous);
        detail::Drawing<Game>::draw(*game_, canvas, *other.game_, alpha_numerator,
                                    alpha_denominator);
        return detail::Drawing<Game>::k_draws;
    }

    Bytes bot_input(Slot slot, std::uint64_t ticks_done, std::uint64_t seed) const override {
        if constexpr (detail::HasBot<Game>) {
            Random random(detail::bot_seed(seed, ticks_done), slot.index);
            return canonical_bytes(Input(game_->bot_input(slot, random)));
        } else {
            return info().idle_input;
        }
    }

    Bytes input_from_keys(const Keys& keys) const override {
        if constexpr (detail::HasKeys<Game>) {
            return canonical_bytes(Input(game_->input_from_keys(keys)));
        } else {
            return info().idle_input;
        }
    }

    bool finished() const override {
        if constexpr (detail::HasFinished<Game>) {
            return game_->finished();
        } else {
            return false;
        }
    }

private:
    Result<void> decode_into_spare(ByteView state) {
        if (spare_ == nullptr) {
            spare_ = std::make_unique<Game>();
            if (auto done = detail::guard("reset", [&] { spare_->reset(setup_); }); !done) {
                return done;
            }
        }
        Result<void> read;
        auto done = detail::guard("restore", [&] {
            read = read_value(state, *spare_, info().state_bytes_max, "state");
            if constexpr (detail::HasRestored<Game>) {
                if (read) {
                    spare_->restored();
                }
            }
        });
        return done ? read : done;
    }

    void step_game(Inputs<Input> inputs, std::vector<PhaseHash>* phase_hashes) {
        if constexpr (detail::HasPhasedStep<Game>) {
            if (phase_hashes == nullptr) {
                Phases silent;
                game_->step(inputs, silent);
                return;
            }
            struct Listener {
                GameModel& model;
                std::vector<PhaseHash>& hashes;
            } listener{*this, *phase_hashes};
            Phases phases(
                [](void* context, std::string_view phase) {
                    auto& to = *static_cast<Listener*>(context);
                    to.hashes.push_back({std::string(phase), to.model.state_hash()});
                },
                &listener);
            game_->step(inputs, phases);
        } else {
            game_->step(inputs);
        }
    }

    // Behind pointers, so that a state of many megabytes is never a temporary on the stack.
    std::unique_ptr<Game> game_ = std::make_unique<Game>();
    std::unique_ptr<Game> spare_;
    Setup setup_;
    std::vector<Input> inputs_;
    HashSink hash_sink_;
};

// A simulation of this game, not yet reset. Every mistake in the game's contract is one compile
// error here.
template <class Game>
AnySimulation erase() {
    require_simulation<Game>();
    if constexpr (is_simulation<Game>) {
        require_input<typename Game::Input>();
        require_step<Game>();
        require_players<Game>();
        if constexpr (is_input<typename Game::Input> && is_steppable<Game>) {
            return AnySimulation(std::make_unique<GameModel<Game>>());
        }
    }
    return AnySimulation(nullptr);  // never reached: a requirement has failed to compile
}

}  // namespace tandem::sim
