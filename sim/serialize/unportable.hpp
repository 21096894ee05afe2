// SPDX-License-Identifier: MIT
// The only way to keep a floating-point value in a state. Its name says that two machines may
// compute it differently.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace tandem::sim {

// A floating-point value, serialized as its IEEE 754 bits. It is meant for the variable-step
// experiments of the loop lab and for porting an existing game step by step. For a simulation that
// holds one, nothing is promised across compilers.
template <std::floating_point T>
requires(sizeof(T) == 4 || sizeof(T) == 8) struct Unportable {
    // The type of the value.
    using value_type = T;
    // An integer of the same size.
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

    T value{};  // use it with care

    // The bits of the value; two values are equal if all their bits are. It uses the builtin,
    // because the library of emscripten 3.1.6 has no std::bit_cast.
    Bits bits() const { return __builtin_bit_cast(Bits, value); }
    // The value with these bits.
    static Unportable from_bits(Bits bits) { return Unportable{__builtin_bit_cast(T, bits)}; }
    friend bool operator==(const Unportable& a, const Unportable& b) {
        return a.bits() == b.bits();
    }
};

}  // namespace tandem::sim

namespace tandem {
// Games are written with the names of this namespace.
using sim::Unportable;
}  // namespace tandem
