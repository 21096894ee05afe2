// SPDX-License-Identifier: MIT
// A datagram comes back as it was, or not at all; under a seal only once.
#include <tandem/net/transport/simulated/framing.hpp>

#include <gtest/gtest.h>

#include <functional>

#include <tandem/net/transport/seal.hpp>
#include <tandem/net/transport/simulated/link.hpp>

namespace tandem::test {
namespace {

using net::Framing;
using sim::Bytes;

TEST(FramingTest, APayloadComesBackAndEveryFlippedBitIsFound) {
    const std::vector<std::function<std::unique_ptr<Framing>(std::uint32_t, std::uint32_t)>> all{
        [](std::uint32_t, std::uint32_t) { return net::checksum_framing(); },
        [](std::uint32_t own, std::uint32_t other) { return net::sealed_framing(1, own, other); }};
    for (const auto& framing_of : all) {
        const auto here = framing_of(0, 1);
        const auto there = framing_of(1, 0);
        for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{40}}) {
            const Bytes payload(size, std::byte{0x5a});
            const Bytes datagram = here->wrap(payload);
            for (std::uint32_t bit = 0; bit < datagram.size() * 8; ++bit) {
                Bytes damaged = datagram;
                net::damage(damaged, bit);
                EXPECT_NE(damaged, datagram);
                EXPECT_FALSE(there->open(damaged).has_value()) << "bit " << bit << " of " << size;
            }
            EXPECT_EQ(there->open(datagram), payload);
        }
    }
}

TEST(FramingTest, ASealOpensOnceAndOnlyForTheOtherEndOfTheLine) {
    const Bytes payload(40, std::byte{0x5a});
    const auto host = net::sealed_framing(7, 0, 1);
    const Bytes datagram = host->wrap(payload);
    EXPECT_EQ(datagram.size(), payload.size() + net::Seal::k_overhead_bytes);
    EXPECT_FALSE(host->open(datagram).has_value()) << "each direction has a key of its own";
    EXPECT_FALSE(net::sealed_framing(7, 2, 0)->open(datagram).has_value()) << "another line";
    EXPECT_FALSE(net::sealed_framing(8, 1, 0)->open(datagram).has_value()) << "another seed";
    const auto guest = net::sealed_framing(7, 1, 0);
    EXPECT_EQ(guest->open(datagram), payload);
    EXPECT_FALSE(guest->open(datagram).has_value());
    const auto without = net::checksum_framing();
    const Bytes checked = without->wrap(payload);
    EXPECT_EQ(without->open(checked), payload);
    EXPECT_EQ(without->open(checked), payload) << "a checksum knows no copies";
}

TEST(FramingTest, WhatIsTooShortIsNoDatagram) {
    EXPECT_FALSE(net::checksum_framing()->open(Bytes(3)).has_value());
    EXPECT_FALSE(net::sealed_framing(1, 0, 1)->open(Bytes(17)).has_value());
    Bytes nothing;
    net::damage(nothing, 7);
    EXPECT_TRUE(nothing.empty());
}

}  // namespace
}  // namespace tandem::test
