// SPDX-License-Identifier: MIT
// Rates and caps are the articles' own; what is repaired stands above each loop.
#include <tandem/tools/lab/loops/repaired_loops.hpp>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {
namespace {

using sim::DebtPolicy;
using std::chrono::nanoseconds;

// 16 ms exactly.
constexpr TickRate k_sixteen_ms{125, 2};

}  // namespace

void LoopClock::wait_until(nanoseconds deadline) {
    auto due = std::chrono::floor<Flicks>(deadline);
    if (nanoseconds_at(due) < deadline) {
        ++due;
    }
    const Flicks quantum = platform_.machine().clock_quantum;
    platform_.sleep_until((due + quantum - Flicks(1)) / quantum * quantum);
}

Flicks tick_of(TickRate rate) {
    constexpr std::uint64_t k_flicks_per_second = Flicks::period::den;
    TANDEM_ASSERT(k_flicks_per_second * rate.seconds % rate.ticks == 0);
    return Flicks(static_cast<std::int64_t>(k_flicks_per_second * rate.seconds / rate.ticks));
}

Blend blend_of(const sim::Pace& pace) {
    return {Flicks(static_cast<std::int64_t>(pace.alpha.numerator)),
            Flicks(static_cast<std::int64_t>(pace.alpha.denominator))};
}

bool make_frame(Platform& game, sim::GameLoop& loop, sim::RunToken run, nanoseconds now,
                const sim::PacerOptions& options) {
    const Flicks tick = tick_of(options.tick_rate);
    return loop.on_frame(
        run, now, [&] { game.process_input(); }, [&] { game.update(tick); },
        [&](const sim::Pace& pace) {
            game.render(options.interpolates ? std::optional(blend_of(pace)) : std::nullopt);
            if (!game.is_running()) {
                loop.stop(run);
            }
        });
}

void run_owned(Platform& game, const sim::PacerOptions& options, const AfterWait& after_wait) {
    LoopClock clock(game);
    sim::GameLoop loop(options);
    const sim::RunToken run = loop.start(clock.now());
    while (make_frame(game, loop, run, clock.now(), options)) {
        clock.wait_until(loop.pacer().next_frame());
        if (after_wait) {
            after_wait(loop, clock.now());
        }
    }
}

void run_on_refresh(Platform& game, const sim::PacerOptions& options) {
    sim::GameLoop loop(options);
    const sim::RunToken run = loop.start(LoopClock(game).now());
    Platform::FrameCallback main = [&](Flicks frame_time) {
        game.request_frame(main);
        make_frame(game, loop, run, LoopClock::nanoseconds_at(frame_time), options);
    };
    main(game.now());
    game.run_frames();
}

// The rate it was tuned to, kept on every machine that can.
void run_repaired_flat_out(Platform& game) { run_owned(game, {.tick_rate = TickRate(100)}); }

// A slow machine draws fewer pictures instead of slowing down, and a stall is not run off in fast
// motion.
void run_repaired_fixed_fps(Platform& game) {
    run_owned(game, {.tick_rate = TickRate(25), .debt_policy = DebtPolicy::drop});
}

// Fixed ticks, drawn in between: as smooth, and exact.
void run_repaired_variable_step(Platform& game) {
    run_owned(game, {.tick_rate = TickRate(50), .interpolates = true});
}

// Sleeps where it would draw the same picture again; a tick runs when it is due and not a clock's
// unit later.
void run_repaired_max_fps(Platform& game) {
    run_owned(
        game,
        {.tick_rate = TickRate(50), .debt_policy = DebtPolicy::keep, .ticks_per_frame_max = 10});
}

// The interpolation stays in [0, 1] after a stall and before the first tick.
void run_repaired_interpolated(Platform& game) {
    run_owned(game, {.tick_rate = TickRate(25),
                     .debt_policy = DebtPolicy::keep,
                     .ticks_per_frame_max = 5,
                     .interpolates = true});
}

// Naps until an absolute deadline; a late frame is caught up with.
void run_repaired_nap(Platform& game) { run_owned(game, {.tick_rate = k_sixteen_ms}); }

// A cap, so that a machine that is too slow slows the game instead of freezing it.
void run_repaired_catch_up(Platform& game) {
    run_owned(game,
              {.tick_rate = k_sixteen_ms, .debt_policy = DebtPolicy::keep, .interpolates = true});
}

// Time beyond the guard is forgotten, so that a slow moment leaves no debt.
void run_repaired_guarded_catch_up(Platform& game) {
    run_owned(game, {.tick_rate = k_sixteen_ms, .ticks_per_frame_max = 5, .interpolates = true});
}

void run_repaired_lwjgl_nap(Platform& game) { run_owned(game, {.tick_rate = TickRate(50)}); }

// A single sleep until an absolute deadline replaces naps; there is a cap, and pictures between two
// ticks.
void run_repaired_lwjgl_fixed(Platform& game) {
    run_owned(game,
              {.tick_rate = TickRate(30), .frame_rate_max = TickRate(50), .interpolates = true});
}

// The screen asks for pictures.
void run_repaired_lwjgl_vsync(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(30), .interpolates = true});
}

// The game has the same speed on every screen.
void run_repaired_refresh(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(60), .interpolates = true});
}

// A tick runs at the refresh at which it is due; a long sleep does not run off at once.
void run_repaired_separated_refresh(Platform& game) {
    run_on_refresh(game, {.tick_rate = TickRate(20), .interpolates = true});
}

}  // namespace tandem::tools::lab
