// SPDX-License-Identifier: MIT
// The loops as their articles have them, one file for each article: published bugs included.
#pragma once

#include <cstdint>

#include <tandem/tools/lab/machine/platform.hpp>

namespace tandem::tools::lab {

// The tick of a loop without time, which advances the game by as much as its author tuned it to:
// 100 updates a second on the machine `normal`.
inline constexpr Flicks k_flat_out_tick = std::chrono::milliseconds(10);

// A browser's own work in each frame: what a budget of 16.5 ms leaves of a refresh at 60 Hz, a
// sixth of a millisecond.
inline constexpr Flicks k_browser_chores =
    std::chrono::duration<std::int64_t, std::ratio<1, 6'000>>(1);

// Koen Witters, "deWiTTERS Game Loop": published_witters.cpp.
// GetTickCount: milliseconds since the system's start, in 32 bits that wrap after 49.71 days.
std::uint32_t tick_count(Platform& game);
void run_flat_out(Platform& game);       // L0
void run_fixed_fps(Platform& game);      // L1
void run_variable_step(Platform& game);  // L2
void run_max_fps(Platform& game);        // L3
void run_interpolated(Platform& game);   // L4

// Robert Nystrom, "Game Programming Patterns", chapter Game Loop: published_patterns.cpp.
void run_nap(Platform& game);       // G1
void run_catch_up(Platform& game);  // G2
// G2 with another MS_PER_UPDATE, which the article leaves open.
void run_catch_up_by(Platform& game, Flicks ms_per_update);
void run_guarded_catch_up(Platform& game);  // G3
void run_commands(Platform& game);          // G4
void run_gui_events(Platform& game);        // G5
void run_hand_fitted(Platform& game);       // G6
void run_step_and_delay(Platform& game);    // G7a
void run_step_and_flip(Platform& game);     // G7b

// "3D Game Development with LWJGL 3", chapter The Game Loop: published_lwjgl.cpp.
void run_lwjgl_nap(Platform& game);    // W1
void run_lwjgl_fixed(Platform& game);  // W2
// W2 without the rounding of the book's doubles and float, which moves some updates into the next
// frame.
void run_lwjgl_fixed_in_exact_time(Platform& game);
void run_lwjgl_vsync(Platform& game);  // W3
// W3 with swap interval 2.
void run_lwjgl_vsync_every_other(Platform& game);

// MDN, "Anatomy of a video game": published_mdn.cpp.
void run_input_driven(Platform& game);       // M0a
void run_input_and_time(Platform& game);     // M0b
void run_refresh(Platform& game);            // M1
void run_cancelled_refresh(Platform& game);  // M1c
void run_separated_refresh(Platform& game);  // M2
void run_timer_and_refresh(Platform& game);  // M3a
void run_worker_timer(Platform& game);       // M3b
void run_poked_worker(Platform& game);       // M3c
void run_quality_scaled(Platform& game);     // M4
void run_browser_frame(Platform& game);      // M5

}  // namespace tandem::tools::lab
