// SPDX-License-Identifier: MIT
// The random generator of a simulation. It is part of the state and gives the same numbers on every
// machine, for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <cereal/cereal.hpp>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/fixed.hpp>

namespace tandem {

// PCG32 (XSH RR 64/32) by Melissa O'Neill, "PCG: A Family of Simple Fast Space-Efficient
// Statistically Good Algorithms for Random Number Generation", 2014; its published test vectors are
// in the tests. Do not use it for secrets.
class Random {
public:
    Random() : Random(0) {}
    // Two streams of the same seed give unrelated numbers. The top bit of `stream` has no effect.
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

    // A state that contains a generator needs it.
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::make_nvp("state", state_), cereal::make_nvp("stream", stream_));
    }

    friend bool operator==(const Random&, const Random&) = default;

    // 32 uniform bits.
    std::uint32_t next32();
    // 64 uniform bits: two draws, the first one in the upper half.
    std::uint64_t next64();

    // A uniform number in [0, n), without bias; n >= 1. The number of draws it takes varies, but
    // depends on the state alone.
    template <sim::WholeNumber Integer>
    Integer below(Integer n) {
        TANDEM_ASSERT(n > 0);
        return static_cast<Integer>(draw_below(static_cast<std::uint64_t>(n)));
    }

    // A uniform number in [low, high], both included, without bias; low <= high.
    template <sim::WholeNumber Integer>
    Integer between(Integer low, Integer high) {
        TANDEM_ASSERT(low <= high);
        const auto origin = static_cast<std::uint64_t>(low);
        return static_cast<Integer>(origin + draw_upto(static_cast<std::uint64_t>(high) - origin));
    }
    template <class Raw, int binary_places>
    BasicFixed<Raw, binary_places> between(BasicFixed<Raw, binary_places> low,
                                           BasicFixed<Raw, binary_places> high) {
        return BasicFixed<Raw, binary_places>::from_raw(between(low.raw(), high.raw()));
    }

    // True in `numerator` of `denominator` cases; denominator >= 1. It always draws once or more,
    // also for impossible and certain cases, so that later draws do not depend on that.
    bool chance(std::uint32_t numerator, std::uint32_t denominator);

    // A uniform number in [0, 1), one draw.
    Fixed fixed_unit() { return Fixed::from_raw(next32()); }
    // A uniform number in [0, 1) in the compact format, one draw.
    Fixed16 fixed16_unit() { return Fixed16::from_raw(static_cast<std::int32_t>(next32() >> 16)); }
    // A uniform angle, one draw. direction(random.angle()) is a random unit vector.
    Angle angle() { return Angle::from_raw(next32()); }

    // The index of one of the weights. Each has the probability of its share of the sum; a weight
    // of 0 is never drawn. The sum is at least 1 and below 2^64.
    std::size_t weighted(std::span<const std::uint32_t> weights);

    // Shuffles the items. Every order is equally likely (Fisher and Yates, from the back).
    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left) {
            using std::swap;
            swap(items[left - 1], items[static_cast<std::size_t>(draw_below(left))]);
        }
    }

    // An independent generator, made of this one's state and `stream`. It draws nothing from this
    // one. Two calls with the same stream, and no draw between them, give the same generator.
    Random split(std::uint64_t stream) const;

private:
    std::uint64_t draw_below(std::uint64_t n);
    // A uniform number in [0, largest].
    std::uint64_t draw_upto(std::uint64_t largest);

    std::uint64_t state_ = 0;
    std::uint64_t stream_ = 0;
};

}  // namespace tandem
