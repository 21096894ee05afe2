// SPDX-License-Identifier: MIT
// A game that only computes: every tick it feeds each public function of the fixed-point core with
// operands at the edges of its range and with random ones, and folds the results into its state.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

// Which functions. Each group is a scenario of its own, so that a new group leaves the chains of
// the others alone; a function added to a group changes that group's chain.
enum class MathGroup : std::uint8_t {
    fixed,
    compact,
    vectors,
    angles,
    random,
    batches,
    fixed_batches,
    random_choices,
    comparisons
};

class MathSweep {
public:
    static constexpr std::string_view name = "math_sweep";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 1;

    // Operands that a replay can differ in.
    struct Input {
        std::uint64_t salt = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(salt));
        }
    };
    struct Options {
        MathGroup group = MathGroup::fixed;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(group));
        }
    };

    void reset(const Setup& setup);
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(random), CEREAL_NVP(digests));
    }
    Input bot_input(Slot, Random& random_source) const { return {random_source.next64()}; }

    Random random;
    std::vector<std::uint64_t> digests;  // one for each function, in the order of its group
    Options options;                     // constant
};

}  // namespace tandem::test
