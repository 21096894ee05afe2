// SPDX-License-Identifier: MIT
// The functions of angle_batch.hpp and fixed_batch.hpp.
#include <tests/golden/sweep_functions.hpp>

#include <span>

#include <tandem/sim/math/angle_batch.hpp>
#include <tandem/sim/math/fixed_batch.hpp>

namespace tandem::test {
namespace {

// Lengths that leave a rest behind every width of a vector register.
template <class Result, class Operand, class Call>
Function batches_of(Call call) {
    return [call](Random& random, Digest& digest) {
        for (const std::size_t size :
             {std::size_t{0}, std::size_t{1}, std::size_t{7}, k_operands}) {
            const Operands<Operand> first = draw_operands<Operand>(random);
            const Operands<Operand> second = draw_operands<Operand>(random);
            std::array<Result, k_operands> results{};
            std::array<Result, k_operands> more{};
            call(std::span(first).first(size), std::span(second).first(size),
                 std::span(results).first(size), std::span(more).first(size));
            for (std::size_t i = 0; i < size; ++i) {
                digest.put(results[i]);
                digest.put(more[i]);
            }
        }
    };
}

template <class Result>
std::vector<Function> batches_of_angles() {
    using In = std::span<const Angle>;
    using Out = std::span<Result>;
    return {
        batches_of<Result, Angle>([](In a, In, Out r, Out) { sin(a, r); }),
        batches_of<Result, Angle>([](In a, In, Out r, Out) { cos(a, r); }),
        batches_of<Result, Angle>([](In a, In, Out r, Out s) { sincos(a, r, s); }),
        batches_of<Angle, Result>([](std::span<const Result> y, std::span<const Result> x,
                                     std::span<Angle> r, std::span<Angle>) { atan2(y, x, r); }),
    };
}

// Rests of every size behind vector registers of every width, and a few registers in a row.
constexpr std::array<std::size_t, 20> k_lengths{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                                12, 15, 16, 17, 23, 31, 33, 63, 65, 67};
// In front of each span, so that its first element lies at no round address, and behind it.
constexpr std::size_t k_margin = 3;

template <class Number>
std::vector<Number> draw_buffer(Random& random, std::size_t length) {
    std::vector<Number> buffer(length + 2 * k_margin);
    for (Number& number : buffer) {
        number = draw_operand<Number>(random);
    }
    return buffer;
}

// The margins too, which nobody may write.
template <class Number>
void put_buffer(Digest& digest, const std::vector<Number>& buffer) {
    for (const Number& number : buffer) {
        digest.put(number);
    }
}

template <class Number>
std::span<Number> inner(std::vector<Number>& buffer) {
    return std::span<Number>(buffer).subspan(k_margin, buffer.size() - 2 * k_margin);
}

// call(a, b, factor, results, more), once into other spans and once in place: results over a and
// more over b.
template <class Number, class Call>
Function lengths(Call call) {
    return [call](Random& random, Digest& digest) {
        for (const std::size_t length : k_lengths) {
            std::vector<Number> a = draw_buffer<Number>(random, length);
            std::vector<Number> b = draw_buffer<Number>(random, length);
            std::vector<Number> results = draw_buffer<Number>(random, length);
            std::vector<Number> more = draw_buffer<Number>(random, length);
            const Number factor = draw_operand<Number>(random);
            call(std::span<const Number>(inner(a)), std::span<const Number>(inner(b)), factor,
                 inner(results), inner(more));
            put_buffer(digest, results);
            put_buffer(digest, more);
            call(std::span<const Number>(inner(a)), std::span<const Number>(inner(b)), factor,
                 inner(a), inner(b));
            put_buffer(digest, a);
            put_buffer(digest, b);
        }
    };
}

template <class N>
std::vector<Function> fixed_batches() {
    using In = std::span<const N>;
    using Out = std::span<N>;
    return {
        lengths<N>([](In a, In b, N, Out r, Out) { multiply(a, b, r); }),
        lengths<N>([](In a, In, N factor, Out r, Out) { multiply(a, factor, r); }),
        lengths<N>([](In a, In, N factor, Out r, Out) { add_product(a, factor, r); }),
        lengths<N>([](In a, In b, N, Out r, Out) { divide(a, b, r); }),
        lengths<N>([](In a, In, N, Out r, Out) { reciprocal(a, r); }),
        lengths<N>([](In a, In, N, Out r, Out) { sqrt(a, r); }),
        lengths<N>([](In a, In b, N, Out r, Out) { hypot(a, b, r); }),
        lengths<N>([](In a, In b, N t, Out r, Out) { lerp(a, b, t, r); }),
        lengths<N>([](In a, In b, N, Out r, Out s) { normalise(a, b, r, s); }),
    };
}

// call(a, b, results, more): what is written is of another type than what is read.
template <class Operand, class Result, class Call>
Function converting_lengths(Call call) {
    return [call](Random& random, Digest& digest) {
        for (const std::size_t length : k_lengths) {
            std::vector<Operand> a = draw_buffer<Operand>(random, length);
            std::vector<Operand> b = draw_buffer<Operand>(random, length);
            std::vector<Result> results = draw_buffer<Result>(random, length);
            std::vector<Result> more = draw_buffer<Result>(random, length);
            call(std::span<const Operand>(inner(a)), std::span<const Operand>(inner(b)),
                 inner(results), inner(more));
            put_buffer(digest, results);
            put_buffer(digest, more);
        }
    };
}

template <class N>
std::vector<Function> angle_batches() {
    using Angles = std::span<const Angle>;
    using In = std::span<const N>;
    using Out = std::span<N>;
    return {
        converting_lengths<Angle, N>([](Angles a, Angles, Out r, Out) { sin(a, r); }),
        converting_lengths<Angle, N>([](Angles a, Angles, Out r, Out) { cos(a, r); }),
        converting_lengths<Angle, N>([](Angles a, Angles, Out r, Out s) { sincos(a, r, s); }),
        converting_lengths<N, Angle>(
            [](In y, In x, std::span<Angle> r, std::span<Angle>) { atan2(y, x, r); }),
    };
}

// The twin of the compact sines, which some processors have instead.
Function plain_sines() {
    using Angles = std::span<const Angle>;
    using Out = std::span<Fixed16>;
    return converting_lengths<Angle, Fixed16>([](Angles a, Angles b, Out r, Out) {
        sim::plain_sines(a, b.empty() ? Angle{} : b.front(), r);
    });
}

}  // namespace

std::vector<Function> functions_of_batches() {
    return joined(batches_of_angles<Fixed>(), batches_of_angles<Fixed16>());
}

std::vector<Function> functions_of_fixed_batches() {
    return joined(joined(joined(fixed_batches<Fixed>(), fixed_batches<Fixed16>()),
                         joined(angle_batches<Fixed>(), angle_batches<Fixed16>())),
                  {plain_sines()});
}

}  // namespace tandem::test
