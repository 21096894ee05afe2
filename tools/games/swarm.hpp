// SPDX-License-Identifier: MIT
// The second bundled game: thousands of units in flocks under a handful of orders, for one to four
// players. Inputs vary in length, and the state is large and moves as one block.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/game/display.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>
#include <tandem/sim/serialize/columns.hpp>
#include <tandem/sim/serialize/traversal.hpp>
#include <tandem/tools/games/swarm_crowd.hpp>

namespace tandem::games {

// All units, a vector for each field: 32 bytes for each unit. A step reads and writes eight units
// at a time.
struct Units {
    std::vector<Fixed16> x;
    std::vector<Fixed16> y;
    std::vector<Fixed16> velocity_x;  // per tick
    std::vector<Fixed16> velocity_y;
    std::vector<Fixed16> offset_x;  // its own place beside its flock's position
    std::vector<Fixed16> offset_y;
    std::vector<std::uint8_t> flock;
    std::vector<std::uint8_t> neighbours;  // its neighbours in the last tick; in a crowd it waits
    std::vector<std::uint16_t> energy;     // at 0 it goes over to the opponents around it
    std::vector<std::uint32_t> captures;   // how often it went over

    // Serializes the units as one list: unit 17's energy is units[17].energy.
    template <class Archive>
    void serialize_as(const char* name, Archive& ar) {
        ar(columns(name, CEREAL_NVP(x), CEREAL_NVP(y), CEREAL_NVP(velocity_x),
                   CEREAL_NVP(velocity_y), CEREAL_NVP(offset_x), CEREAL_NVP(offset_y),
                   CEREAL_NVP(flock), CEREAL_NVP(neighbours), CEREAL_NVP(energy),
                   CEREAL_NVP(captures)));
    }

    std::size_t size() const { return x.size(); }
    // New units are all zero.
    void assign(std::size_t count);
};

struct Flock {
    CompactVec2 position;    // its units keep their places beside it
    CompactVec2 target;      // the place to which it goes
    std::uint32_t size = 0;  // units

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(position), CEREAL_NVP(target), with_unit(CEREAL_NVP(size), "units"));
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
    CompactVec2 target;      // is clamped to the world

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
    static constexpr std::uint32_t version = 2;  // the version in which units collide
    static constexpr std::uint32_t k_units_max = 100'000;
    static constexpr std::uint32_t k_flocks_per_player = 4;
    static_assert(k_flocks_per_player == 1U << SwarmCrowd::k_team_shift);
    static constexpr std::uint16_t k_orders_max = 16;
    static constexpr std::uint16_t k_energy_max = 240;
    static constexpr Fixed16 k_velocity_max = 0.25_fx16;  // per tick and axis, pushed or not

    struct Input {
        Commands<Order, k_orders_max> orders;

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(orders));
        }
    };

    struct Options {
        std::uint32_t units = 4'000;  // all players' together, 1 to k_units_max

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(units));
        }
    };

    // Throws if the options ask for no units or too many.
    void reset(const Setup& setup);
    void step(Inputs<Input> inputs, Phases& phase_ended);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(with_unit(CEREAL_NVP(ticks), "ticks"), CEREAL_NVP(random));
        ar(CEREAL_NVP(flocks));
        units.serialize_as("units", ar);
    }
    // Refuses, by an exception, a state from a file or a peer whose numbers do not fit together.
    void restored() const;

    // Gives a few orders now and then, mostly towards the flocks of others.
    Input bot_input(Slot slot, Random& random_source) const;
    // Orders are for the chosen flock. Tab chooses the next one and in the end all again, 1 to
    // 4 one of them, 0 all. Without a choice the flock nearest to the pointer is meant, and
    // all of them if there is no pointer. Arrows send it to an edge, f to the nearest of the
    // others; g gathers it at the pointer or in the middle, x scatters, v splits it, j joins
    // all into it. A click on a flock chooses it too. A click elsewhere sends it there, and so
    // does a drag from a flock; with the second button half of it goes.
    Input input_from_keys(const Keys& keys) const;
    static constexpr std::string_view keys_help =
        "1 to 4, or tab: choose a flock   0: all   arrows: send it to an edge\n"
        "f: attack the nearest   g: gather   x: scatter   v: split in two   j: join all\n"
        "mouse: click a flock, then where to, or drag; with the right button half goes";
    // Returns the flock that the person who plays this slot here has chosen, among its own; nothing
    // if there is none, or it has no units any more.
    std::optional<std::uint8_t> chosen_flock(Slot slot) const;
    // Returns the nearest place within the world.
    CompactVec2 clamped(Vec2 place) const;
    // Returns the flocks, among the player's own, that an order is for now. `pointed` is the
    // place of the pointer, null if there is none.
    std::vector<std::uint8_t> meant_flocks(Slot slot, const CompactVec2* pointed) const;
    // Returns the player's flock, among its own, that is nearest to a place; nothing if it has no
    // units.
    std::optional<std::uint8_t> nearest_flock(Slot slot, CompactVec2 place) const;
    void draw(Canvas& canvas, const Swarm& previous, float alpha) const;

    std::uint32_t owner_of(std::size_t unit) const {
        return units.flock[unit] / k_flocks_per_player;
    }
    // The world is the square from (0, 0) to (side, side), larger for more units.
    Fixed16 side() const { return Fixed16(side_); }
    std::uint32_t slots() const { return slots_; }
    std::uint32_t units_of(std::uint32_t slot) const;
    std::uint32_t captures() const;

    // The state. A flock's index is its player's slot times k_flocks_per_player plus its number.
    std::uint64_t ticks = 0;
    Random random;
    std::vector<Flock> flocks;
    Units units;

private:
    static constexpr std::uint8_t k_none = 0xFF;

    // Returns the player's flock that a person means who points here: that of the nearest of its
    // units, or whose middle is near; nothing beside all of them.
    std::optional<std::uint8_t> flock_at(Slot slot, CompactVec2 place) const;
    void point(const Keys& keys, Input& input) const;
    std::optional<CompactVec2> nearest_enemy(Slot slot, std::uint8_t own) const;
    void choose_next(Slot slot) const;
    void choose(Slot slot, std::uint32_t number) const;
    void place_units();
    void place_unit(std::size_t unit, std::uint8_t flock, CompactVec2 offset);
    void execute(std::uint32_t slot, const Order& order);
    void gather(std::uint8_t flock);
    void scatter(std::uint8_t flock);
    void split(std::uint8_t flock, std::uint32_t slot, CompactVec2 target);
    void join(std::uint8_t flock, std::uint32_t slot, CompactVec2 target);
    void transfer(std::size_t unit, std::uint8_t flock);
    void move_flocks();
    void steer_units();
    void apply_pushes();
    void capture_units();
    CompactVec2 into_world(CompactVec2 point) const;

    // The constants that reset makes.
    std::int32_t side_ = 0;
    std::uint32_t slots_ = 0;
    // Every step builds these again before it reads them; they are kept only for their memory.
    SwarmCrowd crowd_;
    std::vector<Fixed16> x_ahead_;  // where units will stand
    std::vector<Fixed16> y_ahead_;
    // The choice of the person at this machine, from one input to the next. It is no state, and no
    // step reads it.
    mutable std::array<std::uint8_t, players_max> chosen_{k_none, k_none, k_none, k_none};
    // True if the press that is going on, or the last one, chose.
    mutable std::array<bool, players_max> is_choice_{};
    mutable std::array<std::bitset<256>, players_max> given_{};  // keys whose order was given
                                                                 // already
};

}  // namespace tandem::games
