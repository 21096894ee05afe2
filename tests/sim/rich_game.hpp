// SPDX-License-Identifier: MIT
// A game whose state holds every kind of field that a state may have, and whose step changes all of
// them: what a property about canonical bytes has to hold for.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <cereal/cereal.hpp>
#include <cereal/types/base_class.hpp>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/sim/serialize/unportable.hpp>

namespace tandem::test {

enum class Mood : std::uint8_t { calm, wary, fierce };
inline std::array<std::string_view, 3> enum_labels(Mood) { return {"calm", "wary", "fierce"}; }
enum class Depth : std::int16_t { cellar = -1, ground = 0, roof = 1 };

// Memory equals canonical bytes.
struct Cell {
    std::uint32_t owner = 0;
    std::int16_t height = 0;
    std::uint16_t kind = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(owner), CEREAL_NVP(height), CEREAL_NVP(kind));
    }
};

// Padding stands between its fields.
struct Unit {
    std::uint8_t team = 0;
    std::int32_t hp = 0;
    bool is_awake = false;
    Vec2 position;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(team), CEREAL_NVP(hp), CEREAL_NVP(is_awake), CEREAL_NVP(position));
    }
};

struct Coordinates {
    std::int32_t column = 0;
    std::int32_t row = 0;
    friend auto operator<=>(const Coordinates&, const Coordinates&) = default;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(column), CEREAL_NVP(row));
    }
};

struct Resting {};
struct Moving {
    Vec2 goal;
    std::vector<std::uint16_t> way;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(goal), CEREAL_NVP(way));
    }
};

struct Numbers {
    std::uint8_t u8 = 0;
    std::int8_t i8 = 0;
    std::uint16_t u16 = 0;
    std::int16_t i16 = 0;
    std::uint32_t u32 = 0;
    std::int32_t i32 = 0;
    std::uint64_t u64 = 0;
    std::int64_t i64 = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(u8), CEREAL_NVP(i8), CEREAL_NVP(u16), CEREAL_NVP(i16), CEREAL_NVP(u32),
           CEREAL_NVP(i32), CEREAL_NVP(u64), CEREAL_NVP(i64));
    }
};

struct RichGame : Numbers {
    static constexpr std::string_view name = "rich";
    static constexpr TickRate tick_rate{50, 3};
    static constexpr std::uint32_t players_max = 64;
    static constexpr std::uint32_t version = 7;
    static constexpr std::uint64_t state_bytes_max = 1 << 20;

    struct Order {
        std::uint8_t unit = 0;
        std::int16_t dx = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(unit), CEREAL_NVP(dx));
        }
    };
    struct Input {
        bool is_firing = false;
        std::uint8_t throws = 0;
        std::optional<std::uint16_t> target;
        Commands<Order, 4> orders;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(is_firing), CEREAL_NVP(throws), CEREAL_NVP(target), CEREAL_NVP(orders));
        }
    };
    struct Options {
        std::uint32_t units = 5;
        std::map<std::uint8_t, std::uint8_t> handicaps{{1, 2}};
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(units), CEREAL_NVP(handicaps));
        }
    };

    void reset(const Setup& setup) {
        options = setup.options_as<Options>();
        random = Random(setup.seed);
        units.resize(options.units);
        handicap_total = 0;
        for (const auto& [slot, amount] : options.handicaps) {
            handicap_total += amount;
        }
        churn();
        restored();
    }

    // Rebuilds what serialize does not name.
    void restored() {
        hp_total = 0;
        for (const Unit& unit : units) {
            hp_total += unit.hp;
        }
        ++times_restored;
    }

    void step(Inputs<Input> inputs, Phases& phases) {
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            const Input& input = inputs[slot];
            if (input.throws != 0) {
                u64 = ~u64;  // the exception leaves a half-done step behind
                throw std::runtime_error("the test asked for it");
            }
            u32 += inputs.present(Slot{static_cast<std::uint32_t>(slot)}) ? 1U : 0U;
            u16 = static_cast<std::uint16_t>(u16 + input.target.value_or(0));
            i16 = static_cast<std::int16_t>(input.is_firing ? -1 : 1);
            for (const Order& order : input.orders) {
                i32 += order.dx * order.unit;
            }
        }
        phases("inputs");
        churn();
        i64 += hp_total % 7;
        restored();
        phases("churn");
    }

    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::base_class<Numbers>(this));
        ar(CEREAL_NVP(random), CEREAL_NVP(is_night), CEREAL_NVP(mood), CEREAL_NVP(depth),
           CEREAL_NVP(level), CEREAL_NVP(compact), CEREAL_NVP(facing));
        ar(CEREAL_NVP(real), CEREAL_NVP(long_real), CEREAL_NVP(title));
        ar(sim::with_unit(CEREAL_NVP(cooldowns), "ticks"), CEREAL_NVP(gates), CEREAL_NVP(corners),
           CEREAL_NVP(grid), CEREAL_NVP(cells), CEREAL_NVP(units), CEREAL_NVP(names),
           CEREAL_NVP(rows), CEREAL_NVP(queue), CEREAL_NVP(crates));
        ar(CEREAL_NVP(ids), CEREAL_NVP(places), CEREAL_NVP(owners), CEREAL_NVP(routes));
        ar(CEREAL_NVP(goal), CEREAL_NVP(pick), CEREAL_NVP(action), CEREAL_NVP(range),
           CEREAL_NVP(triple), CEREAL_NVP(flags), CEREAL_NVP(eight_flags), CEREAL_NVP(pending));
    }

    bool finished() const { return u32 >= 1000; }
    Input bot_input(Slot slot, Random& bot_random) const {
        Input input;
        input.is_firing = bot_random.chance(1, 2);
        if (bot_random.chance(1, 3)) {
            input.target = static_cast<std::uint16_t>(bot_random.below(1000U));
        }
        for (std::uint32_t count = bot_random.below(5U); count > 0; --count) {
            const Order order{static_cast<std::uint8_t>(slot.index),
                              bot_random.between<std::int16_t>(-300, 300)};
            TANDEM_ASSERT(input.orders.push(order));
        }
        return input;
    }
    Input input_from_keys(const Keys& keys) const {
        Input input;
        input.is_firing = keys.down(Key::space);
        return input;
    }

    Random random;
    bool is_night = false;
    Mood mood = Mood::calm;
    Depth depth = Depth::ground;
    Fixed level;
    Fixed16 compact;
    Angle facing;
    sim::Unportable<float> real;
    sim::Unportable<double> long_real;
    std::string title;
    std::array<std::uint32_t, 4> cooldowns{};
    std::array<bool, 3> gates{};
    Vec2 corners[2];
    std::array<std::array<Cell, 2>, 2> grid{};
    std::vector<Cell> cells;
    std::vector<Unit> units;
    std::vector<std::string> names;
    std::vector<std::vector<std::uint8_t>> rows;
    std::deque<std::int32_t> queue;
    std::deque<Unit> crates;
    std::set<std::uint32_t> ids;
    std::set<Coordinates> places;
    std::map<std::uint16_t, Unit> owners;
    std::map<std::string, std::vector<std::uint16_t>> routes;
    std::optional<Vec2> goal;
    std::optional<std::uint8_t> pick;
    std::variant<Resting, Moving, std::string> action;
    std::pair<std::int16_t, std::uint8_t> range;
    std::tuple<std::uint8_t, Fixed, bool> triple;
    std::bitset<13> flags;
    std::bitset<16> eight_flags;
    Commands<Order, 4> pending;

    Options options;                   // constant
    std::uint32_t handicap_total = 0;  // constant
    std::int64_t hp_total = 0;         // cache
    std::uint32_t times_restored = 0;  // what tests look at; no part of the state

private:
    template <class Integer>
    Integer any() {
        return static_cast<Integer>(random.next64());
    }
    Vec2 any_place() { return {random.fixed_unit(), Fixed::from_raw(any<std::int64_t>() >> 20)}; }
    Unit any_unit() {
        return {any<std::uint8_t>(), any<std::int32_t>(), random.chance(1, 2), any_place()};
    }
    Cell any_cell() { return {any<std::uint32_t>(), any<std::int16_t>(), any<std::uint16_t>()}; }
    std::string any_text() {
        std::string text(random.below(9U), 'a');
        for (char& character : text) {
            character = static_cast<char>('a' + random.below(26));
        }
        return text;
    }
    template <class Container, class Make>
    void fill(Container& container, std::uint32_t count_max, Make&& make) {
        container.clear();
        for (std::uint32_t count = random.below(count_max + 1); count > 0; --count) {
            container.insert(container.end(), make());
        }
    }

    // Braces wherever two draws stand side by side: they are evaluated in order, arguments of a
    // call are not.
    void churn() {
        u8 = any<std::uint8_t>();
        i8 = any<std::int8_t>();
        u64 = any<std::uint64_t>();
        is_night = random.chance(1, 2);
        mood = static_cast<Mood>(random.below(3));
        depth = static_cast<Depth>(random.between(-1, 1));
        level = Fixed::from_raw(any<std::int64_t>());
        compact = Fixed16::from_raw(any<std::int32_t>());
        facing = random.angle();
        real = sim::Unportable<float>::from_bits(any<std::uint32_t>());
        long_real = sim::Unportable<double>::from_bits(any<std::uint64_t>());
        title = any_text();
        cooldowns[random.below(4U)] = any<std::uint32_t>();
        gates[random.below(3U)] = random.chance(1, 2);
        corners[random.below(2U)] = any_place();
        grid[random.below(2U)][random.below(2U)] = any_cell();
        fill(cells, 5, [&] { return any_cell(); });
        units[random.below(units.size())] = any_unit();
        fill(names, 3, [&] { return any_text(); });
        fill(rows, 3, [&] { return std::vector<std::uint8_t>(random.below(4U), u8); });
        fill(queue, 4, [&] { return any<std::int32_t>(); });
        fill(crates, 3, [&] { return any_unit(); });
        fill(ids, 5, [&] { return any<std::uint32_t>() % 500; });
        fill(places, 4, [&] { return Coordinates{random.between(-9, 9), random.between(-9, 9)}; });
        fill(owners, 4, [&] { return std::pair{any<std::uint16_t>(), any_unit()}; });
        fill(routes, 3, [&] {
            return std::pair{any_text(), std::vector<std::uint16_t>(random.below(3U), u16)};
        });
        goal = random.chance(1, 2) ? std::optional(any_place()) : std::nullopt;
        pick = random.chance(1, 2) ? std::optional(u8) : std::nullopt;
        switch (random.below(3)) {
            case 0:
                action = Resting{};
                break;
            case 1:
                action = Moving{any_place(), std::vector<std::uint16_t>(random.below(3U), u16)};
                break;
            default:
                action = any_text();
        }
        range = {any<std::int16_t>(), any<std::uint8_t>()};
        triple = {any<std::uint8_t>(), random.fixed_unit(), random.chance(1, 2)};
        flags = std::bitset<13>(random.below(8192ULL));
        eight_flags = std::bitset<16>(random.below(65536ULL));
        pending.clear();
        for (std::uint32_t count = random.below(5U); count > 0; --count) {
            TANDEM_ASSERT(pending.push({any<std::uint8_t>(), any<std::int16_t>()}));
        }
    }
};

}  // namespace tandem::test
