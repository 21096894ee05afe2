// SPDX-License-Identifier: MIT
// The third game: a relay race in which players leave and return. What a step makes of presence is
// its whole point, and its state uses the containers that the bundled games do not.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/serialize/traversal.hpp>

namespace tandem::test {

struct Runner {
    bool is_present = false;
    Fixed stamina = 1;  // 0 to 1
    std::uint32_t legs = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(is_present), CEREAL_NVP(stamina), CEREAL_NVP(legs));
    }
};

// One baton for all: its holder runs a leg and hands it to the next one present. Where the holder
// leaves it falls to the ground, and somebody else has to pick it up.
class Relay {
public:
    static constexpr std::string_view name = "relay";
    static constexpr TickRate tick_rate{10};
    static constexpr std::uint32_t players_max = 6;
    static constexpr Fixed k_leg_metres = 20;

    struct Input {
        std::uint8_t effort = 0;  // 0 to 3; more counts as 3
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(effort));
        }
    };
    struct Options {
        std::uint32_t legs = 0;  // after which the race is over; 0 never
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(legs));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(random), CEREAL_NVP(runners), CEREAL_NVP(holder));
        ar(sim::with_unit(CEREAL_NVP(baton), "m"),
           sim::with_unit(CEREAL_NVP(pick_up_ticks), "ticks"));
        ar(CEREAL_NVP(legs), CEREAL_NVP(arrivals), CEREAL_NVP(departures), CEREAL_NVP(drops));
        ar(CEREAL_NVP(left_at), CEREAL_NVP(last_event));
    }
    void restored() const;
    Input bot_input(Slot slot, Random& random_source) const;
    bool finished() const { return options.legs != 0 && legs >= options.legs; }

    std::uint64_t ticks = 0;
    Random random;
    std::vector<Runner> runners;
    std::optional<std::uint8_t> holder;  // slot
    Fixed baton = 0;                     // how far it is within this leg
    std::uint16_t pick_up_ticks = 0;     // until somebody has it again
    std::uint32_t legs = 0;
    std::uint32_t arrivals = 0;    // changes of presence to present, the start not counted
    std::uint32_t departures = 0;  // changes of presence to absent
    std::uint32_t drops = 0;
    std::map<std::uint8_t, std::uint64_t> left_at;  // slot of who is away now, since which tick
    std::string last_event;

    Options options;  // constant
    std::uint32_t slots = 0;

private:
    void follow_presence(const Inputs<Input>& inputs);
    void run(const Inputs<Input>& inputs);
    void pick_up();
    std::optional<std::uint8_t> next_present(std::uint8_t after) const;
};

}  // namespace tandem::test
