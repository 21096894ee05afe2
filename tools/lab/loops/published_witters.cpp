// SPDX-License-Identifier: MIT
// The loops of Koen Witters' article, with its constants and its clock of whole milliseconds in 32
// bits.
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

}  // namespace

std::uint32_t tick_count(Platform& game) {
    return static_cast<std::uint32_t>(std::chrono::floor<milliseconds>(game.now()).count());
}

// No time at all: as fast as the machine can.
void run_flat_out(Platform& game) {
    while (game.is_running()) {
        game.process_input();
        game.update(k_flat_out_tick);
        game.render();
    }
}

// A fixed number of frames a second, by sleeping until the next one is due.
void run_fixed_fps(Platform& game) {
    constexpr std::uint32_t k_skip_ticks = 1000 / 25;
    std::uint32_t next_game_tick = tick_count(game);
    while (game.is_running()) {
        game.update(milliseconds(k_skip_ticks));
        game.render();
        next_game_tick += k_skip_ticks;
        const auto sleep_time = static_cast<std::int32_t>(next_game_tick - tick_count(game));
        if (sleep_time >= 0) {
            game.sleep(milliseconds(sleep_time));
        }
    }
}

// Each update is told how long the last frame took: less than nothing where the clock was set back.
void run_variable_step(Platform& game) {
    std::uint32_t current = tick_count(game);
    while (game.is_running()) {
        const std::uint32_t previous = current;
        current = tick_count(game);
        game.update(milliseconds(static_cast<std::int32_t>(current - previous)));
        game.render();
    }
}

// A constant game speed with as many pictures as the machine can draw. As published it compares
// with >, so that every tick is a clock's unit late, and compares what has wrapped with what has
// not.
void run_max_fps(Platform& game) {
    constexpr std::uint32_t k_skip_ticks = 1000 / 50;
    constexpr int k_max_frameskip = 10;
    std::uint32_t next_game_tick = tick_count(game);
    while (game.is_running()) {
        int loops = 0;
        while (tick_count(game) > next_game_tick && loops < k_max_frameskip) {
            game.update(milliseconds(k_skip_ticks));
            next_game_tick += k_skip_ticks;
            ++loops;
        }
        game.render();
    }
}

// Does the same at 25 updates a second, with an interpolation that as published is in (0, 1] while
// the loop keeps up, and is not clamped when it does not.
void run_interpolated(Platform& game) {
    constexpr std::uint32_t k_skip_ticks = 1000 / 25;
    constexpr int k_max_frameskip = 5;
    std::uint32_t next_game_tick = tick_count(game);
    while (game.is_running()) {
        int loops = 0;
        while (tick_count(game) > next_game_tick && loops < k_max_frameskip) {
            game.update(milliseconds(k_skip_ticks));
            next_game_tick += k_skip_ticks;
            ++loops;
        }
        const std::uint32_t past = tick_count(game) + k_skip_ticks - next_game_tick;
        game.render(Blend{milliseconds(past), milliseconds(k_skip_ticks)});
    }
}

}  // namespace tandem::tools::lab
