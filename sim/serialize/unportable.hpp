// SPDX-License-Identifier: MIT
// The one way to keep a floating-point value in a state: by name, knowing that two machines may
// differ on it.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace tandem::sim {

// Serialized as its IEEE 754 bits. Meant for the variable-step arms of the loop lab and for porting
// an existing game step by step; a simulation that holds one makes no promise across compilers.
template <std::floating_point T>
requires(sizeof(T) == 4 || sizeof(T) == 8) struct Unportable {
    // The type.
    using value_type = T;
    // An integer of its size.
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

    T value{};  // to be used with care

    // The value as its bits: two are equal where all of these are. By the builtin, because
    // emscripten 3.1.6's library has no std::bit_cast.
    Bits bits() const { return __builtin_bit_cast(Bits, value); }
    // The way back.
    static Unportable from_bits(Bits bits) { return Unportable{__builtin_bit_cast(T, bits)}; }
    friend bool operator==(const Unportable& a, const Unportable& b) {
        return a.bits() == b.bits();
    }
};

}  // namespace tandem::sim
