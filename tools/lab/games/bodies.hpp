// SPDX-License-Identifier: MIT
// The bodies of the experiments: each in double, in float and in integers, with one and the same
// step. Bodies hold no time of their own, so that any loop may drive them.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

// The integers of the lab. The unit is chosen so that the constants are whole numbers; each body
// names its own.
using Integer = std::int64_t;
template <class Number>
inline constexpr bool k_is_integer = std::is_same_v<Number, Integer>;

// The length of a step in an arithmetic. Number is double, float or Integer, here and below.
template <class Number>
struct Step {
    Number milliseconds{};
    Number seconds{};
};
// Integers know whole milliseconds alone.
template <>
struct Step<Integer> {
    Integer milliseconds{};
};

// Returns the step's length, rounded to the nearest float; down to whole milliseconds for integers.
template <class Number>
Step<Number> step_of(Flicks length);

// The car of get_distance: 0.001 units a millisecond, from 0. Integers: thousandths of a unit, of
// which it drives exactly one a millisecond.
template <class Number>
struct Car {
    Number distance{};

    void step(Step<Number> step);
    double units() const;
    friend bool operator==(const Car&, const Car&) = default;
};

// A bullet at a constant number of pixels a second. Integers are thousandths of a pixel.
template <class Number>
struct Bullet {
    Number speed{};  // px/s, a whole number
    Number position{};

    void step(Step<Number> step);
    double pixels() const;
    friend bool operator==(const Bullet&, const Bullet&) = default;
};
// At this speed the way of 0.01 s is no exact double, so that its sum is rounded.
inline constexpr int k_bullet_speed = 1'920;

enum class Euler : unsigned char {
    semi_implicit,  // velocity first, then position with the new velocity
    forward         // position first, with the old velocity; also called explicit
};

// A jump at 10 units/s under a gravity of 20 units/s^2. Integers are millionths of a unit for
// height, thousandths a second for velocity; no step of theirs is rounded.
template <class Number>
struct Jump {
    Number height{};
    Number velocity{};
    Number apex{};  // the greatest height at the end of a step
    bool is_in_air = false;

    // Jumps from the ground; it has no effect in the air.
    void leave_ground();
    // On the ground nothing moves; below it the jump has ended.
    void step(Step<Number> step, Euler euler = Euler::semi_implicit);
    double height_units() const;
    double apex_units() const;
    friend bool operator==(const Jump&, const Jump&) = default;
};
// The wall that a jump must clear, in units.
inline constexpr double k_jump_wall = 2.2;

// A length of one unit: a million millionths if integers count those.
template <class Number>
inline constexpr Number k_one = Number(1);
template <>
inline constexpr Integer k_one<Integer> = 1'000'000;

// A spring without damping, 25 radians a second, let go at 1; semi-implicit Euler, stable while 25
// dt < 2. Integers: millionths of a unit, and of a unit a second, rounded towards zero; they stop
// at four million units and take no step for longer than two seconds, so that nothing overflows.
template <class Number>
struct Spring {
    Number position = k_one<Number>;
    Number velocity{};
    Number farthest = k_one<Number>;  // the greatest distance from 0 at the end of a step

    void step(Step<Number> step);
    double position_units() const;
    double farthest_units() const;
    friend bool operator==(const Spring&, const Spring&) = default;
};

// A speed that loses a hundredth at a step, however long that is: as tuned for one frame rate.
// Integers are millionths, rounded towards zero.
template <class Number>
struct Damped {
    Number velocity = k_one<Number>;

    void step();
    double units() const;
    friend bool operator==(const Damped&, const Damped&) = default;
};

// A shot that flies 4 px a millisecond from 0 towards a wall of 500 to 520 px, and through it.
// Integers are px.
template <class Number>
struct Shot {
    Number position{};
    bool hit_at_step_end = false;  // some step ended inside the wall, its faces included
    bool hit_on_the_way = false;   // some step's path met it

    void step(Step<Number> step);
    friend bool operator==(const Shot&, const Shot&) = default;
};

// A walker at 100 px/s while the key is held. Integers are thousandths of a pixel.
template <class Number>
struct Walker {
    Number position{};

    void step(Step<Number> step, bool is_held);
    double pixels() const;
    friend bool operator==(const Walker&, const Walker&) = default;
};

// A key that is down from `from` until just before `to`.
struct KeyPress {
    Flicks from{};
    Flicks to{};

    constexpr bool is_down(Flicks now) const { return from <= now && now < to; }
};
// A tap of 54 ms and a hold of 254 ms; neither end falls on a frame.
inline constexpr KeyPress k_tap{std::chrono::milliseconds(1'003), std::chrono::milliseconds(1'057)};
inline constexpr KeyPress k_hold{std::chrono::milliseconds(1'003),
                                 std::chrono::milliseconds(1'257)};

// Remembers a press that came and went between two looks, until a tick takes it.
class KeyLatch {
public:
    // Takes the state of the key since the last look, as a loop's events tell it.
    void update(const KeyPress& key, Flicks now);
    // True if the next tick sees the key down: it is, or it was pressed since the last tick.
    bool extract();

private:
    Flicks looked_{-1};
    bool is_down_ = false;
    bool was_pressed_ = false;
};

}  // namespace tandem::tools::lab
