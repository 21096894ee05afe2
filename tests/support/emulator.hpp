// SPDX-License-Identifier: MIT
// A game as an emulator is one: a small processor with its memory, as bytes and registers that have
// no meaning of their own, and a cartridge that is a constant.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

class Emulator {
public:
    static constexpr std::string_view name = "emulator";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 2;
    static constexpr std::size_t k_memory_bytes = 2'048;
    static constexpr std::size_t k_registers = 16;

    // The buttons of a pad, one bit each.
    struct Input {
        std::uint8_t buttons = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(buttons));
        }
    };

    void reset(const Setup& setup);
    // So many instructions of the cartridge as a picture has time for.
    void step(Inputs<Input> inputs);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(registers), CEREAL_NVP(program_counter), CEREAL_NVP(carry));
        ar(CEREAL_NVP(timer), CEREAL_NVP(noise), CEREAL_NVP(pads), CEREAL_NVP(memory));
    }
    // Takes the counter back into the cartridge, which a damaged state may have left.
    void restored();
    Input bot_input(Slot slot, Random& random) const;

private:
    void do_instruction(std::uint32_t instruction);

    std::array<std::uint16_t, k_registers> registers{};
    std::uint32_t program_counter = 0;
    bool carry = false;
    std::uint16_t timer = 0;
    std::uint32_t noise = 1;  // a shift register, as consoles make noise with
    std::array<std::uint8_t, players_max> pads{};
    std::array<std::uint8_t, k_memory_bytes> memory{};
    std::vector<std::uint32_t> cartridge;  // constant
};

}  // namespace tandem::test
