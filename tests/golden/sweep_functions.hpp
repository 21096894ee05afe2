// SPDX-License-Identifier: MIT
// The functions of the sweep by the header that declares them, and what feeds them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {

// Every result of one function, in order.
class Digest {
public:
    explicit Digest(std::uint64_t value) : value_(value) {}
    std::uint64_t value() const { return value_; }

    template <class Result>
    void put(const Result& result) {
        if constexpr (std::is_integral_v<Result>) {
            // 2^64 divided by the golden ratio: an odd number without a pattern.
            constexpr std::uint64_t k_multiplier = 0x9e3779b97f4a7c15;
            value_ = (std::rotl(value_, 23) ^ static_cast<std::uint64_t>(result)) * k_multiplier;
        } else if constexpr (requires { result.raw(); }) {
            put(result.raw());
        } else if constexpr (requires { result.x; }) {
            put(result.x);
            put(result.y);
        } else {
            put(result.sin);
            put(result.cos);
        }
    }

private:
    std::uint64_t value_;
};

inline constexpr std::size_t k_operands = 32;

template <class Number>
using Operands = std::array<Number, k_operands>;

// As many binary digits as luck has it, so that small and large operands meet.
template <class Raw>
Raw random_raw(Random& random) {
    std::uint64_t bits = random.next64();
    bits >>= random.below(64U);
    return static_cast<Raw>(random.chance(1, 2) ? bits : 0 - bits);
}

// Ends of the range, halves, ones and their neighbours, where rounding and overflow decide.
template <class Number>
Number edge(std::uint32_t which) {
    using Raw = typename Number::raw_type;
    constexpr Raw k_one = Raw{1} << Number::fraction_bits;
    constexpr Raw k_max = std::numeric_limits<Raw>::max();
    constexpr Raw k_min = std::numeric_limits<Raw>::min();
    constexpr std::array<Raw, 20> k_raws{
        0,         1,         -1,        2,         k_max,         k_max - 1, k_min,
        k_min + 1, k_one,     -k_one,    k_one + 1, k_one - 1,     k_one / 2, -k_one / 2,
        k_max / 2, k_min / 2, k_one * 3, k_one / 3, k_one / 2 + 1, 1 - k_one};
    return Number::from_raw(k_raws[which % k_raws.size()]);
}

template <class Number>
Number draw_operand(Random& random) {
    return random.chance(1, 3) ? edge<Number>(random.next32())
                               : Number::from_raw(random_raw<typename Number::raw_type>(random));
}

template <>
inline Angle draw_operand<Angle>(Random& random) {
    const Angle angle = random.angle();
    if (random.chance(1, 3)) {  // an eighth of a turn, or a neighbour of one
        return Angle::from_raw((angle.raw() & 0xe0000000) + random.below(3U) - 1);
    }
    return angle;
}

template <class Number>
Operands<Number> draw_operands(Random& random) {
    Operands<Number> operands;
    for (Number& operand : operands) {
        operand = draw_operand<Number>(random);
    }
    return operands;
}

// A function with the way to feed it.
using Function = std::function<void(Random&, Digest&)>;

template <class Number, class Call>
Function each(Call call) {
    return [call](Random& random, Digest& digest) {
        for (const Number& x : draw_operands<Number>(random)) {
            digest.put(call(x));
        }
    };
}

template <class Number, class Call>
Function pairs(Call call) {
    return [call](Random& random, Digest& digest) {
        const Operands<Number> second = draw_operands<Number>(random);
        for (const Number& x : draw_operands<Number>(random)) {
            for (const Number& y : second) {
                digest.put(call(x, y));
            }
        }
    };
}

template <class Number, class Call>
Function triples(Call call) {
    return [call](Random& random, Digest& digest) {
        const Operands<Number> second = draw_operands<Number>(random);
        const Operands<Number> third = draw_operands<Number>(random);
        for (const Number& x : draw_operands<Number>(random)) {
            for (std::size_t i = 0; i < k_operands; ++i) {
                digest.put(call(x, second[i], third[i]));
            }
        }
    };
}

inline std::vector<Function> joined(std::vector<Function> first,
                                    const std::vector<Function>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// Those of a group, in the order of its digests.
std::vector<Function> functions_of_fixed();
std::vector<Function> functions_of_compact();
std::vector<Function> functions_of_vectors();
std::vector<Function> functions_of_angles();
std::vector<Function> functions_of_random();
std::vector<Function> functions_of_batches();
std::vector<Function> functions_of_fixed_batches();
std::vector<Function> functions_of_random_choices();
std::vector<Function> functions_of_comparisons();

}  // namespace tandem::test
