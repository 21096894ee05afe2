// SPDX-License-Identifier: MIT
// Collects and checks what a game type declares. If a member has an optional name but a signature
// that Tandem cannot call, Tandem would silently ignore it. So that is a mistake too: one error,
// our sentence, the user's line.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/input_bound.hpp>
#include <tandem/sim/game/near_misses.hpp>
#include <tandem/sim/game/simulation.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {

// Refuses each optional member of the contract that exists but cannot be used, in one sentence.
template <class G>
consteval void require_optional_members() {
    using namespace detail;
    static_assert(HasBot<G> || !named::bot_input<G>,
                  "Tandem: bot_input must be public `Input bot_input(tandem::Slot slot, "
                  "tandem::Random& random) const`.");
    static_assert(HasDraw<G> || !named::draw<G>,
                  "Tandem: draw must be public `void draw(tandem::Canvas& canvas, const Game& "
                  "previous, float alpha) const`.");
    static_assert(HasFinished<G> || !named::finished<G>,
                  "Tandem: finished must be public `bool finished() const`.");
    static_assert(HasKeys<G> || !named::input_from_keys<G>,
                  "Tandem: input_from_keys must be public `Input input_from_keys(const "
                  "tandem::Keys& keys) const`.");
    static_assert(HasKeysHelp<G> || !named::keys_help<G>,
                  "Tandem: keys_help must be public `static constexpr std::string_view keys_help = "
                  "\"...\";`.");
    static_assert(HasKeysOptions<G> || !named::keys_options<G>,
                  "Tandem: keys_options must be public `static Options keys_options();`.");
    static_assert(HasRestored<G> || !named::restored<G>,
                  "Tandem: restored must be public `void restored()`.");
    static_assert(HasStateBytesMax<G> || !named::state_bytes_max<G>,
                  "Tandem: state_bytes_max must be public `static constexpr std::uint64_t "
                  "state_bytes_max = ...;`.");
    static_assert(
        HasVersion<G> || !named::version<G>,
        "Tandem: version must be public `static constexpr std::uint32_t version = ...;`.");
}

namespace detail {

// Ends the process, with the reason, for mistakes that no compiler finds: schemas that check_schema
// refuses, and inputs, options or a name that are too long.
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
    if constexpr (HasKeysHelp<Game>) {
        info.keys_help = std::string(std::string_view(Game::keys_help));
    }
    info.keys_options = info.default_options;
    if constexpr (HasKeysOptions<Game>) {
        info.keys_options = canonical_bytes(typename Game::Options{Game::keys_options()});
    }
    info.has_draw = HasDraw<Game>;
    info.has_bot = HasBot<Game>;
    info.has_keys = HasKeys<Game>;
    info.has_finished = HasFinished<Game>;
    info.has_phases = HasPhasedStep<Game>;
    BoundCheck<1> bound_check;
    Input idle{};
    bound_check.field("", idle, "");
    require_sound(info);
    return info;
}

}  // namespace detail
}  // namespace tandem::sim
