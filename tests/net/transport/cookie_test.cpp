// SPDX-License-Identifier: MIT
// For whom and for how long a cookie is right.
#include <tandem/net/transport/cookie.hpp>

#include <gtest/gtest.h>

#include <set>

#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::CookieMaker;
using net::Time;

const sim::Bytes k_baked_for = hex_bytes("7f0000013412");
const sim::Bytes k_not_baked_for = hex_bytes("7f0000013413");

TEST(CookieTest, ACookieIsRightAtItsAddressForAtLeastOneEpochAndAtMostTwo) {
    const CookieMaker maker(key_number(1));
    for (int second = 0; second < 60; ++second) {
        const Time baked = std::chrono::seconds(1'000 + second);
        const std::uint64_t cookie = maker.make(k_baked_for, baked);
        for (const Time age : {Time(0), CookieMaker::k_epoch}) {
            EXPECT_TRUE(maker.is_right(cookie, k_baked_for, baked + age));
        }
        EXPECT_FALSE(maker.is_right(cookie, k_baked_for, baked + 2 * CookieMaker::k_epoch));
        EXPECT_FALSE(maker.is_right(cookie, k_not_baked_for, baked));
        EXPECT_FALSE(CookieMaker(key_number(2)).is_right(cookie, k_baked_for, baked));
    }
}

TEST(CookieTest, CookiesOfManyAddressesDiffer) {
    const CookieMaker maker(key_number(1));
    std::set<std::uint64_t> seen;
    for (std::uint32_t address = 0; address < 10'000; ++address) {
        sim::Bytes bytes;
        sim::append_le(bytes, address);
        seen.insert(maker.make(bytes, Time{0}));
    }
    EXPECT_EQ(seen.size(), 10'000U);
}

}  // namespace
}  // namespace tandem::test
