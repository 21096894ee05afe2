// SPDX-License-Identifier: MIT
// A game of many entities: its state holds columns and every container that is Tandem's own, and
// its step churns all of them. What the rich game is for the library's types this is for ours.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/containers/priority_queue.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/serialize/columns.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::test {

// Compared by tick alone.
struct Timer {
    std::uint32_t tick = 0;
    std::uint16_t what = 0;
    friend bool operator<(const Timer& a, const Timer& b) { return a.tick < b.tick; }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(tick), CEREAL_NVP(what));
    }
};

// A part of the state with columns of its own, so that columns stand in a list too.
struct Squad {
    std::vector<std::uint8_t> rank;
    std::vector<Fixed16> morale;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(sim::columns("men", CEREAL_NVP(rank), CEREAL_NVP(morale)));
    }
};

struct CrowdGame {
    static constexpr std::string_view name = "crowd";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 64;
    static constexpr std::uint64_t state_bytes_max = 1 << 20;

    struct Input {
        std::uint8_t buttons = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(buttons));
        }
    };

    void reset(const Setup& setup) {
        *this = CrowdGame{};
        random = Random(setup.seed);
        churn();
    }
    void step(Inputs<Input> inputs) {
        for (const Input& input : inputs) {
            buttons_sum += input.buttons;
        }
        churn();
    }
    Input bot_input(Slot, Random& bot_random) const {
        return {static_cast<std::uint8_t>(bot_random.below(256U))};
    }

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(random), CEREAL_NVP(buttons_sum));
        ar(sim::columns("ships", cereal::make_nvp("hull", hulls),
                        sim::with_unit(cereal::make_nvp("course", courses), "tiles"),
                        cereal::make_nvp("doors", doors), cereal::make_nvp("hold", holds)));
        ar(CEREAL_NVP(squads), CEREAL_NVP(prices), CEREAL_NVP(routes), CEREAL_NVP(units),
           CEREAL_NVP(scripts), CEREAL_NVP(last_unit), CEREAL_NVP(timers), CEREAL_NVP(awake));
    }

    Random random;
    std::uint32_t buttons_sum = 0;
    std::vector<std::int16_t> hulls;
    std::vector<Vec2> courses;
    std::vector<std::array<bool, 2>> doors;
    std::vector<Cell> holds;
    std::vector<Squad> squads;
    FlatMap<std::uint16_t, std::int16_t> prices;
    FlatMap<std::string, std::vector<std::uint16_t>> routes;
    SlotMap<Unit> units;
    SlotMap<std::string> scripts;
    SlotHandle<Unit> last_unit;
    PriorityQueue<Timer> timers;
    std::vector<std::array<bool, 3>> awake;

private:
    template <class Integer>
    Integer any() {
        return static_cast<Integer>(random.next64());
    }
    Vec2 any_place() { return {random.fixed_unit(), Fixed::from_raw(any<std::int64_t>() >> 20)}; }
    Unit any_unit() {
        return {any<std::uint8_t>(), any<std::int32_t>(), random.chance(1, 2), any_place()};
    }
    std::string any_text() {
        std::string text(random.below(5U), 'a');
        for (char& character : text) {
            character = static_cast<char>('a' + random.below(26));
        }
        return text;
    }

    // Braces and statements of their own wherever two draws stand side by side: arguments are
    // evaluated in any order.
    void churn() {
        churn_ships();
        churn_maps();
        churn_slots();
        for (std::uint32_t count = random.below(3U); count > 0; --count) {
            timers.push({random.below(8U), any<std::uint16_t>()});
        }
        if (timers.size() > 3) {
            timers.pop();
        }
        const std::size_t sleepers = random.below(4U);
        awake.assign(sleepers, {random.chance(1, 2), true, false});
    }
    void churn_ships() {
        const std::size_t count = random.below(5U);
        hulls.assign(count, any<std::int16_t>());
        courses.assign(count, any_place());
        doors.assign(count, {random.chance(1, 2), random.chance(1, 2)});
        holds.assign(count, {any<std::uint32_t>(), any<std::int16_t>(), any<std::uint16_t>()});
        squads.resize(random.below(3U));
        for (Squad& squad : squads) {
            const std::size_t men = random.below(3U);
            squad.rank.assign(men, any<std::uint8_t>());
            squad.morale.assign(men, Fixed16::from_raw(any<std::int32_t>()));
        }
    }
    void churn_maps() {
        const auto goods = static_cast<std::uint16_t>(random.below(8U) * 300);
        prices[goods] = any<std::int16_t>();
        prices.erase(static_cast<std::uint16_t>(random.below(8U) * 300));
        const std::string town = any_text();
        const std::size_t stops = random.below(3U);
        routes[town].assign(stops, any<std::uint16_t>());
        if (routes.size() > 3) {
            routes.erase(routes.begin()->key());
        }
    }
    void churn_slots() {
        if (units.size() < 4) {
            last_unit = units.insert(any_unit());
        }
        if (random.chance(1, 3)) {
            units.erase({random.below(4U), last_unit.generation});
        }
        for (Unit& unit : units) {
            unit.hp += 1;
        }
        const auto script = scripts.insert(any_text());
        if (scripts.size() > 2) {
            scripts.erase(scripts.handle_of(*scripts.begin()));
        }
        if (random.chance(1, 2)) {
            scripts.erase(script);
        }
    }
};

}  // namespace tandem::test
