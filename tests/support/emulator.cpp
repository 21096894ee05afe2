// SPDX-License-Identifier: MIT
// An instruction is one word: what to do, two registers and an address.
#include <tests/support/emulator.hpp>

#include <cstddef>

namespace tandem::test {
namespace {

constexpr std::size_t k_cartridge_words = 4'096;
constexpr int k_instructions_of_a_tick = 400;
constexpr std::uint32_t k_noise_taps = 0xA3000000U;  // a primitive polynomial of degree 32

enum class Operation : std::uint8_t { add, shift, store, load, branch, pad, noise, time };
constexpr std::uint32_t k_operations = 8;

}  // namespace

void Emulator::reset(const Setup& setup) {
    *this = Emulator{};
    Random random(setup.seed);
    noise = random.next32() | 1U;
    cartridge.reserve(k_cartridge_words);
    for (std::size_t i = 0; i < k_cartridge_words; ++i) {
        cartridge.push_back(random.next32());
    }
    for (std::uint8_t& byte : memory) {
        byte = static_cast<std::uint8_t>(random.next32());
    }
}

void Emulator::step(Inputs<Input> inputs) {
    for (std::size_t slot = 0; slot < inputs.size() && slot < pads.size(); ++slot) {
        pads[slot] = inputs[slot].buttons;
    }
    ++timer;
    for (int i = 0; i < k_instructions_of_a_tick; ++i) {
        do_instruction(cartridge[program_counter]);
    }
}

void Emulator::do_instruction(std::uint32_t instruction) {
    std::uint16_t& to = registers[instruction >> 8U & 0xFU];
    const std::uint16_t from = registers[instruction >> 12U & 0xFU];
    const std::size_t address = (from + (instruction >> 16U)) % k_memory_bytes;
    program_counter = (program_counter + 1) % static_cast<std::uint32_t>(cartridge.size());
    switch (static_cast<Operation>(instruction % k_operations)) {
        case Operation::add: {
            const std::uint32_t sum = std::uint32_t{to} + from + (carry ? 1U : 0U);
            to = static_cast<std::uint16_t>(sum);
            carry = sum > 0xFFFFU;
            return;
        }
        case Operation::shift:
            carry = (to & 1U) != 0;
            to = static_cast<std::uint16_t>(to >> 1U ^ from);
            return;
        case Operation::store:
            memory[address] = static_cast<std::uint8_t>(to);
            return;
        case Operation::load:
            to = static_cast<std::uint16_t>(to << 8U | memory[address]);
            return;
        case Operation::branch:
            if (carry) {
                program_counter = (program_counter + (instruction >> 16U)) %
                                  static_cast<std::uint32_t>(cartridge.size());
            }
            return;
        case Operation::pad:
            to = static_cast<std::uint16_t>(to ^ pads[from % pads.size()]);
            return;
        case Operation::noise:
            noise = noise >> 1U ^ ((noise & 1U) != 0 ? k_noise_taps : 0U);
            to = static_cast<std::uint16_t>(noise);
            return;
        case Operation::time:
            to = static_cast<std::uint16_t>(to + timer);
            return;
    }
}

void Emulator::restored() { program_counter %= static_cast<std::uint32_t>(cartridge.size()); }

Emulator::Input Emulator::bot_input(Slot slot, Random& random) const {
    // A thumb holds a button for a while.
    const std::uint8_t held = pads[slot.index % pads.size()];
    return {random.chance(1, 8) ? static_cast<std::uint8_t>(random.next32()) : held};
}

}  // namespace tandem::test
