// SPDX-License-Identifier: MIT
// What a game type declares, gathered once and checked.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/game/input_bound.hpp>
#include <tandem/sim/game/simulation.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim::detail {

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

}  // namespace tandem::sim::detail
