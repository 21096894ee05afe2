// SPDX-License-Identifier: MIT
// The functions of angle.hpp, and those of vec2.hpp that take or give an angle.
#include <tests/golden/sweep_functions.hpp>

#include <tandem/sim/math/vec2.hpp>

namespace tandem::test {
namespace {

template <class Call>
Function each_angle(Call call) {
    return [call](Random& random, Digest& digest) {
        for (const Angle angle : draw_operands<Angle>(random)) {
            digest.put(call(angle, random));
        }
    };
}

}  // namespace

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

std::vector<Function> functions_of_comparisons() {
    // Half of all operands have an equal one.
    const auto equals = [](auto compare) -> Function {
        return [compare](Random& random, Digest& digest) {
            Operands<Angle> other = draw_operands<Angle>(random);
            const Operands<Angle> angles = draw_operands<Angle>(random);
            for (std::size_t i = 0; i < k_operands; ++i) {
                other[i] = random.chance(1, 2) ? angles[i] : other[i];
                digest.put(compare(angles[i], other[i]));
            }
        };
    };
    return {
        equals([](Angle a, Angle b) { return a == b; }),
        equals([](Angle a, Angle b) { return sincos(a) == sincos(b); }),
        equals([](Angle a, Angle b) { return sincos16(a) == sincos16(b); }),
    };
}

}  // namespace tandem::test
