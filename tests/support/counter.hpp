// SPDX-License-Identifier: MIT
// The smallest game there is: it adds up its inputs. For tests of the machinery, where a game's own
// cost and cleverness would only be in the way.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

struct Counter {
    static constexpr std::string_view name = "counter";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 4;

    struct Input {
        std::int16_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(amount));
        }
    };
    struct Options {
        std::uint32_t finish_ticks = 0;  // the game is over after that many; 0 never
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(finish_ticks));
        }
    };

    void reset(const Setup& setup) {
        options = setup.options_as<Options>();
        ticks = 0;
        totals.assign(setup.slots, static_cast<std::int64_t>(setup.seed));
    }
    // Not commutative, so that swapped ticks or players give another state.
    void step(Inputs<Input> inputs) {
        for (std::size_t slot = 0; slot < totals.size(); ++slot) {
            const auto before = static_cast<std::uint64_t>(totals[slot]);
            totals[slot] = static_cast<std::int64_t>(
                before * 3 + static_cast<std::uint64_t>(inputs[slot].amount) + slot);
        }
        ++ticks;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(totals));
    }
    Input bot_input(Slot, Random& random) const {
        return {random.between<std::int16_t>(-100, 100)};
    }
    Input input_from_keys(const Keys& keys) const {
        return {static_cast<std::int16_t>(keys.down(Key::space) ? 1 : 0)};
    }
    static constexpr std::string_view keys_help = "space: add one";
    bool finished() const { return options.finish_ticks != 0 && ticks >= options.finish_ticks; }

    std::uint64_t ticks = 0;
    std::vector<std::int64_t> totals;  // one for each slot
    Options options;                   // constant
};

}  // namespace tandem::test
