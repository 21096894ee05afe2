// SPDX-License-Identifier: MIT
// Cuts a stretch of time into equal steps, to show the effect of the cutting alone. There is no
// loop and no machine.
#pragma once

#include <chrono>
#include <optional>

#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab {

// Nystrom's two players: Fred's machine steps 50 times, George's 5 times, while a bullet flies.
inline constexpr std::chrono::milliseconds k_flight(500);
inline constexpr std::chrono::milliseconds k_fred_step(10);
inline constexpr std::chrono::milliseconds k_george_step(100);
// At this speed, in px/s, both have steps of whole pixels.
inline constexpr int k_exact_bullet_speed = 2'000;
// His 20 small steps and 4 big ones, over the same time.
inline constexpr std::chrono::milliseconds k_small_step(25);
inline constexpr std::chrono::milliseconds k_big_step(125);

// Returns a body after `length` in whole steps.
template <class Number, class Body>
Body stepped(Body body, std::chrono::milliseconds length, std::chrono::milliseconds step) {
    const Step<Number> one = step_of<Number>(step);
    for (auto steps = length / step; steps != 0; --steps) {
        body.step(one);
    }
    return body;
}

template <class Number>
Bullet<Number> bullet_after(int speed, std::chrono::milliseconds step) {
    return stepped<Number>(Bullet<Number>{.speed = static_cast<Number>(speed)}, k_flight, step);
}

// These return in double, k_flight long, how far the bullet of k_bullet_speed flies, and how high a
// jump gets.
double bullet_pixels_after(std::chrono::milliseconds step);
double jump_apex_after(std::chrono::milliseconds step);

// Returns when Fred's bullet and George's first differ, in double, among the instants at which both
// have one.
std::optional<std::chrono::milliseconds> first_bullet_difference(int speed);

}  // namespace tandem::tools::lab
