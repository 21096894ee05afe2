// SPDX-License-Identifier: MIT
// The functions of vec2.hpp that take no angle.
#include <tests/golden/sweep_functions.hpp>

#include <tandem/sim/math/vec2.hpp>

namespace tandem::test {
namespace {

template <class V>
std::vector<Function> vector_functions() {
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

}  // namespace

std::vector<Function> functions_of_vectors() {
    return joined(vector_functions<Vec2>(), vector_functions<CompactVec2>());
}

}  // namespace tandem::test
