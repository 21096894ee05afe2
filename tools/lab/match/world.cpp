// SPDX-License-Identifier: MIT
// The lab's bodies around a state whose floating point has a name.
#include <tandem/tools/lab/match/world.hpp>

#include <algorithm>
#include <stdexcept>

#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/match/units.hpp>

namespace tandem::tools::lab::match {
namespace {

constexpr double k_ms_per_s = 1e3;
// v0 = 10 and g = 20 units and seconds, as in bodies.cpp.
constexpr std::int64_t k_jump_velocity_nano = 10'000'000'000;
constexpr std::int64_t k_gravity_nano_per_ns = 20;
// A place is velocity times time in two factors, so that the product stays below 2^63 for steps of
// up to a second and velocities of up to nine thousand units per second.
constexpr std::int64_t k_velocity_part = 1'000;
constexpr std::int64_t k_time_part = 1'000'000;
// Far above what a match reaches. Who is thrown up from there that fast comes to 26,000 units and
// falls at no more than 1,100 a second.
constexpr std::int64_t k_velocity_nano_max = 1'000'000'000'000;
constexpr std::int64_t k_height_nano_max = 1'000'000'000'000;
// At a unit a second it takes thirty years to get there.
constexpr std::int64_t k_bullet_nano_max = 1'000'000'000'000'000'000;
constexpr std::uint32_t k_shot_ns = 500'000'000;

}  // namespace

void World::step(std::uint32_t dt_ns, const HeldKeys& keys, bool is_frame) {
    const double milliseconds = in_ms(dt_ns);
    const lab::Step<double> step{milliseconds, milliseconds / k_ms_per_s};
    Car<double> car{bullet.value};
    car.step(step);
    bullet.value = car.distance;
    Car<float> float_car{bullet_float.value};
    float_car.step({static_cast<float>(step.milliseconds), static_cast<float>(step.seconds)});
    bullet_float.value = float_car.distance;
    bullet_nano += dt_ns;
    fly(step, dt_ns);
    const bool jumps = (keys[0] & k_jump_key) != 0;
    jump(step, jumps);
    jump_nano(dt_ns, jumps);
    Spring<double> moved{spring.value, spring_velocity.value, spring_max.value};
    moved.step(step);
    spring.value = moved.position;
    spring_velocity.value = moved.velocity;
    spring_max.value = moved.farthest;
    for (std::size_t player = 0; player < k_players; ++player) {
        Walker<double> walker{held[player].value};
        walker.step(step, (keys[player] & k_hold_key) != 0);
        held[player].value = walker.position;
    }
    tap_frames += is_frame && (keys[0] & k_tap_key) != 0 ? 1U : 0U;
}

void World::begin_second() {
    spring.value = 1;
    spring_velocity.value = 0;
    shot.value = 0;
    shot_float.value = 0;
    shot_nano = 0;
    shot_ns = 0;
}

void World::fly(const lab::Step<double>& step, std::uint32_t dt_ns) {
    if (shot_ns >= k_shot_ns) {
        return;
    }
    Bullet<double> in_double{k_bullet_speed, shot.value};
    in_double.step(step);
    shot.value = in_double.position;
    Bullet<float> in_float{k_bullet_speed, shot_float.value};
    in_float.step({static_cast<float>(step.milliseconds), static_cast<float>(step.seconds)});
    shot_float.value = in_float.position;
    shot_nano += std::int64_t{k_bullet_speed} * dt_ns;
    shot_ns += dt_ns;
}

void World::check() const {
    const auto require = [](bool holds, const char* sentence) {
        if (!holds) {
            throw std::runtime_error(sentence);
        }
    };
    require(bullet_nano >= 0 && bullet_nano <= k_bullet_nano_max,
            "a bullet must have flown for no more than thirty years");
    require(shot_nano >= 0 && shot_nano <= k_bullet_nano_max,
            "a shot must not be beyond a billion px");
    require(height_nano >= 0 && height_nano <= k_height_nano_max && apex_nano >= 0,
            "a jump must be no higher than 1,000 units");
    require(velocity_nano >= -k_velocity_nano_max && velocity_nano <= k_velocity_nano_max,
            "a jump must be no faster than 1,000 units per second");
}

void World::jump(const lab::Step<double>& step, bool is_pressed) {
    Jump<double> moved{height.value, velocity.value, apex.value, is_in_air};
    if (is_pressed) {
        moved.leave_ground();
    }
    moved.step(step);
    height.value = moved.height;
    velocity.value = moved.velocity;
    apex.value = moved.apex;
    is_in_air = moved.is_in_air;
}

void World::jump_nano(std::uint32_t dt_ns, bool is_pressed) {
    if (is_pressed && height_nano == 0 && velocity_nano == 0) {
        velocity_nano = k_jump_velocity_nano;
    }
    if (height_nano != 0 || velocity_nano != 0) {
        velocity_nano -= k_gravity_nano_per_ns * std::int64_t{dt_ns};
        height_nano += velocity_nano / k_velocity_part * std::int64_t{dt_ns} / k_time_part;
        apex_nano = std::max(apex_nano, height_nano);
    }
    if (height_nano <= 0) {
        height_nano = 0;
        velocity_nano = 0;
    }
}

namespace {

constexpr float k_width = 12;
constexpr float k_height = 5;
constexpr float k_radius = 0.15F;
constexpr float k_jump_x = 6;
constexpr float k_spring_x = 9;
constexpr float k_spring_y = 3;
constexpr float k_bullet_y = 4.5F;
constexpr float k_held_y = 0.4F;
constexpr float k_held_gap = 0.5F;
constexpr float k_units_per_px = 0.1F;
constexpr Color k_bullet_color{240, 160, 60};
constexpr Color k_jump_color{90, 200, 120};
constexpr Color k_spring_color{110, 150, 250};
constexpr Color k_wall_color{150, 150, 150};
constexpr std::array<Color, k_players> k_player_colors{{{230, 90, 90}, {90, 170, 230}}};

// A spring that has blown up stays at the edge of the picture.
float place(double before, double now, float alpha, float most) {
    const auto from = static_cast<float>(std::clamp<double>(before, -most, most));
    const auto to = static_cast<float>(std::clamp<double>(now, -most, most));
    return sim::blend(from, to, alpha);
}

}  // namespace

MatchPicture picture_of(const World& world) {
    return {world.bullet.value,
            world.height.value,
            world.spring.value,
            {world.held[0].value, world.held[1].value}};
}

void draw_picture(Canvas& canvas, const MatchPicture& before, const MatchPicture& now,
                  float alpha) {
    canvas.view(0, 0, k_width, k_height);
    canvas.circle(place(before.bullet, now.bullet, alpha, k_width), k_bullet_y, k_radius,
                  k_bullet_color);
    const auto wall = static_cast<float>(k_jump_wall);
    canvas.line(k_jump_x + 2 * k_radius, 0, k_jump_x + 2 * k_radius, wall, k_wall_color);
    canvas.circle(k_jump_x, place(before.height, now.height, alpha, k_height), k_radius,
                  k_jump_color);
    const float stretch = place(before.spring, now.spring, alpha, k_width - k_spring_x);
    canvas.line(k_spring_x, k_spring_y, k_spring_x + stretch, k_spring_y, k_spring_color);
    canvas.circle(k_spring_x + stretch, k_spring_y, k_radius, k_spring_color);
    for (std::size_t player = 0; player < k_players; ++player) {
        const float x = k_units_per_px * place(before.held[player], now.held[player], alpha,
                                               k_width / k_units_per_px);
        canvas.circle(x, k_held_y + k_held_gap * static_cast<float>(player), k_radius,
                      k_player_colors[player]);
    }
    canvas.status("bullet " + std::to_string(now.bullet) + ", jump " + std::to_string(now.height) +
                  ", spring " + std::to_string(now.spring));
}

}  // namespace tandem::tools::lab::match
