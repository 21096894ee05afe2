// SPDX-License-Identifier: MIT
// What a seal keeps out: other keys, changes, the same datagram again; and what it must let
// through: loss and disorder of every kind.
#include <tandem/net/transport/seal.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>
#include <vector>

#include <tandem/sim/math/random.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::Seal;
using net::SealSide;
using sim::Bytes;

net::SealKeys seal_keys(std::uint8_t number = 1) {
    return {key_number(number), key_number(static_cast<std::uint8_t>(number + 100))};
}

Bytes sealed_number(std::uint64_t number) {
    Bytes bytes;
    sim::append_le(bytes, number);
    return bytes;
}

struct SealTest : testing::Test {
    Seal host{seal_keys(), SealSide::host};
    Seal guest{seal_keys(), SealSide::guest};
};

TEST_F(SealTest, BothDirectionsOpenWhatWasSealedAndTakeEighteenBytes) {
    for (std::size_t size = 0; size < 300; ++size) {
        const Bytes content(size, std::byte{7});
        const Bytes down = host.seal(content);
        const Bytes up = guest.seal(content);
        EXPECT_EQ(down.size(), size + Seal::k_overhead_bytes);
        EXPECT_FALSE(down == up) << "each direction has a key of its own";
        const auto here = guest.open(down);
        const auto there = host.open(up);
        ASSERT_TRUE(here && there) << size;
        EXPECT_TRUE(here->plain == content && there->plain == content);
        EXPECT_TRUE(here->is_newest && there->is_newest);
    }
}

TEST_F(SealTest, EqualContentLooksDifferentEveryTime) {
    const Bytes content(40, std::byte{1});
    std::vector<Bytes> seen;
    for (int round = 0; round < 100; ++round) {
        const Bytes sealed = host.seal(content);
        for (const Bytes& other : seen) {
            EXPECT_FALSE(std::equal(sealed.begin() + 2, sealed.end(), other.begin() + 2));
        }
        seen.push_back(sealed);
    }
}

TEST_F(SealTest, NothingOpensThatIsChangedCutReflectedOrOfAnotherConnection) {
    const Bytes sealed = host.seal(Bytes(20, std::byte{3}));
    for (std::size_t bit = 0; bit < 8 * sealed.size(); ++bit) {
        Bytes changed = sealed;
        changed[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        EXPECT_FALSE(guest.open(changed)) << "bit " << bit;
    }
    for (std::size_t size = 0; size < sealed.size(); ++size) {
        EXPECT_FALSE(guest.open(sim::ByteView(sealed).first(size))) << size << " bytes";
    }
    EXPECT_FALSE(host.open(sealed)) << "sent back";
    Seal elsewhere(seal_keys(2), SealSide::guest);
    EXPECT_FALSE(elsewhere.open(sealed));
    EXPECT_TRUE(guest.open(sealed)) << "none of that left a trace";
}

TEST_F(SealTest, ADatagramOpensOnce) {
    std::vector<Bytes> sent;
    for (std::uint64_t number = 0; number < 3 * Seal::k_window; ++number) {
        sent.push_back(host.seal(sealed_number(number)));
        EXPECT_TRUE(guest.open(sent.back()));
        EXPECT_FALSE(guest.open(sent.back())) << "at once";
    }
    for (const Bytes& sealed : sent) {
        EXPECT_FALSE(guest.open(sealed)) << "and later";
    }
}

TEST_F(SealTest, DatagramsOpenInAnyOrderWithinTheWindow) {
    Random random(1, 2);
    std::vector<Bytes> sent;
    for (std::uint64_t number = 0; number < 5 * Seal::k_window; ++number) {
        sent.push_back(host.seal(sealed_number(number)));
    }
    // Each part is shuffled in itself, so nothing is later than a window.
    std::vector<std::size_t> order(sent.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
        order[index] = index;
    }
    for (std::size_t first = 0; first < order.size(); first += Seal::k_window) {
        for (std::size_t left = Seal::k_window; left > 1; --left) {
            std::swap(order[first + left - 1], order[first + random.below(left)]);
        }
    }
    std::uint64_t newest = 0;
    for (const std::size_t index : order) {
        const auto opened = guest.open(sent[index]);
        ASSERT_TRUE(opened) << index;
        EXPECT_TRUE(opened->plain == sealed_number(index));
        EXPECT_EQ(opened->is_newest, index >= newest);
        newest = std::max<std::uint64_t>(newest, index);
        EXPECT_FALSE(guest.open(sent[index]));
    }
}

TEST_F(SealTest, WhatIsOlderThanTheWindowStaysClosed) {
    const Bytes first = host.seal(sealed_number(0));
    const Bytes second = host.seal(sealed_number(1));
    for (std::uint64_t number = 2; number <= Seal::k_window; ++number) {
        static_cast<void>(host.seal(sealed_number(number)));
    }
    EXPECT_TRUE(guest.open(host.seal(sealed_number(Seal::k_window + 1))));
    EXPECT_FALSE(guest.open(first)) << "nobody remembers whether it was opened";
    EXPECT_FALSE(guest.open(second));
}

TEST_F(SealTest, LongLossAndManyCyclesOfTheShortCounterLoseNoSync) {
    Random random(3, 4);
    std::uint64_t number = 0;
    while (number < 400'000) {
        const std::uint64_t lost = random.chance(1, 50) ? random.below(std::uint64_t{32'000}) : 0;
        for (std::uint64_t left = lost; left > 0; --left, ++number) {
            static_cast<void>(host.seal({}));
        }
        const Bytes sealed = host.seal(sealed_number(number));
        const auto opened = guest.open(sealed);
        ASSERT_TRUE(opened) << number << " after " << lost << " lost ones";
        EXPECT_TRUE(opened->plain == sealed_number(number));
        EXPECT_FALSE(guest.open(sealed));
        ++number;
    }
}

TEST_F(SealTest, AnOldDatagramIsNotTakenForANewOneACycleLater) {
    const Bytes old = host.seal(sealed_number(0));
    for (std::uint64_t number = 1; number < 65'536; ++number) {
        const Bytes sealed = host.seal({});
        if (number % 1'000 == 0) {
            EXPECT_TRUE(guest.open(sealed));
        }
    }
    EXPECT_FALSE(guest.open(old)) << "its short counter is the next one's";
    EXPECT_TRUE(guest.open(host.seal({})));
}

TEST_F(SealTest, NothingOpensByAccident) {
    Random random(5, 6);
    for (int round = 0; round < 20'000; ++round) {
        Bytes garbage(random.below(std::size_t{64}));
        for (std::byte& byte : garbage) {
            byte = static_cast<std::byte>(random.below(256U));
        }
        ASSERT_FALSE(guest.open(garbage));
    }
}

TEST_F(SealTest, AMovedSealGoesOnCountingAndItsOldPlaceIsErased) {
    const Bytes one = host.seal({});
    Seal moved(std::move(host));
    const Bytes two = moved.seal({});
    EXPECT_FALSE(one == two);
    EXPECT_TRUE(guest.open(one) && guest.open(two));
    EXPECT_FALSE(std::is_copy_constructible_v<Seal>);
    net::SecretKey key = key_number(9);
    const net::SecretKey taken = std::move(key);
    EXPECT_TRUE(key.bytes() == net::SecretKey().bytes());  // NOLINT: that is the question
    EXPECT_TRUE(taken.bytes() == key_number(9).bytes());
}

TEST(SealDeathTest, ASealThatWasMovedAwaySealsNothing) {
    Seal seal(seal_keys(), SealSide::host);
    const Seal taken = std::move(seal);
    EXPECT_DEATH(static_cast<void>(seal.seal({})), "sent_ < k_counter_end");  // NOLINT
}

}  // namespace
}  // namespace tandem::test
