// SPDX-License-Identifier: MIT
// A datagram comes back as it was, or not at all.
#include <tandem/net/transport/simulated/framing.hpp>

#include <gtest/gtest.h>

#include <tandem/net/transport/simulated/link.hpp>

namespace tandem::test {
namespace {

using sim::Bytes;

TEST(Framing, APayloadComesBackAndEveryFlippedBitIsFound) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{40}}) {
        const Bytes payload(size, std::byte{0x5a});
        const Bytes datagram = net::framed(payload);
        EXPECT_LE(datagram.size(), payload.size() + net::k_datagram_heads_bytes - 28);
        EXPECT_EQ(net::unframed(datagram), payload);
        for (std::uint32_t bit = 0; bit < datagram.size() * 8; ++bit) {
            Bytes damaged = datagram;
            net::damage(damaged, bit);
            EXPECT_NE(damaged, datagram);
            EXPECT_FALSE(net::unframed(damaged).has_value()) << "bit " << bit << " of " << size;
        }
    }
}

TEST(Framing, WhatIsTooShortIsNoDatagram) {
    EXPECT_FALSE(net::unframed(Bytes(3)).has_value());
    Bytes nothing;
    net::damage(nothing, 7);
    EXPECT_TRUE(nothing.empty());
}

}  // namespace
}  // namespace tandem::test
