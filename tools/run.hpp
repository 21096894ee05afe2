// SPDX-License-Identifier: MIT
// A whole command line for a game, in one line of its main: record, play, verify, diff, host, join
// and the others.
#pragma once

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/registry.hpp>

// What games are written with: all that sim/TYPES.md names.
#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/containers/priority_queue.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/angle_batch.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/fixed_batch.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/time/throttle.hpp>

namespace tandem::tools {

// The program for these games; returns its exit code.
int run_program(const Registry& registry, int argc, char** argv);

// With one game, --game is implied.
template <class... Games>
int run(int argc, char** argv) {
    static_assert(sizeof...(Games) > 0,
                  "Tandem: run needs at least one game: run<MyGame>(argc, argv).");
    const Registry registry(
        {RegisteredGame{&sim::GameModel<Games>::game_info(), &sim::erase<Games>}...});
    return run_program(registry, argc, argv);
}

}  // namespace tandem::tools
