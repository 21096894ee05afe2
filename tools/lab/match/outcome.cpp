// SPDX-License-Identifier: MIT
// Decodes a state as its game wrote it.
#include <tandem/tools/lab/match/outcome.hpp>

#include <tandem/sim/serialize/reader.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/side.hpp>
#include <tandem/tools/lab/match/units.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::tools::lab::match {
namespace {

constexpr double k_nano = 1e9;

MatchOutcome outcome_of_world(const World& world) {
    MatchOutcome outcome;
    outcome.bullet = world.bullet.value;
    outcome.bullet_float = double{world.bullet_float.value};
    outcome.bullet_integer = static_cast<double>(world.bullet_nano) / k_nano;
    outcome.apex = world.apex.value;
    outcome.apex_integer = static_cast<double>(world.apex_nano) / k_nano;
    outcome.spring_max = world.spring_max.value;
    outcome.tap_frames = world.tap_frames;
    outcome.held = {world.held[0].value, world.held[1].value};
    outcome.shot = world.shot.value;
    outcome.shot_float = double{world.shot_float.value};
    outcome.shot_integer = static_cast<double>(world.shot_nano) / k_nano;
    outcome.shot_ms = in_ms(world.shot_ns);
    return outcome;
}

MatchOutcome outcome_of_game(const VariableGame& game) { return outcome_of_world(game.world); }
MatchOutcome outcome_of_game(const FloatGame& game) { return outcome_of_world(game.world); }
MatchOutcome outcome_of_game(const FixedGame& game) {
    MatchOutcome outcome;
    outcome.bullet = game.car.units();
    outcome.apex = game.jump.apex_units();
    outcome.spring_max = game.spring.farthest_units();
    outcome.tap_frames = game.tap_ticks;
    outcome.held = {game.walkers[0].pixels(), game.walkers[1].pixels()};
    return outcome;
}

template <class Game>
sim::Result<MatchOutcome> read(sim::ByteView state) {
    Game game;
    TANDEM_TRY(sim::read_value(state, game, k_state_bytes_max, "state"));
    return outcome_of_game(game);
}

}  // namespace

bool MatchOutcome::is_wall_cleared() const { return apex > k_jump_wall; }

sim::Result<MatchOutcome> outcome_of(const Arm& arm, sim::ByteView state) {
    if (arm.is_variable) {
        return read<VariableGame>(state);
    }
    return arm.id == ArmId::f_float ? read<FloatGame>(state) : read<FixedGame>(state);
}

}  // namespace tandem::tools::lab::match
