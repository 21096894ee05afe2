// SPDX-License-Identifier: MIT
// The input-driven, stopped, split and scaled loops of MDN's article, repaired.
#include <tandem/tools/lab/loops/published_loops.hpp>
#include <tandem/tools/lab/loops/quality.hpp>
#include <tandem/tools/lab/loops/repaired_loops.hpp>

namespace tandem::tools::lab {
namespace {

constexpr TickRate k_split_rate(20);
// The cap and what becomes of a longer debt are the pacer's defaults: ten ticks at once, the rest
// is forgotten.
constexpr sim::PacerOptions k_split{.tick_rate = k_split_rate};
constexpr sim::PacerOptions k_sixty{.tick_rate = TickRate(60)};

}  // namespace

// Time passes whether the player does anything or not; what he does is seen at the next tick.
void run_repaired_input_driven(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(60)});
}

// The countdown is part of the game's state and counted in ticks.
void run_repaired_input_and_time(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(60)});
}

// Stopped by the product's token: it need not be the last one, and a callback that the platform
// still delivers does nothing.
void run_repaired_cancelled_refresh(Platform& game) {
    sim::GameLoop loop(k_sixty);
    const sim::RunToken run = loop.start(LoopClock(game).now());
    Platform::FrameCallback main = [&](Flicks frame_time) {
        if (!loop.is_running(run)) {
            return;
        }
        game.request_frame(main);
        make_frame(game, loop, run, LoopClock::nanoseconds_at(frame_time), k_sixty);
    };
    game.set_interval(game.report().window / 2, [&] { loop.stop(run); });
    main(game.now());
    game.run_frames();
}

// The timer only wakes it; how many ticks are due the pacer says, so that those which the thread
// was too busy for are made up for.
void run_repaired_timer_and_refresh(Platform& game) {
    const Flicks tick = tick_of(k_split_rate);
    const LoopClock clock(game);
    sim::Pacer pacer(k_split, clock.now());
    game.set_interval(tick, [&] {
        const sim::Pace pace = pacer.advance(clock.now());
        for (std::uint32_t i = 0; i < pace.ticks; ++i) {
            game.update(tick);
        }
    });
    Platform::FrameCallback draw = [&](Flicks) {
        game.request_frame(draw);
        game.render();
    };
    draw(game.now());
    game.run_frames();
}

void run_repaired_worker_timer(Platform& game) {
    const Flicks tick = tick_of(k_split_rate);
    Worker& worker = game.worker();
    sim::Pacer pacer(k_split, LoopClock(game).now());
    worker.set_interval(tick, [&](Flicks now) {
        const sim::Pace pace = pacer.advance(LoopClock::nanoseconds_at(now));
        for (std::uint32_t i = 0; i < pace.ticks; ++i) {
            worker.update(tick);
        }
    });
    Platform::FrameCallback draw = [&](Flicks) {
        game.request_frame(draw);
        game.render();
    };
    draw(game.now());
    game.run_frames();
}

// After a long sleep it asks for no more ticks than the cap.
void run_repaired_poked_worker(Platform& game) {
    const Flicks tick = tick_of(k_split_rate);
    Worker& worker = game.worker();
    sim::Pacer pacer(k_split, LoopClock(game).now());
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        const sim::Pace pace = pacer.advance(LoopClock::nanoseconds_at(frame_time));
        game.announce_updates(pace.ticks);
        worker.post([&worker, tick, ticks = pace.ticks](Flicks) {
            for (std::uint32_t i = 0; i < ticks; ++i) {
                worker.update(tick);
            }
        });
        game.render();
    };
    main(game.now());
    game.run_frames();
}

// Quality is for the pictures alone: where it bottoms out they become fewer, and the game keeps its
// speed.
void run_repaired_quality_scaled(Platform& game) {
    QualityScale quality(tick_of(k_sixty.tick_rate));
    sim::GameLoop loop(k_sixty);
    const sim::RunToken run = loop.start(LoopClock(game).now());
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        const Flicks start = game.now();
        game.set_quality(quality.quarters());
        make_frame(game, loop, run, LoopClock::nanoseconds_at(frame_time), k_sixty);
        quality.adapt(game.now() - start);
    };
    main(game.now());
    game.run_frames();
}

// A frame that exceeds the budget costs pictures, not speed.
void run_repaired_browser_frame(Platform& game) {
    constexpr sim::PacerOptions k_options{.tick_rate = TickRate(60), .interpolates = true};
    const LoopClock clock(game);
    sim::GameLoop loop(k_options);
    const sim::RunToken run = loop.start(clock.now());
    while (game.is_running()) {
        make_frame(game, loop, run, clock.now(), k_options);
        game.work(k_browser_chores);
        game.wait_for_refresh();
    }
}

}  // namespace tandem::tools::lab
