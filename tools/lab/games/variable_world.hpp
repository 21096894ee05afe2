// SPDX-License-Identifier: MIT
// The game of the lab's variable-step arms, as the articles write it: floating point, moved by the
// time that the last frame took. That time is part of its input, because nothing else of it could
// be stored.
#pragma once

#include <cstdint>
#include <string_view>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/serialize/require.hpp>
#include <tandem/sim/serialize/unportable.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

struct VariableWorld {
    static constexpr std::string_view name = "variable-step";
    static constexpr TickRate tick_rate{50};  // nominal: a tick of the file is a frame of the loop
    static constexpr std::uint32_t players_max = 1;
    using Double = sim::Unportable<double>;

    struct Input {
        std::uint64_t step_flicks = 0;  // how long this frame is
        std::uint8_t keys = 0;          // as the yard's
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(step_flicks), CEREAL_NVP(keys));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(car), CEREAL_NVP(walker), CEREAL_NVP(height), CEREAL_NVP(velocity),
           CEREAL_NVP(is_in_air));
    }

    Double car;     // bodies.hpp says in which units
    Double walker;  // walks while the right key is held
    Double height;  // a jump's
    Double velocity;
    bool is_in_air = false;
};

// Throws once the walker is beyond a fence: an assertion of its author.
struct VariableWorldWithAssertion : VariableWorld {
    static constexpr double k_fence = 100;  // in the walker's units
    void step(Inputs<Input> inputs);
};

}  // namespace tandem::tools::lab
