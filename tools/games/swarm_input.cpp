// SPDX-License-Identifier: MIT
// It makes the swarm's orders: those of bots and the keyboard. Nothing here takes part in a step.
#include <tandem/tools/games/swarm.hpp>

#include <array>
#include <vector>

namespace tandem::games {

namespace {

// A bot gives orders in one tick of so many, about once a second, and then up to so many at once.
constexpr std::uint32_t k_ticks_per_order = 24;
constexpr std::uint32_t k_orders_at_once_max = 4;
static_assert(k_orders_at_once_max <= Swarm::k_orders_max);

// The kinds of a bot's orders with their weights, which are mostly attacks; the rest keeps the
// flocks from clumping into one.
constexpr std::array k_bot_orders{OrderKind::move_to, OrderKind::split, OrderKind::scatter,
                                  OrderKind::gather, OrderKind::join};
constexpr std::array<std::uint32_t, k_bot_orders.size()> k_bot_weights{10, 4, 3, 2, 1};

// Keys send flocks this near to an edge, in parts of the side.
constexpr int k_edge_parts = 8;
// A click this near to a unit, or to a flock's middle, is a click on it; a pointer that moved
// farther than this was dragged.
constexpr int k_click_parts = 32;
constexpr int k_drag_parts = 64;

// Returns the place to which a bot sends a flock: mostly a flock of somebody else, else anywhere,
// or all would end in one heap.
CompactVec2 bot_target(const Swarm& swarm, Slot slot, Random& random) {
    const auto count = static_cast<std::uint32_t>(swarm.flocks.size());
    const std::uint32_t first = random.below(count);
    const CompactVec2 somewhere{random.between(Fixed16(0), swarm.side()),
                                random.between(Fixed16(0), swarm.side())};
    if (random.chance(1, 3)) {
        return somewhere;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t flock = (first + i) % count;
        if (flock / Swarm::k_flocks_per_player != slot.index && swarm.flocks[flock].size > 0) {
            return swarm.flocks[flock].position;
        }
    }
    return somewhere;
}

}  // namespace

Swarm::Input Swarm::bot_input(Slot slot, Random& random_source) const {
    Input input;
    if (!random_source.chance(1, k_ticks_per_order)) {
        return input;
    }
    const std::uint32_t orders = random_source.between(1U, k_orders_at_once_max);
    for (std::uint32_t i = 0; i < orders; ++i) {
        Order order;
        order.kind = k_bot_orders[random_source.weighted(k_bot_weights)];
        order.flock = static_cast<std::uint8_t>(random_source.below(k_flocks_per_player));
        order.target = bot_target(*this, slot, random_source);
        static_cast<void>(input.orders.push(order));  // so few orders always fit
    }
    return input;
}

CompactVec2 Swarm::clamped(Vec2 place) const {
    const Fixed side(side_);
    return {Fixed16(clamp(place.x, 0, side)), Fixed16(clamp(place.y, 0, side))};
}

std::optional<std::uint8_t> Swarm::nearest_flock(Slot slot, CompactVec2 place) const {
    std::optional<std::uint8_t> nearest;
    Fixed16 best = 0;
    for (std::uint32_t own = 0; own < k_flocks_per_player; ++own) {
        const Flock& flock = flocks[slot.index * k_flocks_per_player + own];
        const Fixed16 away = distance(flock.position, place);
        if (flock.size > 0 && (!nearest || away < best)) {
            nearest = static_cast<std::uint8_t>(own);
            best = away;
        }
    }
    return nearest;
}

std::optional<std::uint8_t> Swarm::chosen_flock(Slot slot) const {
    const std::uint8_t own = chosen_[slot.index % players_max];
    const bool is_there = own != k_none && flocks[slot.index * k_flocks_per_player + own].size > 0;
    return is_there ? std::optional(own) : std::nullopt;
}

std::optional<std::uint8_t> Swarm::flock_at(Slot slot, CompactVec2 place) const {
    const Fixed16 reach = side() / k_click_parts;
    Fixed16 best = reach;
    std::optional<std::uint8_t> found;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (owner_of(unit) != slot.index) {
            continue;
        }
        const Fixed16 away = distance(CompactVec2{units.x[unit], units.y[unit]}, place);
        if (away <= best) {
            best = away;
            found = static_cast<std::uint8_t>(units.flock[unit] % k_flocks_per_player);
        }
    }
    const auto nearest = nearest_flock(slot, place);
    const bool is_near =
        nearest &&
        distance(flocks[slot.index * k_flocks_per_player + *nearest].position, place) <= reach;
    return found || !is_near ? found : nearest;
}

// A press on a flock chooses it. A press that ends elsewhere ends at the place to which the flock
// goes.
void Swarm::point(const Keys& keys, Input& input) const {
    const Pointer& pointer = *keys.pointer();
    const Slot slot = keys.player();
    const CompactVec2 from = clamped(pointer.pressed_at);
    const CompactVec2 here = clamped(pointer.at);
    if (!pointer.is_pressed && !pointer.is_released) {
        return;
    }
    // The end of a press is judged by the flock that the press found, which has gone on meanwhile.
    bool& is_choice = is_choice_[slot.index % players_max];
    if (pointer.is_pressed) {
        const auto pressed = flock_at(slot, from);
        is_choice = pressed.has_value();
        chosen_[slot.index % players_max] = pressed.value_or(chosen_[slot.index % players_max]);
    }
    const auto flock = chosen_flock(slot) ? chosen_flock(slot) : nearest_flock(slot, from);
    const bool is_click = distance(from, here) <= side() / k_drag_parts;
    if (pointer.is_released && flock && !(is_choice && is_click)) {
        const OrderKind kind = pointer.is_second ? OrderKind::split : OrderKind::move_to;
        static_cast<void>(input.orders.push({kind, *flock, here}));
    }
}

std::vector<std::uint8_t> Swarm::meant_flocks(Slot slot, const CompactVec2* pointed) const {
    if (const auto chosen = chosen_flock(slot)) {
        return {*chosen};
    }
    std::vector<std::uint8_t> meant;
    if (pointed != nullptr) {
        const auto nearest = nearest_flock(slot, *pointed);
        return nearest ? std::vector{*nearest} : meant;
    }
    for (std::uint8_t own = 0; own < k_flocks_per_player; ++own) {
        if (flocks[slot.index * k_flocks_per_player + own].size > 0) {
            meant.push_back(own);
        }
    }
    return meant;
}

// Returns the place of the nearest flock of somebody else.
std::optional<CompactVec2> Swarm::nearest_enemy(Slot slot, std::uint8_t own) const {
    const CompactVec2 from = flocks[slot.index * k_flocks_per_player + own].position;
    std::optional<CompactVec2> nearest;
    for (std::size_t flock = 0; flock < flocks.size(); ++flock) {
        const CompactVec2 there = flocks[flock].position;
        const bool is_enemy = flock / k_flocks_per_player != slot.index && flocks[flock].size > 0;
        if (is_enemy && (!nearest || distance(from, there) < distance(from, *nearest))) {
            nearest = there;
        }
    }
    return nearest;
}

// Chooses one flock after the other, and after the last one all of them.
void Swarm::choose_next(Slot slot) const {
    const auto chosen = chosen_flock(slot);
    std::uint32_t own = chosen ? *chosen + 1U : 0;
    while (own < k_flocks_per_player && flocks[slot.index * k_flocks_per_player + own].size == 0) {
        ++own;
    }
    chosen_[slot.index % players_max] =
        own < k_flocks_per_player ? static_cast<std::uint8_t>(own) : k_none;
}

// Chooses the flock with this number, counted from 1; 0 chooses all of them.
void Swarm::choose(Slot slot, std::uint32_t number) const {
    const bool is_there =
        number == 0 || flocks[slot.index * k_flocks_per_player + number - 1].size > 0;
    if (is_there) {
        chosen_[slot.index % players_max] =
            number == 0 ? k_none : static_cast<std::uint8_t>(number - 1);
    }
}

Swarm::Input Swarm::input_from_keys(const Keys& keys) const {
    Input input;
    const Fixed16 near_edge = side() / k_edge_parts;
    const Fixed16 far_edge = side() - near_edge;
    const CompactVec2 middle{side() / 2, side() / 2};
    const auto& pointer = keys.pointer();
    const CompactVec2 here = pointer ? clamped(pointer->at) : middle;
    if (pointer) {
        point(keys, input);
    }
    // A key counts once for each press: a held one would split a flock in every tick.
    std::bitset<256>& given = given_[keys.player().index % players_max];
    const auto is_new = [&](Key key) {
        const auto number = static_cast<std::size_t>(key);
        const bool was_down = given[number];
        given[number] = keys.down(key);
        return keys.down(key) && !was_down;
    };
    if (is_new(Key::tab)) {
        choose_next(keys.player());
    }
    for (std::uint32_t number = 0; number <= k_flocks_per_player; ++number) {
        if (is_new(static_cast<Key>('0' + number))) {
            choose(keys.player(), number);
        }
    }
    const std::vector<std::uint8_t> meant = meant_flocks(keys.player(), pointer ? &here : nullptr);
    const auto give = [&](Key key, OrderKind kind, CompactVec2 target) {
        const bool is_given = is_new(key);
        for (std::size_t i = 0; is_given && i < meant.size(); ++i) {
            static_cast<void>(input.orders.push({kind, meant[i], target}));
        }
    };
    give(Key::up, OrderKind::move_to, {middle.x, far_edge});
    give(Key::down, OrderKind::move_to, {middle.x, near_edge});
    give(Key::left, OrderKind::move_to, {near_edge, middle.y});
    give(Key::right, OrderKind::move_to, {far_edge, middle.y});
    if (is_new(static_cast<Key>('f'))) {
        for (const std::uint8_t own : meant) {
            if (const auto enemy = nearest_enemy(keys.player(), own)) {
                static_cast<void>(input.orders.push({OrderKind::move_to, own, *enemy}));
            }
        }
    }
    give(static_cast<Key>('g'), OrderKind::gather, here);
    give(static_cast<Key>('x'), OrderKind::scatter, here);
    give(static_cast<Key>('v'), OrderKind::split, here);
    if (is_new(static_cast<Key>('j')) && !meant.empty()) {
        static_cast<void>(input.orders.push({OrderKind::join, meant.front(), here}));
    }
    return input;
}

}  // namespace tandem::games
