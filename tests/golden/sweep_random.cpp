// SPDX-License-Identifier: MIT
// The functions of random.hpp.
#include <tests/golden/sweep_functions.hpp>

#include <algorithm>
#include <numeric>
#include <span>

namespace tandem::test {

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

namespace {

// Ranges of every size, powers of two and their neighbours among them.
template <class Integer>
Function integers() {
    return [](Random& random, Digest& digest) {
        constexpr Integer k_max = std::numeric_limits<Integer>::max();
        for (const Integer bound :
             {Integer{1}, Integer{2}, Integer{3}, Integer{64}, Integer{65},
              static_cast<Integer>(k_max / 2 + 1), static_cast<Integer>(k_max / 2 + 2), k_max}) {
            digest.put(random.below(bound));
        }
        for (std::size_t i = 0; i < k_operands; ++i) {
            const auto a = random_raw<Integer>(random);
            const auto b = random_raw<Integer>(random);
            digest.put(random.between(std::min(a, b), std::max(a, b)));
            digest.put(random.between(a, a));
        }
        digest.put(random.between(std::numeric_limits<Integer>::min(), k_max));
    };
}

template <class Number>
Function fixed_point_draws() {
    return [](Random& random, Digest& digest) {
        for (const Number a : draw_operands<Number>(random)) {
            const Number b = draw_operand<Number>(random);
            digest.put(random.between(min(a, b), max(a, b)));
            digest.put(random.fixed_unit());
            digest.put(random.fixed16_unit());
            digest.put(random.angle());
        }
    };
}

// Short lists and a pack of cards, by index.
void shuffles(Random& random, Digest& digest) {
    for (const std::size_t size : {0U, 1U, 2U, 3U, 7U, 52U, 257U}) {
        std::vector<std::uint16_t> items(size);
        std::iota(items.begin(), items.end(), std::uint16_t{0});
        random.shuffle(std::span(items));
        for (const std::uint16_t item : items) {
            digest.put(item);
        }
    }
}

void odds(Random& random, Digest& digest) {
    for (const std::uint32_t denominator : {1U, 2U, 3U, 64U, 1'000'003U, 0xffffffffU}) {
        const std::uint32_t inside = random.below(denominator);
        for (const std::uint32_t numerator : {0U, inside, denominator}) {
            digest.put(random.chance(numerator, denominator));
        }
    }
}

// A few weights, some of them zero, sometimes one that outweighs all others.
void weighted_choices(Random& random, Digest& digest) {
    for (std::size_t i = 0; i < k_operands; ++i) {
        std::vector<std::uint32_t> weights(1 + random.below(9U));
        for (std::uint32_t& weight : weights) {
            weight = random.chance(1, 3) ? 0 : random_raw<std::uint32_t>(random);
        }
        weights[random.below(weights.size())] = 1;
        digest.put(random.weighted(weights));
    }
}

// Streams of one seed, and of streams, drawn from by turns.
void split_streams(Random& random, Digest& digest) {
    Random unrelated;
    Random same(random.next64());
    for (std::uint64_t stream = 0; stream < k_operands; ++stream) {
        Random child = random.split(stream);
        Random again = random.split(stream);
        digest.put(child == again);
        Random grandchild = child.split(stream);
        Random far = random.split(~stream);
        for (std::size_t draw = 0; draw < 4; ++draw) {
            digest.put(child.next32());
            digest.put(grandchild.next64());
            digest.put(far.next32());
        }
        digest.put(child == again);
        digest.put(unrelated.next32());
        digest.put(same.next64());
    }
}

}  // namespace

std::vector<Function> functions_of_random_choices() {
    return {
        integers<std::int8_t>(),
        integers<std::uint8_t>(),
        integers<std::int16_t>(),
        integers<std::uint16_t>(),
        integers<std::int32_t>(),
        integers<std::uint32_t>(),
        integers<std::int64_t>(),
        integers<std::uint64_t>(),
        fixed_point_draws<Fixed>(),
        fixed_point_draws<Fixed16>(),
        shuffles,
        odds,
        weighted_choices,
        split_streams,
    };
}

}  // namespace tandem::test
