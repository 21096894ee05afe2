// SPDX-License-Identifier: MIT
// The loops of MDN's article: the browser calls back at each refresh.
#include <cmath>

#include <tandem/tools/lab/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

// What the game is told an update lasts: it was tuned on a screen of 60 Hz.
constexpr Flicks k_tuned_tick = std::chrono::duration<std::int64_t, std::ratio<1, 60>>(1);

}  // namespace

// One update and one picture per refresh; the next callback is asked for before the work.
void run_refresh(Platform& game) {
    Platform::FrameCallback main = [&](Flicks) {
        game.request_frame(main);
        game.process_input();
        game.update(k_tuned_tick);
        game.render();
    };
    main(game.now());
    game.run_frames();
}

// Updates of a fixed length, as many as have become due, and a picture per refresh. As published it
// compares with >, although its comment says that equality gives a tick.
void run_separated_refresh(Platform& game) {
    constexpr double k_tick_length = 50;
    double last_tick = in_milliseconds(game.now());
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        game.process_input();
        const double now = in_milliseconds(frame_time);
        double ticks = 0;
        if (now > last_tick + k_tick_length) {
            ticks = std::floor((now - last_tick) / k_tick_length);
        }
        game.announce_updates(static_cast<std::uint64_t>(ticks));
        for (double tick = 0; tick < ticks; ++tick) {
            last_tick += k_tick_length;
            game.update(std::chrono::milliseconds(50));
        }
        game.render(Blend{frame_time - std::chrono::round<Flicks>(
                                           std::chrono::duration<double, std::milli>(last_tick)),
                          std::chrono::milliseconds(50)});
    };
    main(game.now());
    game.run_frames();
}

}  // namespace tandem::tools::lab
