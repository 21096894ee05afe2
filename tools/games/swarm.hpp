// SPDX-License-Identifier: MIT
// The second bundled game: thousands of units in flocks under a handful of orders, for one to four
// players. Inputs vary in length, and the state is large and moves as one block.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/commands.hpp>
#include <tandem/sim/display.hpp>
#include <tandem/sim/inputs.hpp>
#include <tandem/sim/keys.hpp>
#include <tandem/sim/phases.hpp>
#include <tandem/sim/random.hpp>
#include <tandem/sim/setup.hpp>
#include <tandem/sim/traversal.hpp>
#include <tandem/tools/games/swarm_grid.hpp>

namespace tandem::games {

// Its memory is its canonical form: no padding, every bit a value.
struct Unit {
    Point16 position;
    Point16 velocity;  // per tick
    Point16 offset;    // its own place beside its flock's target
    std::uint16_t flock = 0;
    std::uint16_t energy = 0;    // at 0 it goes over to those who surround it
    std::uint32_t captures = 0;  // how often it has

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(position), CEREAL_NVP(velocity), CEREAL_NVP(offset));
        ar(CEREAL_NVP(flock), CEREAL_NVP(energy), CEREAL_NVP(captures));
    }
};
static_assert(sizeof(Unit) == 32 && std::is_trivially_copyable_v<Unit> &&
              std::has_unique_object_representations_v<Unit>);

struct Flock {
    Point16 target;
    std::uint32_t size = 0;  // units

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(target), sim::with_unit(CEREAL_NVP(size), "units"));
    }
};

enum class OrderKind : std::uint8_t {
    move_to,  // go there in formation
    gather,   // go there and close up
    scatter,  // spread out where the flock is
    split,    // half of the flock becomes a flock of its own and goes there
    join,     // all other flocks of the player join this one and go there
};

constexpr std::array<std::string_view, 5> enum_labels(OrderKind) {
    return {"move_to", "gather", "scatter", "split", "join"};
}

struct Order {
    OrderKind kind = OrderKind::move_to;
    std::uint8_t flock = 0;  // among the player's own; others are ignored
    Point16 target;          // clamped to the world

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(kind), CEREAL_NVP(flock), CEREAL_NVP(target));
    }
};

class Swarm {
public:
    static constexpr std::string_view name = "swarm";
    static constexpr TickRate tick_rate{30};
    static constexpr std::uint32_t players_max = 4;
    static constexpr std::uint32_t version = 1;
    static constexpr std::uint32_t k_units_max = 100'000;
    static constexpr std::uint32_t k_flocks_per_player = 4;
    static constexpr std::uint16_t k_orders_max = 16;
    static constexpr std::uint16_t k_energy_max = 240;

    struct Input {
        Commands<Order, k_orders_max> orders;

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(orders));
        }
    };

    struct Options {
        std::uint32_t units = 4'000;  // of all players together, 1 to k_units_max

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(units));
        }
    };

    // Throws where the options ask for no units or too many.
    void reset(const Setup& setup);
    void step(Inputs<Input> inputs, Phases& phase_ended);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(sim::with_unit(CEREAL_NVP(ticks), "ticks"), CEREAL_NVP(random));
        ar(CEREAL_NVP(flocks), CEREAL_NVP(units));
    }
    // Refuses, by an exception, a state from a file or a peer whose numbers do not fit together.
    void restored() const;

    // Now and then a few orders, mostly towards the flocks of others.
    Input bot_input(Slot slot, Random& random_source) const;
    // Arrows send the first flock to an edge; g gathers it in the middle, x scatters, v splits it,
    // j joins all.
    Input input_from_keys(const Keys& keys) const;
    void draw(Canvas& canvas, const Swarm& previous, float alpha) const;

    std::uint32_t owner_of(const Unit& unit) const { return unit.flock / k_flocks_per_player; }
    // The world is the square from (0, 0) to (side, side), larger for more units.
    Fixed16 side() const { return Fixed16(side_); }
    std::uint32_t slots() const { return slots_; }
    std::uint32_t units_of(std::uint32_t slot) const;
    std::uint32_t captures() const;

    // The state. A flock's index is its player's slot times k_flocks_per_player plus its number.
    std::uint64_t ticks = 0;
    Random random;
    std::vector<Flock> flocks;
    std::vector<Unit> units;

private:
    struct Surroundings;

    void place_units();
    void obey(std::uint32_t slot, const Order& order);
    void scatter(std::uint16_t flock);
    void split(std::uint16_t flock, std::uint32_t slot, Point16 target);
    void join(std::uint16_t flock, std::uint32_t slot, Point16 target);
    void transfer(Unit& unit, std::uint16_t flock);
    void steer(std::uint32_t index);
    void look_around(std::uint32_t index, std::int32_t row, Surroundings& seen) const;
    void move_units();
    Point16 into_world(Point16 point) const;

    // Constants, made by reset.
    std::int32_t side_ = 0;
    std::uint32_t slots_ = 0;
    // Rebuilt in every step before it is read; kept only for its memory.
    SwarmGrid grid_;
};

}  // namespace tandem::games
