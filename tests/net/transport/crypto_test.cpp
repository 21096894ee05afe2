// SPDX-License-Identifier: MIT
// Each primitive against the vector of its own specification: that we call the right one, with its
// arguments in the right order. The cipher is held by the handshake's vector (noise_test.cpp).
#include <tandem/net/transport/crypto.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using sim::as_bytes;
using sim::Bytes;

template <std::size_t N>
Bytes as_whole(const std::array<std::byte, N>& bytes) {
    return Bytes(bytes.begin(), bytes.end());
}

// RFC 7693, appendix A.
TEST(CryptoTest, Blake2bOfAbcInOnePieceAndInTwo) {
    EXPECT_TRUE(as_whole(net::hash512(as_bytes("abc")).bytes()) ==
                hex_bytes("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                          "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"));
    EXPECT_TRUE(net::hash512(as_bytes("abc")).bytes() ==
                net::hash512(as_bytes("a"), as_bytes("bc")).bytes());
}

// As Python's hashlib.blake2b(b'content', key=b'key', digest_size=32) says.
TEST(CryptoTest, KeyedBlake2b) {
    EXPECT_TRUE(as_whole(net::keyed_hash(as_bytes("key"), as_bytes("content")).bytes()) ==
                hex_bytes("ea74ca69734e1adbb0d9d0183398e18f5fcb34af2e6fce76fc46bbe7a5e3d380"));
}

// The paper's vector (Aumasson and Bernstein, 2012, appendix A).
TEST(CryptoTest, SipHashOfFifteenBytes) {
    net::SecretBytes<16> key;
    Bytes content;
    for (std::uint8_t byte = 0; byte < 16; ++byte) {
        key.bytes()[byte] = static_cast<std::byte>(byte);
        content.push_back(static_cast<std::byte>(byte));
    }
    content.pop_back();
    EXPECT_EQ(net::quick_mac(key, content), 0xA129'CA61'49BE'45E5U);
}

TEST(CryptoTest, BytesAreTheSameOnlyIfAllAre) {
    EXPECT_TRUE(net::is_same_secret(as_bytes("secret"), as_bytes("secret")));
    EXPECT_FALSE(net::is_same_secret(as_bytes("secret"), as_bytes("Secret")));
    EXPECT_FALSE(net::is_same_secret(as_bytes("secret"), as_bytes("secreT")));
    EXPECT_TRUE(net::is_same_secret({}, {}));
    EXPECT_DEATH(static_cast<void>(net::is_same_secret(as_bytes("a"), as_bytes("ab"))), "size");
}

// RFC 7748, section 6.1.
TEST(CryptoTest, X25519OfAliceAndBob) {
    const net::SecretKey alice =
        hex_key("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    const net::SecretKey bob =
        hex_key("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    EXPECT_TRUE(as_whole(net::public_key(alice)) ==
                hex_bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"));
    net::SecretKey shared;
    ASSERT_TRUE(net::shared_secret(alice, net::public_key(bob), shared));
    EXPECT_TRUE(as_whole(shared.bytes()) ==
                hex_bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"));
    EXPECT_FALSE(net::shared_secret(alice, {}, shared)) << "zero gives the same to everybody";
}

TEST(CryptoTest, StretchingDependsOnAllThatGoesIn) {
    const net::StretchCost quick{8 * 1024, 1};
    const net::Salt salt{std::byte{1}};
    const auto stretched = [](std::string_view words, const net::Salt& with, net::StretchCost at) {
        net::SecretKey out;
        EXPECT_TRUE(net::stretch(as_bytes(words), with, at, out));
        return out.bytes();
    };
    const auto one = stretched("correct horse", salt, quick);
    EXPECT_TRUE(one == stretched("correct horse", salt, quick));
    EXPECT_FALSE(one == stretched("correct horsf", salt, quick));
    EXPECT_FALSE(one == stretched("correct horse", net::Salt{std::byte{2}}, quick));
    EXPECT_FALSE(one == stretched("correct horse", salt, {8 * 1024, 2}));
    EXPECT_FALSE(one == stretched("correct horse", salt, {16 * 1024, 1}));
}

TEST(CryptoTest, ARatchetGivesOtherKeysEveryTimeAndTheSameOnesForTheSameSeed) {
    net::KeyRatchet one(key_number(1));
    net::KeyRatchet same(key_number(1));
    net::KeyRatchet other(key_number(2));
    std::vector<Bytes> seen;
    for (int round = 0; round < 100; ++round) {
        seen.push_back(as_whole(one.next().bytes()));
        EXPECT_TRUE(seen.back() == as_whole(same.next().bytes()));
        seen.push_back(as_whole(other.next().bytes()));
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_TRUE(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

}  // namespace
}  // namespace tandem::test
