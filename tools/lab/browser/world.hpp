// SPDX-License-Identifier: MIT
// The game that the machines of the lab's page play: a bullet, somebody who jumps and a spring,
// in one of two arithmetics.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab::browser {

// The bullet flies at 1920 px/s for half of each second, towards a wall that begins at 500 px; the
// jumper jumps every three halves of a second of the game's time, over a wall of 2.2 units; the
// spring is let go once.
enum class Flight : std::uint8_t { none, flying, stuck, through };

// The content of a finished picture. They are plain numbers, for a page that reads them as an
// array.
struct Scene {
    double begin_ms = 0;
    double end_ms = 0;
    double simulated_ms = 0;
    double updates = 0;  // done until this picture
    double bullet_px = 0;
    double flight = 0;  // a Flight
    double jump = 0;
    double apex = 0;  // the last ended jump's, or else the present one's
    double spring = 0;
    double farthest = 0;
    double drift = 0;  // the error that rounding has added to a car at a unit a second
    double state = 0;  // 32 bits that tell states of fixed ticks apart; 0 with a variable step
};
inline constexpr std::size_t k_scene_numbers = sizeof(Scene) / sizeof(double);

inline constexpr Flicks k_shot_interval = std::chrono::seconds(1);
inline constexpr Flicks k_shot_length = std::chrono::milliseconds(500);
inline constexpr Flicks k_jump_interval = std::chrono::milliseconds(1'500);
inline constexpr double k_wall_from = 500;
// A bullet of fixed ticks comes to 499.2 and 537.6 px: it skips this wall, and no wall of 40 px.
inline constexpr double k_wall_thickness = 20;

inline double milliseconds_of(Flicks time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

// A body of each kind, and its fate. Number is double or Integer.
template <class Number>
class PlaygroundWorld {
public:
    explicit PlaygroundWorld(double wall_thickness = k_wall_thickness)
        : wall_to_(k_wall_from + wall_thickness) {
        bullet_.speed = Number(k_bullet_speed);
    }

    void step(Flicks length) {
        const Step<Number> step = step_of<Number>(length);
        const Flicks now = simulated_ + length;
        leave_ground(now);
        car_.step(step);
        fly(step, now);
        jump_.step(step);
        if (jump_.is_in_air || jump_.apex > Number(0)) {
            apex_ = jump_.apex_units();
        }
        spring_.step(step);
        simulated_ = now;
        ++steps_;
    }

    Scene scene() const {
        Scene scene;
        scene.simulated_ms = milliseconds_of(simulated_);
        scene.updates = static_cast<double>(steps_);
        scene.bullet_px = bullet_.pixels();
        scene.flight = static_cast<double>(flight_);
        scene.jump = std::max(jump_.height_units(), 0.0);
        scene.apex = apex_;
        scene.spring = spring_.position_units();
        scene.farthest = spring_.farthest_units();
        scene.drift = car_.units() - scene.simulated_ms / 1000;
        scene.state = state();
        return scene;
    }

private:
    // Returns a number for the state of whole numbers; in doubles every machine has its own.
    double state() const {
        if constexpr (k_is_integer<Number>) {
            std::uint32_t mixed = 2'166'136'261U;
            for (const Number value : {car_.distance, bullet_.position, jump_.height,
                                       jump_.velocity, spring_.position, spring_.velocity}) {
                for (int byte = 0; byte < 8; ++byte) {
                    const auto bits = static_cast<std::uint64_t>(value) >> (8 * byte);
                    mixed = (mixed ^ static_cast<std::uint32_t>(bits & 0xff)) * 16'777'619U;
                }
            }
            return static_cast<double>(mixed);
        }
        return 0;
    }

    void leave_ground(Flicks now) {
        if (now >= next_jump_) {
            jump_ = {};
            jump_.leave_ground();
            next_jump_ += k_jump_interval * ((now - next_jump_) / k_jump_interval + 1);
        }
    }

    void fly(Step<Number> step, Flicks now) {
        if (now >= next_shot_) {
            bullet_.position = {};
            flight_ = Flight::flying;
            shot_at_ = now;
            next_shot_ += k_shot_interval * ((now - next_shot_) / k_shot_interval + 1);
            return;
        }
        if (flight_ == Flight::none || flight_ == Flight::stuck || now > shot_at_ + k_shot_length) {
            return;
        }
        bullet_.step(step);
        const double place = bullet_.pixels();
        if (place >= k_wall_from && place <= wall_to_) {
            flight_ = Flight::stuck;
        } else if (place > wall_to_) {
            flight_ = Flight::through;
        }
    }

    double wall_to_;
    Bullet<Number> bullet_;
    Car<Number> car_;
    Flight flight_ = Flight::none;
    Flicks shot_at_{};
    Flicks next_shot_ = std::chrono::milliseconds(200);
    Jump<Number> jump_;
    double apex_ = 0;
    Flicks next_jump_ = std::chrono::milliseconds(200);
    Spring<Number> spring_;
    Flicks simulated_{};
    std::uint64_t steps_ = 0;
};

}  // namespace tandem::tools::lab::browser
