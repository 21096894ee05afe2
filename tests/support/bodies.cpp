// SPDX-License-Identifier: MIT
// Round bodies in a box under gravity, pushed apart once a step.
#include <tests/support/bodies.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tandem::test {
namespace {

constexpr std::size_t k_bodies = 40;
constexpr float k_step_s = 1.0F / 60;
constexpr float k_gravity = -9.81F;  // m / s^2
constexpr float k_half_box = 10;     // m
constexpr float k_radius = 0.5F;     // m
constexpr float k_bounce = 0.6F;
constexpr float k_push = 0.05F;   // m / s for each unit of a push
constexpr float k_still = 0.02F;  // m / s
constexpr std::uint16_t k_sleep_ticks = 30;
constexpr float k_kept = 0.3F;  // of an impulse, to the next step

void turn_back(sim::Unportable<float>& at, sim::Unportable<float>& speed) {
    if (std::abs(at.value) > k_half_box) {
        at.value = std::clamp(at.value, -k_half_box, k_half_box);
        speed.value *= -k_bounce;
    }
}

}  // namespace

void Bodies::reset(const Setup& setup) {
    *this = Bodies{};
    Random random(setup.seed);
    bodies.resize(k_bodies);
    for (Body& body : bodies) {
        body.x.value = static_cast<float>(random.between(-900, 900)) / 100;
        body.y.value = static_cast<float>(random.between(-900, 900)) / 100;
        body.speed_x.value = static_cast<float>(random.between(-300, 300)) / 100;
    }
}

void Bodies::step(Inputs<Input> inputs) {
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
        Body& own = bodies[slot];
        own.speed_x.value += k_push * static_cast<float>(inputs[slot].push_x);
        own.speed_y.value += k_push * static_cast<float>(inputs[slot].push_y);
        own.sleeps = own.sleeps && inputs[slot].push_x == 0 && inputs[slot].push_y == 0;
    }
    move_all();
    find_contacts();
}

void Bodies::move_all() {
    for (Body& body : bodies) {
        if (body.sleeps) {
            continue;
        }
        body.speed_y.value += k_gravity * k_step_s;
        body.x.value += body.speed_x.value * k_step_s;
        body.y.value += body.speed_y.value * k_step_s;
        turn_back(body.x, body.speed_x);
        turn_back(body.y, body.speed_y);
        const bool is_still = std::abs(body.speed_x.value) + std::abs(body.speed_y.value) < k_still;
        body.still_ticks = is_still ? static_cast<std::uint16_t>(body.still_ticks + 1) : 0;
        body.sleeps = body.still_ticks >= k_sleep_ticks;
    }
}

void Bodies::find_contacts() {
    std::vector<Contact> found;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t k = i + 1; k < bodies.size(); ++k) {
            Body& a = bodies[i];
            Body& b = bodies[k];
            const float x = b.x.value - a.x.value;
            const float y = b.y.value - a.y.value;
            const float apart = std::sqrt(x * x + y * y);
            if (!(apart < 2 * k_radius) || apart == 0) {
                continue;
            }
            const float impulse = (2 * k_radius - apart) + k_kept * kept_impulse(i, k);
            a.speed_x.value -= impulse * x / apart;
            a.speed_y.value -= impulse * y / apart;
            b.speed_x.value += impulse * x / apart;
            b.speed_y.value += impulse * y / apart;
            a.sleeps = b.sleeps = false;
            found.push_back(
                {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(k), {impulse}});
        }
    }
    contacts = std::move(found);
}

float Bodies::kept_impulse(std::size_t first, std::size_t second) const {
    for (const Contact& contact : contacts) {
        if (contact.first == first && contact.second == second) {
            return contact.impulse.value;
        }
    }
    return 0;
}

Bodies::Input Bodies::bot_input(Slot, Random& random) const {
    if (!random.chance(1, 10)) {
        return {};
    }
    return {random.between<std::int8_t>(-100, 100), random.between<std::int8_t>(-100, 100)};
}

}  // namespace tandem::test
