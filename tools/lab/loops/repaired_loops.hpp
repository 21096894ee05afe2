// SPDX-License-Identifier: MIT
// The articles' loops once repaired: each is sim::GameLoop, or if its layout is split (M3a to M3c)
// the sim::Pacer within, with other options. So the lab's measurements of them are measurements of
// the product.
#pragma once

#include <chrono>
#include <functional>

#include <tandem/sim/time/game_loop.hpp>
#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

// The lab's time in the whole nanoseconds of sim::GameLoop, rounded up: a flick is longer than a
// nanosecond, so that the flick at which a tick is due reads as due and the one before does not.
class LoopClock {
public:
    explicit LoopClock(Platform& platform) : platform_(platform) {}

    std::chrono::nanoseconds now() const { return nanoseconds_at(platform_.now()); }
    // Waits until the first reading of now() that is not before the deadline.
    void wait_until(std::chrono::nanoseconds deadline);

    static std::chrono::nanoseconds nanoseconds_at(Flicks time) {
        return std::chrono::ceil<std::chrono::nanoseconds>(time);
    }

private:
    Platform& platform_;
};

// Returns the advance of a tick; the rate's period is a whole number of flicks.
Flicks tick_of(TickRate rate);
// Returns a pace's alpha as the lab counts blends.
Blend blend_of(const sim::Pace& pace);

// Makes a frame of a loop that was started with these options: the player's button, the ticks that
// are due and a picture. Returns true if there is to be another.
bool make_frame(Platform& game, sim::GameLoop& loop, sim::RunToken run,
                std::chrono::nanoseconds now, const sim::PacerOptions& options);

// An owned loop is told of it between two frames, having waited; `now` is its clock then.
using AfterWait = std::function<void(sim::GameLoop& loop, std::chrono::nanoseconds now)>;
// Run an owned loop, and one that the screen's refreshes drive. They end with the window.
void run_owned(Platform& game, const sim::PacerOptions& options, const AfterWait& after_wait = {});
void run_on_refresh(Platform& game, const sim::PacerOptions& options);

void run_repaired_flat_out(Platform& game);           // L0
void run_repaired_fixed_fps(Platform& game);          // L1
void run_repaired_variable_step(Platform& game);      // L2
void run_repaired_max_fps(Platform& game);            // L3
void run_repaired_interpolated(Platform& game);       // L4
void run_repaired_nap(Platform& game);                // G1
void run_repaired_catch_up(Platform& game);           // G2
void run_repaired_guarded_catch_up(Platform& game);   // G3
void run_repaired_lwjgl_nap(Platform& game);          // W1
void run_repaired_lwjgl_fixed(Platform& game);        // W2
void run_repaired_lwjgl_vsync(Platform& game);        // W3
void run_repaired_refresh(Platform& game);            // M1
void run_repaired_separated_refresh(Platform& game);  // M2

// These are in repaired_patterns.cpp.
void run_repaired_commands(Platform& game);        // G4
void run_repaired_gui_events(Platform& game);      // G5
void run_repaired_hand_fitted(Platform& game);     // G6
void run_repaired_step_and_delay(Platform& game);  // G7a
void run_repaired_step_and_flip(Platform& game);   // G7b

// These are in repaired_mdn.cpp.
void run_repaired_input_driven(Platform& game);       // M0a
void run_repaired_input_and_time(Platform& game);     // M0b
void run_repaired_cancelled_refresh(Platform& game);  // M1c
void run_repaired_timer_and_refresh(Platform& game);  // M3a
void run_repaired_worker_timer(Platform& game);       // M3b
void run_repaired_poked_worker(Platform& game);       // M3c
void run_repaired_quality_scaled(Platform& game);     // M4
void run_repaired_browser_frame(Platform& game);      // M5

}  // namespace tandem::tools::lab
