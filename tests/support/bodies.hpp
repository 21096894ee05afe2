// SPDX-License-Identifier: MIT
// A game as a physics engine in floating point is one: bodies that push each other apart, and
// impulses that are kept from step to step. It repeats on one machine with one build, which is all
// that it promises.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/serialize/unportable.hpp>

namespace tandem::test {

struct Body {
    sim::Unportable<float> x, y;              // m
    sim::Unportable<float> speed_x, speed_y;  // m / s
    bool sleeps = false;
    std::uint16_t still_ticks = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(x), CEREAL_NVP(y), CEREAL_NVP(speed_x), CEREAL_NVP(speed_y));
        ar(CEREAL_NVP(sleeps), CEREAL_NVP(still_ticks));
    }
};

// What two bodies that touch pushed each other with, kept for the next step.
struct Contact {
    std::uint16_t first = 0;
    std::uint16_t second = 0;
    sim::Unportable<float> impulse;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(first), CEREAL_NVP(second), CEREAL_NVP(impulse));
    }
};

class Bodies {
public:
    static constexpr std::string_view name = "bodies";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;

    // A push at one's own body.
    struct Input {
        std::int8_t push_x = 0;
        std::int8_t push_y = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(push_x), CEREAL_NVP(push_y));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(bodies), CEREAL_NVP(contacts));
    }
    Input bot_input(Slot slot, Random& random) const;

private:
    void move_all();
    void find_contacts();
    float kept_impulse(std::size_t first, std::size_t second) const;

    std::vector<Body> bodies;
    std::vector<Contact> contacts;
};

}  // namespace tandem::test
