// SPDX-License-Identifier: MIT
// Loops over the kernels of trigonometry.hpp. Compilers do not find the vector form of a 32-bit
// high product that stays in its 64-bit lane (g++ 12 shuffles after each, at three times the cost),
// so for x86 the compact sine is spelled out; elsewhere the plain loop is.
#include <tandem/sim/math/angle_batch.hpp>

#include <cstddef>

#if defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#include <tandem/sim/assert.hpp>
#include <tandem/sim/math/trigonometry.hpp>

// clang would emulate the 64-bit high products of the wide sine in vectors, at twice the time.
#if defined(__clang__)
#define TANDEM_ONE_BY_ONE _Pragma("clang loop vectorize(disable)")
#else
#define TANDEM_ONE_BY_ONE
#endif

namespace tandem {

namespace {

using namespace sim::trigonometry;

constexpr Angle k_quarter = Angle::from_raw(k_quarter_angle);

#if defined(__AVX2__)

// Eight 32-bit words, or four 64-bit lanes.
struct Words {
    using Register = __m256i;
    static constexpr std::size_t k_count = 8;

    static Register load(const void* from) {
        return _mm256_loadu_si256(static_cast<const Register*>(from));
    }
    static void store(void* to, Register a) { _mm256_storeu_si256(static_cast<Register*>(to), a); }
    static Register word(std::uint32_t a) { return _mm256_set1_epi32(static_cast<int>(a)); }
    static Register lane(std::uint64_t a) {
        return _mm256_set1_epi64x(static_cast<std::int64_t>(a));
    }
    static Register add(Register a, Register b) { return _mm256_add_epi32(a, b); }
    static Register subtract(Register a, Register b) { return _mm256_sub_epi32(a, b); }
    static Register both(Register a, Register b) { return _mm256_and_si256(a, b); }
    static Register either(Register a, Register b) { return _mm256_or_si256(a, b); }
    static Register differ(Register a, Register b) { return _mm256_xor_si256(a, b); }
    static Register twice(Register a) { return _mm256_slli_epi32(a, 1); }
    static Register sign(Register a) { return _mm256_srai_epi32(a, 31); }
    static Register add_lanes(Register a, Register b) { return _mm256_add_epi64(a, b); }
    template <int count>
    static Register lanes_down(Register a) {
        return _mm256_srli_epi64(a, count);
    }
    static Register lanes_up_32(Register a) { return _mm256_slli_epi64(a, 32); }
    // The products of the lanes' lower words.
    static Register multiply(Register a, Register b) { return _mm256_mul_epu32(a, b); }
};
#define TANDEM_VECTOR_SINE 1

#elif defined(__SSE2__)

// Four 32-bit words, or two 64-bit lanes.
struct Words {
    using Register = __m128i;
    static constexpr std::size_t k_count = 4;

    static Register load(const void* from) {
        return _mm_loadu_si128(static_cast<const Register*>(from));
    }
    static void store(void* to, Register a) { _mm_storeu_si128(static_cast<Register*>(to), a); }
    static Register word(std::uint32_t a) { return _mm_set1_epi32(static_cast<int>(a)); }
    static Register lane(std::uint64_t a) { return _mm_set1_epi64x(static_cast<std::int64_t>(a)); }
    static Register add(Register a, Register b) { return _mm_add_epi32(a, b); }
    static Register subtract(Register a, Register b) { return _mm_sub_epi32(a, b); }
    static Register both(Register a, Register b) { return _mm_and_si128(a, b); }
    static Register either(Register a, Register b) { return _mm_or_si128(a, b); }
    static Register differ(Register a, Register b) { return _mm_xor_si128(a, b); }
    static Register twice(Register a) { return _mm_slli_epi32(a, 1); }
    static Register sign(Register a) { return _mm_srai_epi32(a, 31); }
    static Register add_lanes(Register a, Register b) { return _mm_add_epi64(a, b); }
    template <int count>
    static Register lanes_down(Register a) {
        return _mm_srli_epi64(a, count);
    }
    static Register lanes_up_32(Register a) { return _mm_slli_epi64(a, 32); }
    // The products of the lanes' lower words.
    static Register multiply(Register a, Register b) { return _mm_mul_epu32(a, b); }
};
#define TANDEM_VECTOR_SINE 1

#else
#define TANDEM_VECTOR_SINE 0
#endif

#if TANDEM_VECTOR_SINE

using Register = Words::Register;

// Computes the steps from the fold of sine16 to its rounding, for the lower word of each lane.
// Upper words of x are ignored.
Register sizes_of_lower(Register x) {
    const Register z = Words::lanes_down<31>(Words::multiply(x, x));
    Register sum = Words::lane(k_sine16.back());
    for (std::size_t k = k_sine16.size() - 1; k-- > 0;) {
        sum = Words::subtract(Words::lane(k_sine16[k]),
                              Words::lanes_down<32>(Words::multiply(sum, z)));
    }
    const Register half = Words::lane(std::uint64_t{1} << (k_sine16_drop - 1));
    return Words::lanes_down<k_sine16_drop>(Words::add_lanes(Words::multiply(x, sum), half));
}

// The same steps as sine16.
Register sines_of(Register angles) {
    const Register top = Words::word(0x80000000);
    const Register doubled = Words::twice(angles);
    const Register falling = Words::sign(doubled);
    const Register rising = Words::both(doubled, Words::word(0x7fffffff));
    const Register x = Words::add(Words::subtract(Words::differ(rising, falling), falling),
                                  Words::both(falling, top));
    const Register lower = sizes_of_lower(x);
    const Register upper = sizes_of_lower(Words::lanes_down<32>(x));
    const Register size = Words::either(lower, Words::lanes_up_32(upper));
    const Register negative = Words::sign(angles);
    return Words::subtract(Words::differ(size, negative), negative);
}

// Computes the sines that fill whole registers. Returns how many angles are done.
std::size_t vector_sines(std::span<const Angle> angles, Angle offset, std::span<Fixed16> results) {
    const Register shift = Words::word(offset.raw());
    std::size_t done = 0;
    for (; angles.size() - done >= Words::k_count; done += Words::k_count) {
        const Register raw = Words::add(Words::load(angles.data() + done), shift);
        Words::store(results.data() + done, sines_of(raw));
    }
    return done;
}

#else

std::size_t vector_sines(std::span<const Angle>, Angle, std::span<Fixed16>) { return 0; }

#endif

void compact_sines(std::span<const Angle> angles, Angle offset, std::span<Fixed16> results) {
    TANDEM_ASSERT(angles.size() == results.size());
    const std::size_t done = vector_sines(angles, offset, results);
    sim::plain_sines(angles.subspan(done), offset, results.subspan(done));
}

template <class Number>
void arctangents(std::span<const Number> y, std::span<const Number> x, std::span<Angle> results) {
    TANDEM_ASSERT(y.size() == results.size() && x.size() == results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        results[i] = Angle::from_raw(arctangent(y[i].raw(), x[i].raw()));
    }
}

}  // namespace

void sim::plain_sines(std::span<const Angle> angles, Angle offset, std::span<Fixed16> results) {
    for (std::size_t i = 0; i < angles.size(); ++i) {
        results[i] = sin16(angles[i] + offset);
    }
}

void sin(std::span<const Angle> angles, std::span<Fixed> results) {
    TANDEM_ASSERT(angles.size() == results.size());
    TANDEM_ONE_BY_ONE
    for (std::size_t i = 0; i < angles.size(); ++i) {
        results[i] = sin(angles[i]);
    }
}

void cos(std::span<const Angle> angles, std::span<Fixed> results) {
    TANDEM_ASSERT(angles.size() == results.size());
    TANDEM_ONE_BY_ONE
    for (std::size_t i = 0; i < angles.size(); ++i) {
        results[i] = cos(angles[i]);
    }
}

void sincos(std::span<const Angle> angles, std::span<Fixed> sines, std::span<Fixed> cosines) {
    sin(angles, sines);
    cos(angles, cosines);
}

void sin(std::span<const Angle> angles, std::span<Fixed16> results) {
    compact_sines(angles, Angle(), results);
}

void cos(std::span<const Angle> angles, std::span<Fixed16> results) {
    compact_sines(angles, k_quarter, results);
}

void sincos(std::span<const Angle> angles, std::span<Fixed16> sines, std::span<Fixed16> cosines) {
    sin(angles, sines);
    cos(angles, cosines);
}

void atan2(std::span<const Fixed> y, std::span<const Fixed> x, std::span<Angle> results) {
    arctangents(y, x, results);
}

void atan2(std::span<const Fixed16> y, std::span<const Fixed16> x, std::span<Angle> results) {
    arctangents(y, x, results);
}

}  // namespace tandem
