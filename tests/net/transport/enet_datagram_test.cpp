// SPDX-License-Identifier: MIT
// Heads, checksums and requests. That ENet itself writes them so is what sealed_enet_test.cpp and
// enet_transport_test.cpp show.
#include <tandem/net/transport/enet_datagram.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <utility>

#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using sim::Bytes;
using sim::ByteView;

// Head with time, then CONNECT: two channels, id 0xDDCCBBAA in memory.
const Bytes k_place_request = hex_bytes(
    "8fff1234"
    "82ff00010000ffff0000049d00010000000000020000000000000000"
    "000013880000000200000002aabbccdd00000007");

TEST(EnetDatagramTest, AHeadHasTwoBytesOrFourAndTheReceiversNumber) {
    EXPECT_EQ(net::head_bytes(hex_bytes("0003")), 2U);
    EXPECT_EQ(net::head_bytes(hex_bytes("80031234ff")), 4U);
    EXPECT_EQ(net::head_bytes(hex_bytes("800312")), std::nullopt);
    EXPECT_EQ(net::head_bytes(hex_bytes("00")), std::nullopt);
    EXPECT_EQ(net::head_bytes({}), std::nullopt);
    EXPECT_EQ(net::receiver_of(hex_bytes("b123")), 0x123) << "flags and session left out";
    EXPECT_EQ(net::receiver_of(k_place_request), net::k_no_place);
}

TEST(EnetDatagramTest, AChecksumIsTakenOutAndPutBack) {
    const Bytes with = hex_bytes("80031234cafecafe0102");
    EXPECT_TRUE(net::without_checksum(with) == hex_bytes("800312340102"));
    EXPECT_TRUE(net::with_empty_checksum(net::without_checksum(with)) ==
                hex_bytes("80031234000000000102"));
    EXPECT_TRUE(net::with_empty_checksum(hex_bytes("0003")) == hex_bytes("000300000000"));
}

TEST(EnetDatagramTest, ARequestIsReadWithoutItsChecksum) {
    const auto request = net::decode_connect(k_place_request);
    ASSERT_TRUE(request);
    const Bytes id = hex_bytes("aabbccdd");
    EXPECT_EQ(std::memcmp(&request->id, id.data(), id.size()), 0);
    EXPECT_EQ(request->number, 0U);
    EXPECT_EQ(request->channels, 2U);
    EXPECT_FALSE(net::decode_connect(net::with_empty_checksum(k_place_request)));
}

TEST(EnetDatagramTest, WhatIsMoreOrLessThanARequestIsNone) {
    for (std::size_t size = 0; size < k_place_request.size(); ++size) {
        EXPECT_FALSE(net::decode_connect(ByteView(k_place_request).first(size))) << size;
    }
    Bytes longer = k_place_request;
    longer.push_back({});
    EXPECT_FALSE(net::decode_connect(longer)) << "nothing may hide behind it";
    // No time, compressed, another receiver, another command.
    for (const auto& [at, byte] : {std::pair{0, 0x0F}, {0, 0xCF}, {1, 0xFE}, {4, 0x84}}) {
        Bytes other = k_place_request;
        other[static_cast<std::size_t>(at)] = static_cast<std::byte>(byte);
        EXPECT_FALSE(net::decode_connect(other)) << at;
    }
}

}  // namespace
}  // namespace tandem::test
