// SPDX-License-Identifier: MIT
// The event loops and the fixed steps of Game Programming Patterns, repaired.
#include <tandem/sim/time/game_loop.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {

// Asks for a command and does not wait for one: the game stays turn-based and is animated between
// the turns, sixty times a second.
void run_repaired_commands(Platform& game) {
    LoopClock clock(game);
    sim::GameLoop loop({.tick_rate = TickRate(60)});
    const sim::RunToken run = loop.start(clock.now());
    const auto take_turns = [&] {
        while (game.read_press(game.now())) {
            game.update(Flicks(0));
        }
    };
    loop.run(run, clock, take_turns, [&](const sim::Pace&) {
        game.render();
        if (!game.is_running()) {
            loop.stop(run);
        }
    });
}

// Looks for events once a frame and never waits for one, so that the game's time goes on.
void run_repaired_gui_events(Platform& game) { run_owned(game, {.tick_rate = TickRate(60)}); }

// The turbo button set right: the rate that it was fitted to, on any hardware.
void run_repaired_hand_fitted(Platform& game) { run_owned(game, {.tick_rate = TickRate(100)}); }

void run_repaired_step_and_delay(Platform& game) { run_owned(game, {.tick_rate = TickRate(60)}); }

// The screen decides how many pictures there are, and no longer how fast the game is.
void run_repaired_step_and_flip(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(60), .interpolates = true});
}

}  // namespace tandem::tools::lab
