// SPDX-License-Identifier: MIT
// The bodies' steps, compiled here alone: in a file of a caller other flags might fuse or widen the
// arithmetic.
#include <tandem/tools/lab/games/bodies.hpp>

#include <algorithm>

namespace tandem::tools::lab {
namespace {

constexpr Integer k_thousand = 1'000;
constexpr double k_in_thousandths = 1'000;
constexpr double k_in_millionths = 1'000'000;

// In units of the whole, for showing: exact up to the one division.
template <class Number>
double shown(Number value, double parts) {
    return k_is_integer<Number> ? static_cast<double>(value) / parts : static_cast<double>(value);
}

template <class Number>
Number magnitude(Number value) {
    return value < Number(0) ? -value : value;
}

}  // namespace

template <class Number>
Step<Number> step_of(Flicks length) {
    if constexpr (k_is_integer<Number>) {
        return {std::chrono::floor<std::chrono::milliseconds>(length).count()};
    } else {
        return {static_cast<Number>(in_milliseconds(length)),
                static_cast<Number>(in_seconds(length))};
    }
}

template <class Number>
void Car<Number>::step(Step<Number> step) {
    if constexpr (k_is_integer<Number>) {
        distance += step.milliseconds;
    } else {
        constexpr Number k_speed = Number(0.001);
        distance += k_speed * step.milliseconds;
    }
}

template <class Number>
double Car<Number>::units() const {
    return shown(distance, k_in_thousandths);
}

template <class Number>
void Bullet<Number>::step(Step<Number> step) {
    if constexpr (k_is_integer<Number>) {
        position += speed * step.milliseconds;
    } else {
        position += speed * step.seconds;
    }
}

template <class Number>
double Bullet<Number>::pixels() const {
    return shown(position, k_in_thousandths);
}

template <class Number>
void Jump<Number>::leave_ground() {
    if (!is_in_air) {
        is_in_air = true;
        velocity = k_is_integer<Number> ? Number(10'000) : Number(10);
    }
}

template <class Number>
void Jump<Number>::step(Step<Number> step, Euler euler) {
    if (!is_in_air) {
        return;
    }
    // A thousandth of a unit a second, for one millisecond, is a millionth of a unit.
    const auto rise = [&] {
        if constexpr (k_is_integer<Number>) {
            height += velocity * step.milliseconds;
        } else {
            height += velocity * step.seconds;
        }
    };
    const auto fall = [&] {
        constexpr Number k_gravity = Number(20);
        if constexpr (k_is_integer<Number>) {
            velocity -= k_gravity * step.milliseconds;
        } else {
            velocity -= k_gravity * step.seconds;
        }
    };
    if (euler == Euler::semi_implicit) {
        fall();
        rise();
    } else {
        rise();
        fall();
    }
    apex = std::max(apex, height);
    // A step of no length leaves it on the ground, on its way up.
    if (height <= Number(0) && velocity <= Number(0)) {
        height = Number(0);
        velocity = Number(0);
        is_in_air = false;
    }
}

template <class Number>
double Jump<Number>::height_units() const {
    return shown(height, k_in_millionths);
}

template <class Number>
double Jump<Number>::apex_units() const {
    return shown(apex, k_in_millionths);
}

template <class Number>
void Spring<Number>::step(Step<Number> step) {
    if constexpr (k_is_integer<Number>) {
        constexpr Integer k_farthest = 4'000'000'000'000;
        constexpr Integer k_fastest = 4'000'000'000'000'000;
        const Integer step_ms = std::min<Integer>(step.milliseconds, 2'000);
        // 25^2 a second^2 over 1,000 ms is 5/8 a millisecond and second.
        velocity = std::clamp(velocity - position * step_ms * 5 / 8, -k_fastest, k_fastest);
        position = std::clamp(position + velocity * step_ms / k_thousand, -k_farthest, k_farthest);
    } else {
        constexpr Number k_stiffness = Number(25 * 25);
        velocity -= k_stiffness * position * step.seconds;
        position += velocity * step.seconds;
    }
    farthest = std::max(farthest, magnitude(position));
}

template <class Number>
double Spring<Number>::position_units() const {
    return shown(position, k_in_millionths);
}

template <class Number>
double Spring<Number>::farthest_units() const {
    return shown(farthest, k_in_millionths);
}

template <class Number>
void Damped<Number>::step() {
    if constexpr (k_is_integer<Number>) {
        velocity = velocity * 99 / 100;
    } else {
        velocity *= Number(0.99);
    }
}

template <class Number>
double Damped<Number>::units() const {
    return shown(velocity, k_in_millionths);
}

template <class Number>
void Shot<Number>::step(Step<Number> step) {
    constexpr Number k_speed = Number(4);
    constexpr Number k_wall_begin = Number(500);
    constexpr Number k_wall_end = Number(520);
    const Number before = position;
    position += k_speed * step.milliseconds;
    hit_at_step_end |= k_wall_begin <= position && position <= k_wall_end;
    hit_on_the_way |= before <= k_wall_end && k_wall_begin <= position;
}

template <class Number>
void Walker<Number>::step(Step<Number> step, bool is_held) {
    constexpr Number k_speed = Number(100);
    if (!is_held) {
        return;
    }
    if constexpr (k_is_integer<Number>) {
        position += k_speed * step.milliseconds;
    } else {
        position += k_speed * step.seconds;
    }
}

template <class Number>
double Walker<Number>::pixels() const {
    return shown(position, k_in_thousandths);
}

void KeyLatch::update(const KeyPress& key, Flicks now) {
    was_pressed_ |= looked_ < key.from && key.from <= now;
    is_down_ = key.is_down(now);
    looked_ = now;
}

bool KeyLatch::extract() {
    const bool seen = is_down_ || was_pressed_;
    was_pressed_ = false;
    return seen;
}

template Step<double> step_of<double>(Flicks);
template Step<float> step_of<float>(Flicks);
template Step<Integer> step_of<Integer>(Flicks);
template struct Car<double>;
template struct Car<float>;
template struct Car<Integer>;
template struct Bullet<double>;
template struct Bullet<float>;
template struct Bullet<Integer>;
template struct Jump<double>;
template struct Jump<float>;
template struct Jump<Integer>;
template struct Spring<double>;
template struct Spring<float>;
template struct Spring<Integer>;
template struct Damped<double>;
template struct Damped<float>;
template struct Damped<Integer>;
template struct Shot<double>;
template struct Shot<float>;
template struct Shot<Integer>;
template struct Walker<double>;
template struct Walker<float>;
template struct Walker<Integer>;

}  // namespace tandem::tools::lab
