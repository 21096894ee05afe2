// SPDX-License-Identifier: MIT
// The loops of MDN's article: the browser calls back at each refresh.
#include <cmath>

#include <tandem/tools/lab/loops/published_loops.hpp>
#include <tandem/tools/lab/loops/quality.hpp>

namespace tandem::tools::lab {
namespace {

// The game is told that an update lasts so long: it was tuned on a screen of 60 Hz.
constexpr Flicks k_tuned_tick = std::chrono::duration<std::int64_t, std::ratio<1, 60>>(1);
// The tick of the loops that keep time apart from the screen.
constexpr Flicks k_tick = std::chrono::milliseconds(50);

// Draws at the next refresh, once however often it is asked to before.
class DrawOnce {
public:
    explicit DrawOnce(Platform& game) : game_(game) {}

    void request() {
        if (!is_requested_) {
            is_requested_ = true;
            game_.request_frame([this](Flicks) {
                is_requested_ = false;
                game_.render();
            });
        }
    }

private:
    Platform& game_;
    bool is_requested_ = false;
};

}  // namespace

// Find the difference: the game moves when the player does and sleeps otherwise.
void run_input_driven(Platform& game) {
    DrawOnce picture(game);
    game.on_press([&] {
        game.update(Flicks(0));
        picture.request();
    });
    game.run_frames();
}

// Runs the loop against a clock that counts down, once a second.
void run_input_and_time(Platform& game) {
    constexpr std::chrono::seconds k_countdown(1);
    DrawOnce picture(game);
    game.on_press([&] {
        game.update(Flicks(0));
        picture.request();
    });
    game.set_interval(k_countdown, [&] {
        game.update(k_countdown);
        picture.request();
    });
    game.run_frames();
}

// Makes an update and a picture per refresh; the next callback is asked for before the work.
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

// M1 with the article's way to stop it: it keeps the token of the last request, and whoever wants
// it to end, here at half of the window, cancels that.
void run_cancelled_refresh(Platform& game) {
    Platform::Token stop_main = 0;
    Platform::FrameCallback main = [&](Flicks) {
        stop_main = game.request_frame(main);
        game.process_input();
        game.update(k_tuned_tick);
        game.render();
    };
    game.set_interval(game.report().window / 2, [&] { game.cancel_frame(stop_main); });
    main(game.now());
    game.run_frames();
}

// Updates by a timer, pictures by refreshes, both on the one thread there is.
void run_timer_and_refresh(Platform& game) {
    game.set_interval(k_tick, [&] { game.update(k_tick); });
    Platform::FrameCallback draw = [&](Flicks) {
        game.request_frame(draw);
        game.render();
    };
    draw(game.now());
    game.run_frames();
}

// The timer in a worker: it goes on while a picture is drawn.
void run_worker_timer(Platform& game) {
    Worker& worker = game.worker();
    worker.set_interval(k_tick, [&](Flicks) { worker.update(k_tick); });
    Platform::FrameCallback draw = [&](Flicks) {
        game.request_frame(draw);
        game.render();
    };
    draw(game.now());
    game.run_frames();
}

// A worker without a timer: each refresh tells it how many ticks have become due.
void run_poked_worker(Platform& game) {
    Worker& worker = game.worker();
    Flicks last_tick = game.now();
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        const std::int64_t ticks = (frame_time - last_tick) / k_tick;
        last_tick += ticks * k_tick;
        game.announce_updates(static_cast<std::uint64_t>(ticks));
        worker.post([&worker, ticks](Flicks) {
            for (std::int64_t tick = 0; tick < ticks; ++tick) {
                worker.update(k_tick);
            }
        });
        game.render();
    };
    main(game.now());
    game.run_frames();
}

// M1 that draws coarser pictures when a frame took too long, and finer ones when those would fit.
void run_quality_scaled(Platform& game) {
    QualityScale quality(k_tuned_tick);
    Platform::FrameCallback main = [&](Flicks) {
        game.request_frame(main);
        const Flicks start = game.now();
        game.process_input();
        game.update(k_tuned_tick);
        game.set_quality(quality.quarters());
        game.render();
        quality.adapt(game.now() - start);
    };
    main(game.now());
    game.run_frames();
}

// M1 as the browser sees it: it begins a frame, runs the callbacks, does its own chores and sleeps
// until the screen refreshes.
void run_browser_frame(Platform& game) {
    while (game.is_running()) {
        game.process_input();
        game.update(k_tuned_tick);
        game.render();
        game.work(k_browser_chores);
        game.wait_for_refresh();
    }
}

}  // namespace tandem::tools::lab
