// SPDX-License-Identifier: MIT
// A game with a state of any size, for tests of the walk. Stock<...> are one game to every
// handshake; from tick `fork_tick` on they come to different states.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

// What one machine does otherwise.
enum class StockFault : std::uint8_t {
    none,
    field,      // one cell
    element,    // an entry more, in the middle of a map
    everything  // all cells
};

template <StockFault k_fault>
struct Stock {
    static constexpr std::string_view name = "stock";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 4;

    struct Input {
        std::uint16_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(amount));
        }
    };
    struct Options {
        std::uint32_t cells = 1'000;
        std::uint32_t names = 100;
        std::uint32_t fork_tick = 5;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(cells), CEREAL_NVP(names), CEREAL_NVP(fork_tick));
        }
    };

    void reset(const Setup& setup) {
        options = setup.options_as<Options>();
        ticks = 0;
        Random random(setup.seed);
        names.clear();
        for (std::uint32_t index = 0; index < options.names; ++index) {
            names[2 * index] = random.next64();
        }
        cells.clear();
        for (std::uint32_t index = 0; index < options.cells; ++index) {
            cells.push_back(random.next64());
        }
    }
    void step(Inputs<Input> inputs) {
        if (ticks == options.fork_tick) {
            fail();
        }
        for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
            cells[ticks % cells.size()] += inputs[slot].amount * std::uint64_t{slot + 1};
        }
        ++ticks;
    }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks), CEREAL_NVP(names), CEREAL_NVP(cells));
    }
    Input bot_input(Slot, Random& random) const { return {random.between<std::uint16_t>(0, 100)}; }

    std::uint64_t ticks = 0;
    std::map<std::uint32_t, std::uint64_t> names;
    std::vector<std::uint64_t> cells;
    Options options;  // constant

private:
    void fail() {
        switch (k_fault) {
            case StockFault::none:
                break;
            case StockFault::field:
                cells[cells.size() / 2] ^= 4;
                break;
            case StockFault::element:
                names[options.names | 1U] = 7;
                break;
            case StockFault::everything:
                for (std::uint64_t& cell : cells) {
                    cell = cell * 0x9E37'79B9'7F4A'7C15 + 1;
                }
        }
    }
};

}  // namespace tandem::test
