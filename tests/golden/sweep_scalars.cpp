// SPDX-License-Identifier: MIT
// The functions of fixed.hpp and what it includes, and sines of radians.
#include <tests/golden/sweep_functions.hpp>

#include <string>

#include <tandem/sim/math/decimal.hpp>

namespace tandem::test {
namespace {

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

}  // namespace

std::vector<Function> functions_of_fixed() { return scalar_functions<Fixed>(); }
std::vector<Function> functions_of_compact() { return scalar_functions<Fixed16>(); }

}  // namespace tandem::test
