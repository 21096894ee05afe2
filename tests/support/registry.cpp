// SPDX-License-Identifier: MIT
// Things hunt one another, and those of a player's orders come to it.
#include <tests/support/registry.hpp>

#include <string>

namespace tandem::test {
namespace {

constexpr std::size_t k_things_least = 12;
constexpr std::size_t k_things_most = 60;
constexpr Fixed k_reach = 2;
constexpr Fixed k_bite = 0.75_fx;
constexpr Fixed k_hunger = 0.01_fx;
constexpr Fixed k_half_world = 100;
constexpr std::uint32_t k_names = 16;

Vec2 clamped(Vec2 place) {
    return {clamp(place.x, -k_half_world, k_half_world),
            clamp(place.y, -k_half_world, k_half_world)};
}

}  // namespace

void Registry::reset(const Setup& setup) {
    *this = Registry{};
    random = Random(setup.seed);
    for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
        kills[slot] = 0;
    }
    last_event = "start";
}

void Registry::step(Inputs<Input> inputs) {
    for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
        for (const Order& order : inputs[slot].orders) {
            make_thing(slot, clamped({Fixed(order.x) / 100, Fixed(order.y) / 100}),
                       Fixed(order.strength) + 1);
        }
    }
    while (things.size() < k_things_least) {
        make_thing(std::nullopt,
                   {random.between(-k_half_world, k_half_world),
                    random.between(-k_half_world, k_half_world)},
                   random.between(Fixed(20), Fixed(80)));
    }
    follow_prey();
    bury_the_dead();
    ++ticks;
}

void Registry::make_thing(std::optional<std::uint32_t> owner, Vec2 place, Fixed health) {
    if (things.size() >= k_things_most) {
        return;
    }
    things.insert({place, {}, health, {}, owner});
    const std::uint32_t number = random.below(k_names);
    names[number] = "thing " + std::to_string(things.size()) + " of " + std::to_string(ticks);
}

void Registry::follow_prey() {
    for (Thing& thing : things) {
        Thing* prey = things.find(thing.prey);
        if (prey == nullptr || prey == &thing) {
            const std::uint32_t chosen = random.below(static_cast<std::uint32_t>(things.size()));
            std::uint32_t at = 0;
            for (Thing& other : things) {
                if (at++ == chosen) {
                    thing.prey = things.handle_of(other);
                }
            }
            continue;
        }
        thing.pace = normalised(prey->place - thing.place) * 0.5_fx;
        thing.place = clamped(thing.place + thing.pace);
        thing.health -= k_hunger;
        if (within(thing.place, prey->place, k_reach)) {
            prey->health -= k_bite;
            if (prey->health <= 0 && thing.owner) {
                ++kills[*thing.owner];
                last_event = "a kill of player " + std::to_string(*thing.owner);
            }
        }
    }
}

void Registry::bury_the_dead() {
    for (Thing& thing : things) {
        if (thing.health <= 0) {
            things.erase(things.handle_of(thing));
        }
    }
}

Registry::Input Registry::bot_input(Slot, Random& random_source) const {
    Input input;
    if (random_source.chance(1, 20)) {
        input.orders.resize(random_source.between(1U, k_orders_max));
        for (Order& order : input.orders) {
            order = {random_source.between<std::int16_t>(-9'000, 9'000),
                     random_source.between<std::int16_t>(-9'000, 9'000),
                     random_source.between<std::uint8_t>(0, 200)};
        }
    }
    return input;
}

}  // namespace tandem::test
