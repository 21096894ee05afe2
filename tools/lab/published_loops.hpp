// SPDX-License-Identifier: MIT
// The loops as their articles have them, one file an article: published bugs included.
#pragma once

#include <tandem/tools/lab/platform.hpp>

namespace tandem::tools::lab {

// A loop without time advances the game by what its author tuned it to: 100 updates a second on the
// machine `normal`.
inline constexpr Flicks k_flat_out_tick = std::chrono::milliseconds(10);

// Koen Witters, "deWiTTERS Game Loop": loops_witters.cpp.
void run_flat_out(Platform& game);       // L0
void run_fixed_fps(Platform& game);      // L1
void run_variable_step(Platform& game);  // L2
void run_max_fps(Platform& game);        // L3
void run_interpolated(Platform& game);   // L4

// Robert Nystrom, "Game Programming Patterns", chapter Game Loop: loops_patterns.cpp.
void run_nap(Platform& game);               // G1
void run_catch_up(Platform& game);          // G2
void run_guarded_catch_up(Platform& game);  // G3

// "3D Game Development with LWJGL 3", chapter The Game Loop: loops_lwjgl.cpp.
void run_lwjgl_nap(Platform& game);    // W1
void run_lwjgl_fixed(Platform& game);  // W2, in exact time
// W2 in the book's doubles and float, whose rounding moves some updates into the next frame.
void run_lwjgl_fixed_in_doubles(Platform& game);
void run_lwjgl_vsync(Platform& game);  // W3
// W3 with swap interval 2.
void run_lwjgl_vsync_every_other(Platform& game);

// MDN, "Anatomy of a video game": loops_mdn.cpp.
void run_refresh(Platform& game);            // M1
void run_separated_refresh(Platform& game);  // M2

}  // namespace tandem::tools::lab
