// SPDX-License-Identifier: MIT
// The loops of the LWJGL book. Those of a fixed step keep time in doubles of seconds. They are
// written once over the kind of time, so that exact time can be seen beside it.
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

// The game is told that an update lasts a thirtieth of a second.
constexpr Flicks k_update_tick = std::chrono::duration<std::int64_t, std::ratio<1, 30>>(1);
constexpr Flicks k_frame_slot = std::chrono::milliseconds(20);

// Time as the book has it.
struct Doubles {
    using Seconds = double;
    static constexpr double k_seconds_per_update = 1.0 / 30;
    // A float of the book's, which is a little short of 0.02.
    static constexpr double k_loop_slot = static_cast<double>(1.0F / 50);

    static double get_time(Platform& game) { return in_seconds(game.now()); }
};

struct Exact {
    using Seconds = Flicks;
    static constexpr Flicks k_seconds_per_update = k_update_tick;
    static constexpr Flicks k_loop_slot = k_frame_slot;

    static Flicks get_time(Platform& game) { return game.now(); }
};

// Naps of a millisecond, since one long sleep was thought to be imprecise.
template <class Kind>
void sync(Platform& game, typename Kind::Seconds loop_start_time) {
    const auto end_time = loop_start_time + Kind::k_loop_slot;
    while (Kind::get_time(game) < end_time) {
        game.sleep(std::chrono::milliseconds(1));
    }
}

template <class Kind, class Wait>
void fixed_steps(Platform& game, Wait wait) {
    auto previous = Kind::get_time(game);
    typename Kind::Seconds steps{};
    while (game.is_running()) {
        const auto loop_start_time = Kind::get_time(game);
        steps += loop_start_time - previous;
        previous = loop_start_time;
        game.process_input();
        while (steps >= Kind::k_seconds_per_update) {
            game.update(k_update_tick);
            steps -= Kind::k_seconds_per_update;
        }
        game.render();
        wait(loop_start_time);
    }
}

}  // namespace

// The published loop asks for a negative nap when late.
void run_lwjgl_nap(Platform& game) {
    while (game.is_running()) {
        const Flicks now = game.now();
        game.process_input();
        game.update(k_frame_slot);
        game.render();
        game.sleep(now + k_frame_slot - game.now());
    }
}

void run_lwjgl_fixed(Platform& game) {
    fixed_steps<Doubles>(game, [&](double loop_start) { sync<Doubles>(game, loop_start); });
}

void run_lwjgl_fixed_in_exact_time(Platform& game) {
    fixed_steps<Exact>(game, [&](Flicks loop_start) { sync<Exact>(game, loop_start); });
}

// Swapping the buffers waits for the screen, and no nap is needed.
void run_lwjgl_vsync(Platform& game) {
    fixed_steps<Doubles>(game, [&](double) { game.wait_for_refresh(); });
}

void run_lwjgl_vsync_every_other(Platform& game) {
    fixed_steps<Doubles>(game, [&](double) { game.wait_for_refresh(2); });
}

}  // namespace tandem::tools::lab
