// SPDX-License-Identifier: MIT
// A floating-point value that is kept by name keeps every bit, those of a NaN included.
#include <tandem/sim/serialize/unportable.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>

namespace tandem::sim {
namespace {

TEST(Unportable, EqualityIsOfBits) {
    using Number = Unportable<double>;
    EXPECT_TRUE(Number{1.5} == Number{1.5});
    EXPECT_FALSE(Number{0.0} == Number{-0.0});
    const Number nan{std::numeric_limits<double>::quiet_NaN()};
    EXPECT_TRUE(nan == nan);
}

TEST(Unportable, EveryKindOfBitsSurvivesARoundTrip) {
    // Zeros, the smallest subnormal, infinities, quiet and signalling NaNs with a payload.
    for (const std::uint64_t bits :
         {0x0ULL, 0x8000000000000000ULL, 0x1ULL, 0x7ff0000000000000ULL, 0xfff0000000000000ULL,
          0x7ff8000000000000ULL, 0x7ff0000000000001ULL, 0xfff800000000beefULL}) {
        const auto value = Unportable<double>::from_bits(bits);
        const Bytes bytes = canonical_bytes(value);
        EXPECT_EQ(load_le<std::uint64_t>(bytes.data()), bits);
        Unportable<double> read;
        ASSERT_TRUE(read_value(bytes, read, 0, "value"));
        EXPECT_EQ(read.bits(), bits);
    }
}

}  // namespace
}  // namespace tandem::sim
