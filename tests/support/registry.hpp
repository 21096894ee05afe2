// SPDX-License-Identifier: MIT
// A game as an entity registry has it: things that come and go, components beside them, names,
// handles to one another, and lists of orders.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <cereal/cereal.hpp>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tandem/sim/containers/slot_map.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>

namespace tandem::test {

struct Thing {
    Vec2 place;
    Vec2 pace;
    Fixed health = 100;
    SlotHandle<Thing> prey;
    std::optional<std::uint32_t> owner;  // slot

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(place), CEREAL_NVP(pace), CEREAL_NVP(health));
        ar(CEREAL_NVP(prey), CEREAL_NVP(owner));
    }
};

class Registry {
public:
    static constexpr std::string_view name = "registry";
    static constexpr TickRate tick_rate{30};
    static constexpr std::uint32_t players_max = 4;
    static constexpr std::uint32_t k_orders_max = 4;

    // Make a thing here, of this strength.
    struct Order {
        std::int16_t x = 0;
        std::int16_t y = 0;
        std::uint8_t strength = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(x), CEREAL_NVP(y), CEREAL_NVP(strength));
        }
    };
    struct Input {
        Commands<Order, k_orders_max> orders;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(orders));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(random), CEREAL_NVP(things));
        ar(CEREAL_NVP(kills), CEREAL_NVP(names), CEREAL_NVP(last_event));
    }
    Input bot_input(Slot slot, Random& random_source) const;

private:
    void make_thing(std::optional<std::uint32_t> owner, Vec2 place, Fixed health);
    void follow_prey();
    void bury_the_dead();

    std::uint64_t ticks = 0;
    Random random;
    SlotMap<Thing> things;
    FlatMap<std::uint32_t, std::uint64_t> kills;  // by slot; those of nobody are not counted
    FlatMap<std::uint32_t, std::string> names;    // of things with a name, by number
    std::string last_event;
};

}  // namespace tandem::test
