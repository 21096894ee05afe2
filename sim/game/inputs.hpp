// SPDX-License-Identifier: MIT
// What a step sees of its players: one input for each slot, and who is present.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/types.hpp>

namespace tandem {

// Presence is kept as one bit for each slot in 64 bits.
inline constexpr std::uint32_t k_slots_max = 64;

// A view; an absent slot's input is a default-constructed one, which means idle.
template <class Input>
class Inputs {
public:
    // Bit s of `presence` says whether slot s takes part in this tick.
    Inputs(std::span<const Input> inputs, std::uint64_t presence)
        : inputs_(inputs), presence_(presence) {
        TANDEM_ASSERT(inputs.size() <= k_slots_max);
    }

    std::size_t size() const { return inputs_.size(); }
    const Input& operator[](std::size_t slot) const {
        TANDEM_ASSERT(slot < inputs_.size());
        return inputs_[slot];
    }
    const Input& operator[](Slot slot) const { return (*this)[std::size_t{slot.index}]; }
    bool present(Slot slot) const {
        TANDEM_ASSERT(slot.index < inputs_.size());
        return (presence_ >> slot.index & 1U) != 0;
    }
    // One bit for each slot, as it was given.
    std::uint64_t presence() const { return presence_; }
    auto begin() const { return inputs_.begin(); }
    auto end() const { return inputs_.end(); }
    operator std::span<const Input>() const { return inputs_; }

private:
    std::span<const Input> inputs_;
    std::uint64_t presence_;
};

}  // namespace tandem
