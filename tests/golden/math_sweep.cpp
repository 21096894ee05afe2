// SPDX-License-Identifier: MIT
// The functions, group by group. To add one: a line in a new group, and a scenario for it.
#include <tests/golden/math_sweep.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include <tandem/sim/angle.hpp>
#include <tandem/sim/angle_batch.hpp>
#include <tandem/sim/decimal.hpp>
#include <tandem/sim/fault.hpp>
#include <tandem/sim/fixed.hpp>
#include <tandem/sim/vec2.hpp>

namespace tandem::test {

namespace {

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

constexpr std::size_t k_operands = 32;

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
Operands<Number> draw_operands(Random& random) {
    Operands<Number> operands;
    for (Number& operand : operands) {
        operand = random.chance(1, 3)
                      ? edge<Number>(random.next32())
                      : Number::from_raw(random_raw<typename Number::raw_type>(random));
    }
    return operands;
}

Operands<Angle> draw_angles(Random& random) {
    Operands<Angle> angles;
    for (Angle& angle : angles) {
        angle = random.angle();
        if (random.chance(1, 3)) {  // an eighth of a turn, or a neighbour of one
            angle = Angle::from_raw((angle.raw() & 0xe0000000) + random.below(3U) - 1);
        }
    }
    return angles;
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

// Not in a lambda of a template: there clang 14 calls the literals when the program runs.
constexpr std::array k_literals{0.1_fx, 0.5_fx, 3.14159265358979_fx, 0.00000000011641532_fx};
constexpr std::array k_compact_literals{0.1_fx16, 0.99999_fx16, 32767.5_fx16};

// Of Fixed and Fixed16 alike.
template <class N>
std::vector<Function> scalar_functions() {
    using Raw = typename N::raw_type;
    return {
        pairs<N>([](N a, N b) { return a + b; }),
        pairs<N>([](N a, N b) { return a - b; }),
        pairs<N>([](N a, N b) { return a * b; }),
        pairs<N>([](N a, N b) { return a / b; }),
        pairs<N>([](N a, N b) { return a % b; }),
        pairs<N>([](N a, N b) { return a += b; }),
        pairs<N>([](N a, N b) { return a -= b; }),
        pairs<N>([](N a, N b) { return a *= b; }),
        pairs<N>([](N a, N b) { return a /= b; }),
        pairs<N>([](N a, N b) { return a %= b; }),
        pairs<N>([](N a, N b) { return a * b.raw(); }),
        pairs<N>([](N a, N b) { return b.raw() * a; }),
        pairs<N>([](N a, N b) { return a / b.raw(); }),
        pairs<N>([](N a, N b) { return a * static_cast<std::uint8_t>(b.raw()); }),
        pairs<N>([](N a, N b) { return a < b; }),
        pairs<N>([](N a, N b) { return a == b; }),
        pairs<N>([](N a, N b) { return min(a, b); }),
        pairs<N>([](N a, N b) { return max(a, b); }),
        pairs<N>([](N a, N b) { return hypot(a, b); }),
        pairs<N>([](N a, N b) { return N::ratio(a.raw(), b.raw()); }),
        pairs<N>([](N a, N b) { return wrapping_add(a, b); }),
        pairs<N>([](N a, N b) { return wrapping_subtract(a, b); }),
        pairs<N>([](N a, N b) { return wrapping_multiply(a, b); }),
        pairs<N>([](N a, N b) { return saturating_add(a, b); }),
        pairs<N>([](N a, N b) { return saturating_subtract(a, b); }),
        pairs<N>([](N a, N b) { return saturating_multiply(a, b); }),
        pairs<N>([](N a, N b) { return saturating_divide(a, b); }),
        triples<N>([](N a, N b, N c) { return lerp(a, b, c); }),
        triples<N>([](N a, N b, N c) { return clamp(a, min(b, c), max(b, c)); }),
        each<N>([](N x) { return -x; }),
        each<N>([](N x) { return +x; }),
        each<N>([](N x) { return abs(x); }),
        each<N>([](N x) { return sign(x); }),
        each<N>([](N x) { return sqrt(x); }),
        each<N>([](N x) { return reciprocal(x); }),
        each<N>([](N x) { return x.floor(); }),
        each<N>([](N x) { return x.ceil(); }),
        each<N>([](N x) { return x.round(); }),
        each<N>([](N x) { return x.trunc(); }),
        each<N>([](N x) { return x.fraction(); }),
        each<N>([](N x) { return N(x.raw()); }),
        each<N>([](N x) { return N(static_cast<std::uint16_t>(x.raw())); }),
        each<N>([](N x) { return Fixed(x); }),
        each<N>([](N x) { return Fixed16(x); }),
        each<N>([](N x) { return sin(x); }),
        each<N>([](N x) { return cos(x); }),
        each<N>([](N x) { return sincos(x); }),
        [](Random&, Digest& digest) {
            for (const N x : {N::highest(), N::lowest(), N::epsilon()}) {
                digest.put(x);
            }
            for (const Fixed x : k_literals) {
                digest.put(x);
            }
            for (const Fixed16 x : k_compact_literals) {
                digest.put(x);
            }
        },
        [](Random& random, Digest& digest) {
            for (std::size_t i = 0; i < k_operands; ++i) {
                const std::uint32_t whole = random.next32() % 100'000;
                const std::uint32_t fraction = random.next32();
                const std::string text = std::to_string(whole) + "." + std::to_string(fraction);
                const auto raw =
                    sim::parse_decimal(text, N::fraction_bits,
                                       static_cast<std::uint64_t>(std::numeric_limits<Raw>::max()));
                digest.put(raw.value_or(0));
            }
        },
    };
}

template <class V>
std::vector<Function> functions_of_vectors() {
    using N = decltype(V::x);
    // Four operands make two vectors; a fifth a scale or a radius.
    const auto vectors = [](auto call) -> Function {
        return [call](Random& random, Digest& digest) {
            const Operands<N> other = draw_operands<N>(random);
            const Operands<N> scale = draw_operands<N>(random);
            const Operands<N> x = draw_operands<N>(random);
            for (std::size_t i = 0; i < k_operands; ++i) {
                for (std::size_t j = 1; j < k_operands; ++j) {
                    digest.put(call(V{x[i], x[(i + j) % k_operands]}, V{other[j], other[j - 1]},
                                    scale[(i + 2 * j) % k_operands]));
                }
            }
        };
    };
    return {
        vectors([](V a, V b, N) { return a + b; }),
        vectors([](V a, V b, N) { return a - b; }),
        vectors([](V a, V, N) { return -a; }),
        vectors([](V a, V, N s) { return a * s; }),
        vectors([](V a, V, N s) { return s * a; }),
        vectors([](V a, V, N s) { return a / s; }),
        vectors([](V a, V b, N) { return a += b; }),
        vectors([](V a, V b, N) { return a -= b; }),
        vectors([](V a, V, N s) { return a *= s; }),
        vectors([](V a, V, N s) { return a /= s; }),
        vectors([](V a, V b, N) { return a == b; }),
        vectors([](V a, V b, N) { return dot(a, b); }),
        vectors([](V a, V b, N) { return cross(a, b); }),
        vectors([](V a, V, N) { return perpendicular(a); }),
        vectors([](V a, V, N) { return length_squared(a); }),
        vectors([](V a, V b, N s) { return within(a, b, s); }),
        vectors([](V a, V b, N s) { return lerp(a, b, s); }),
        vectors([](V a, V, N) { return length(a); }),
        vectors([](V a, V b, N) { return distance(a, b); }),
        vectors([](V a, V, N) { return normalised(a); }),
    };
}

template <class Call>
Function each_angle(Call call) {
    return [call](Random& random, Digest& digest) {
        for (const Angle angle : draw_angles(random)) {
            digest.put(call(angle, random));
        }
    };
}

std::vector<Function> functions_of_angles() {
    return {
        each_angle([](Angle a, Random&) { return sin(a); }),
        each_angle([](Angle a, Random&) { return cos(a); }),
        each_angle([](Angle a, Random&) { return sincos(a); }),
        each_angle([](Angle a, Random&) { return sin16(a); }),
        each_angle([](Angle a, Random&) { return cos16(a); }),
        each_angle([](Angle a, Random&) { return sincos16(a); }),
        each_angle([](Angle a, Random&) { return direction(a); }),
        each_angle([](Angle a, Random&) { return a.turns(); }),
        each_angle([](Angle a, Random&) { return a.signed_turns(); }),
        each_angle([](Angle a, Random&) { return a.radians(); }),
        each_angle([](Angle a, Random&) { return a.signed_radians(); }),
        each_angle([](Angle a, Random&) { return -a; }),
        each_angle([](Angle a, Random& random) { return a + random.angle(); }),
        each_angle([](Angle a, Random& random) { return a - random.angle(); }),
        each_angle([](Angle a, Random& random) { return a += random.angle(); }),
        each_angle([](Angle a, Random& random) { return a -= random.angle(); }),
        each_angle([](Angle a, Random& random) { return a * random_raw<std::int64_t>(random); }),
        each_angle([](Angle a, Random& random) { return random_raw<std::int64_t>(random) * a; }),
        each_angle([](Angle a, Random& random) {
            return rotate(Vec2{Fixed::from_raw(random_raw<std::int64_t>(random)),
                               Fixed::from_raw(random_raw<std::int64_t>(random))},
                          a);
        }),
        each<Fixed>([](Fixed x) { return Angle::from_turns(x); }),
        each<Fixed>([](Fixed x) { return Angle::from_radians(x); }),
        each<Fixed>([](Fixed x) { return Angle::from_degrees(x.raw()); }),
        pairs<Fixed>([](Fixed a, Fixed b) { return Angle::from_turns(a.raw(), b.raw()); }),
        pairs<Fixed>([](Fixed y, Fixed x) { return atan2(y, x); }),
        pairs<Fixed>([](Fixed y, Fixed x) {
            return angle_of(Vec2{x, y});
        }),
    };
}

std::vector<Function> functions_of_random() {
    const auto draws = [](auto draw) -> Function {
        return [draw](Random& random, Digest& digest) {
            for (std::size_t i = 0; i < k_operands; ++i) {
                digest.put(draw(random));
            }
        };
    };
    return {
        draws([](Random& r) { return r.next32(); }),
        draws([](Random& r) { return r.next64(); }),
        draws([](Random& r) { return r.below((r.next32() >> 1) + 1); }),
        draws([](Random& r) { return r.below(0xc000000000000000); }),
        draws([](Random& r) { return r.between(-7, 12); }),
        draws([](Random& r) {
            return r.between(std::numeric_limits<std::int64_t>::min(),
                             std::numeric_limits<std::int64_t>::max());
        }),
        draws([](Random& r) { return r.between(-1.5_fx, 2.25_fx); }),
        draws([](Random& r) { return r.between(Fixed16::lowest(), Fixed16::highest()); }),
        draws([](Random& r) { return r.chance(3, 7); }),
        draws([](Random& r) { return r.fixed_unit(); }),
        draws([](Random& r) { return r.angle(); }),
        draws([](Random& r) { return r.split(r.next64()).next64(); }),
        draws([](Random& r) {
            return Random{r.next64(), r.next64()}.next32();
        }),
        [](Random& random, Digest& digest) {
            Operands<Fixed> items = draw_operands<Fixed>(random);
            random.shuffle(std::span<Fixed>(items));
            for (const Fixed item : items) {
                digest.put(item);
            }
        },
    };
}

// Lengths that leave a rest behind every width of a vector register.
template <class Result, class Operand, class Call>
Function batches_of(Operands<Operand> (*draw)(Random&), Call call) {
    return [draw, call](Random& random, Digest& digest) {
        for (const std::size_t size :
             {std::size_t{0}, std::size_t{1}, std::size_t{7}, k_operands}) {
            const Operands<Operand> first = draw(random);
            const Operands<Operand> second = draw(random);
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
        batches_of<Result, Angle>(draw_angles, [](In a, In, Out r, Out) { sin(a, r); }),
        batches_of<Result, Angle>(draw_angles, [](In a, In, Out r, Out) { cos(a, r); }),
        batches_of<Result, Angle>(draw_angles, [](In a, In, Out r, Out s) { sincos(a, r, s); }),
        batches_of<Angle, Result>(draw_operands<Result>,
                                  [](std::span<const Result> y, std::span<const Result> x,
                                     std::span<Angle> r, std::span<Angle>) { atan2(y, x, r); }),
    };
}

std::vector<Function> joined(std::vector<Function> first, const std::vector<Function>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::vector<Function> make_functions(MathGroup group) {
    switch (group) {
        case MathGroup::fixed:
            return scalar_functions<Fixed>();
        case MathGroup::compact:
            return scalar_functions<Fixed16>();
        case MathGroup::vectors:
            return joined(functions_of_vectors<Vec2>(), functions_of_vectors<CompactVec2>());
        case MathGroup::angles:
            return functions_of_angles();
        case MathGroup::random:
            return functions_of_random();
        case MathGroup::batches:
            return joined(batches_of_angles<Fixed>(), batches_of_angles<Fixed16>());
    }
    return {};
}

const std::vector<Function>& functions_of(MathGroup group) {
    static const std::array<std::vector<Function>, 6> k_groups{
        make_functions(MathGroup::fixed),   make_functions(MathGroup::compact),
        make_functions(MathGroup::vectors), make_functions(MathGroup::angles),
        make_functions(MathGroup::random),  make_functions(MathGroup::batches)};
    return k_groups.at(static_cast<std::size_t>(group));
}

}  // namespace

void MathSweep::reset(const Setup& setup) {
    options = setup.options_as<Options>();
    random = Random(setup.seed);
    digests.assign(functions_of(options.group).size(), 0);
}

void MathSweep::step(Inputs<Input> inputs) {
    const sim::FaultsExpected overflows_and_divisions_by_zero;
    random = Random(random.next64() ^ inputs[0].salt);
    const std::vector<Function>& functions = functions_of(options.group);
    for (std::size_t i = 0; i < digests.size(); ++i) {
        Digest digest(digests[i]);
        functions[i](random, digest);
        digests[i] = digest.value();
    }
}

}  // namespace tandem::test
