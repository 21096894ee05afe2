// SPDX-License-Identifier: MIT
// The loops of Game Programming Patterns. Its clock is a double of milliseconds; whole milliseconds
// and the sums of them here are exact in it, so flicks stand for it.
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// Sixty frames a second, "about 16 ms".
constexpr milliseconds k_ms_per_frame(16);
// The article leaves it open; the inventory's tables take a frame's length.
constexpr milliseconds k_ms_per_update(16);
constexpr int k_updates_per_frame_max = 5;

constexpr int k_no_limit = -1;
void catch_up(Platform& game, Flicks ms_per_update, int updates_max) {
    Flicks previous = game.now();
    Flicks lag{};
    while (game.is_running()) {
        const Flicks current = game.now();
        lag += current - previous;
        previous = current;
        game.process_input();
        for (int updates = 0; lag >= ms_per_update && updates != updates_max; ++updates) {
            game.update(ms_per_update);
            lag -= ms_per_update;
        }
        game.render(Blend{lag, ms_per_update});
    }
}

// A fixed step as tuned for a screen of 60 Hz.
constexpr Flicks k_fixed_step = std::chrono::duration<std::int64_t, std::ratio<1, 60>>(1);

void fixed_step(Platform& game) {
    game.process_input();
    game.update(k_fixed_step);
    game.render();
}

}  // namespace

// Naps after each frame, from that frame's own start: lateness is forgotten. As published it asks
// for a negative nap when late.
void run_nap(Platform& game) {
    while (game.is_running()) {
        const Flicks start = game.now();
        game.process_input();
        game.update(k_ms_per_frame);
        game.render();
        game.sleep(start + k_ms_per_frame - game.now());
    }
}

void run_catch_up(Platform& game) { catch_up(game, k_ms_per_update, k_no_limit); }

void run_catch_up_by(Platform& game, Flicks ms_per_update) {
    catch_up(game, ms_per_update, k_no_limit);
}

// Stops the inner loop after a maximum, as the article asks for in prose.
void run_guarded_catch_up(Platform& game) {
    catch_up(game, k_ms_per_update, k_updates_per_frame_max);
}

// Colossal Cave: reads a command, which may take the player an hour, and answers. In between
// nothing moves, and a command takes no time in the game.
void run_commands(Platform& game) {
    while (game.is_running()) {
        if (game.read_press()) {
            game.update(Flicks(0));
            game.render();
        }
    }
}

// An application waits for the next event. Where the system sends an idle event when nothing
// happens, twice a second here, it can at least draw.
void run_gui_events(Platform& game) {
    constexpr milliseconds k_idle_interval(500);
    Flicks next_idle{};
    while (game.is_running()) {
        if (game.read_press(next_idle)) {
            game.update(Flicks(0));
            game.render();
        } else if (game.is_running()) {
            game.render();
            next_idle = (game.now() / k_idle_interval + 1) * Flicks(k_idle_interval);
        }
    }
}

// No code keeps the time: a frame is exactly the work that one processor, `normal` here, does in a
// hundredth of a second. A turbo button sets a faster one back to that.
void run_hand_fitted(Platform& game) {
    while (game.is_running()) {
        game.process_input();
        game.update(k_flat_out_tick);
        game.render();
    }
}

// Makes a fixed step, then waits for the rest of its length.
void run_step_and_delay(Platform& game) {
    while (game.is_running()) {
        const Flicks start = game.now();
        fixed_step(game);
        game.sleep_until(start + k_fixed_step);
    }
}

// Does the same, but the screen delays it: flipping the buffers waits for a refresh.
void run_step_and_flip(Platform& game) {
    while (game.is_running()) {
        fixed_step(game);
        game.wait_for_refresh();
    }
}

}  // namespace tandem::tools::lab
