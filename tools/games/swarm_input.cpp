// SPDX-License-Identifier: MIT
// Where the swarm's orders come from: bots and the keyboard. Nothing here takes part in a step.
#include <tandem/tools/games/swarm.hpp>

namespace tandem::games {

namespace {

// Where a bot sends a flock: to a flock of somebody else, or anywhere where there is none.
Point16 bot_target(const Swarm& swarm, Slot slot, Random& random) {
    const auto count = static_cast<std::uint32_t>(swarm.flocks.size());
    const std::uint32_t first = random.below(count);
    const Point16 somewhere{random.between(Fixed16(0), swarm.side()),
                            random.between(Fixed16(0), swarm.side())};
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t flock = (first + i) % count;
        if (flock / Swarm::k_flocks_per_player != slot.index && swarm.flocks[flock].size > 0) {
            return swarm.flocks[flock].target;
        }
    }
    return somewhere;
}

// Mostly attacks; the rest keeps the flocks from clumping into one.
OrderKind bot_order(Random& random) {
    const std::uint32_t draw = random.below(20U);
    return draw < 10   ? OrderKind::move_to
           : draw < 14 ? OrderKind::split
           : draw < 17 ? OrderKind::scatter
           : draw < 19 ? OrderKind::gather
                       : OrderKind::join;
}

}  // namespace

Swarm::Input Swarm::bot_input(Slot slot, Random& random_source) const {
    Input input;
    if (!random_source.chance(1, 24)) {
        return input;
    }
    const std::uint32_t orders = random_source.between(1U, 4U);
    for (std::uint32_t i = 0; i < orders; ++i) {
        Order order;
        order.kind = bot_order(random_source);
        order.flock = static_cast<std::uint8_t>(random_source.below(k_flocks_per_player));
        order.target = bot_target(*this, slot, random_source);
        static_cast<void>(input.orders.push(order));  // four of sixteen always fit
    }
    return input;
}

Swarm::Input Swarm::input_from_keys(const Keys& keys) const {
    Input input;
    const Fixed16 near_edge = side() / 8;
    const Fixed16 far_edge = side() - near_edge;
    const Point16 middle{side() / 2, side() / 2};
    const auto give = [&](bool is_down, OrderKind kind, Point16 target) {
        if (is_down) {
            static_cast<void>(input.orders.push({kind, 0, target}));  // eight of sixteen fit
        }
    };
    give(keys.down(Key::up), OrderKind::move_to, {middle.x, far_edge});
    give(keys.down(Key::down), OrderKind::move_to, {middle.x, near_edge});
    give(keys.down(Key::left), OrderKind::move_to, {near_edge, middle.y});
    give(keys.down(Key::right), OrderKind::move_to, {far_edge, middle.y});
    give(keys.down('g'), OrderKind::gather, middle);
    give(keys.down('x'), OrderKind::scatter, middle);
    give(keys.down('v'), OrderKind::split, middle);
    give(keys.down('j'), OrderKind::join, middle);
    return input;
}

}  // namespace tandem::games
