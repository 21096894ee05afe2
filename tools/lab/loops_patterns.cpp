// SPDX-License-Identifier: MIT
// The loops of Game Programming Patterns. Its clock is a double of milliseconds; whole milliseconds
// and the sums of them here are exact in it, so flicks stand for it.
#include <tandem/tools/lab/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// Sixty frames a second, "about 16 ms".
constexpr milliseconds k_ms_per_frame(16);
// The article leaves it open; the inventory's tables take a frame's length.
constexpr milliseconds k_ms_per_update(16);
constexpr int k_updates_per_frame_max = 5;

void catch_up(Platform& game, int updates_max) {
    Flicks previous = game.now();
    Flicks lag{};
    while (game.is_running()) {
        const Flicks current = game.now();
        lag += current - previous;
        previous = current;
        game.process_input();
        for (int updates = 0; lag >= k_ms_per_update && updates != updates_max; ++updates) {
            game.update(k_ms_per_update);
            lag -= k_ms_per_update;
        }
        game.render(Blend{lag, k_ms_per_update});
    }
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

void run_catch_up(Platform& game) {
    constexpr int k_no_limit = -1;
    catch_up(game, k_no_limit);
}

// What the article asks for in prose: the inner loop stops after a maximum.
void run_guarded_catch_up(Platform& game) { catch_up(game, k_updates_per_frame_max); }

}  // namespace tandem::tools::lab
