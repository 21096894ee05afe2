// SPDX-License-Identifier: MIT
// The match key: what is sealed opens at the other side of the same connection only, once, and in
// order.
#include <tandem/net/transport/cipher.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/net/wire/wire.hpp>
#include <tests/net/match_key.hpp>

namespace tandem::test {
namespace {

using net::Channel;
using net::Cipher;
using sim::Bytes;

constexpr net::Nonce k_host_nonce{std::byte{1}};
constexpr net::Nonce k_guest_nonce{std::byte{2}};

struct Pair {
    explicit Pair(std::string_view secret = "sixteen or more bytes")
        : host(key_of(secret), k_host_nonce, k_guest_nonce, Cipher::Side::host),
          guest(key_of(secret), k_host_nonce, k_guest_nonce, Cipher::Side::guest) {}
    Cipher host;
    Cipher guest;
};

const Bytes k_text{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};

TEST(CipherTest, BothDirectionsAndChannelsOpenWhatWasSealed) {
    Pair pair;
    for (int round = 0; round < 3; ++round) {
        for (const Channel channel : {Channel::reliable, Channel::unreliable}) {
            EXPECT_EQ(pair.guest.open(channel, pair.host.seal(channel, k_text)), k_text);
            EXPECT_EQ(pair.host.open(channel, pair.guest.seal(channel, k_text)), k_text);
            EXPECT_EQ(pair.host.open(channel, pair.guest.seal(channel, {})), Bytes{});
        }
    }
    EXPECT_EQ(pair.host.seal(Channel::unreliable, k_text).size(),
              k_text.size() + net::k_protection_bytes_max);
}

TEST(CipherTest, EqualPayloadsLookDifferentEveryTime) {
    Pair pair;
    const Bytes first = pair.host.seal(Channel::unreliable, k_text);
    const Bytes second = pair.host.seal(Channel::unreliable, k_text);
    const Bytes other_channel = Pair().host.seal(Channel::reliable, k_text);
    const Bytes other_side = Pair().guest.seal(Channel::unreliable, k_text);
    for (const Bytes* other : {&second, &other_channel, &other_side}) {
        EXPECT_FALSE(std::equal(first.begin() + 8, first.end(), other->begin() + 8));
    }
}

TEST(CipherTest, NothingOpensThatIsDamagedCutReflectedOrOfAnotherKeyOrConnection) {
    Pair pair;
    const Bytes sealed = pair.host.seal(Channel::unreliable, k_text);
    for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
        Bytes damaged = sealed;
        damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        EXPECT_FALSE(pair.guest.open(Channel::unreliable, damaged).has_value()) << bit;
    }
    for (std::size_t size = 0; size < sealed.size(); ++size) {
        EXPECT_FALSE(
            pair.guest.open(Channel::unreliable, sim::ByteView(sealed).first(size)).has_value());
    }
    EXPECT_FALSE(pair.host.open(Channel::unreliable, sealed).has_value()) << "reflected";
    EXPECT_FALSE(pair.guest.open(Channel::reliable, sealed).has_value()) << "the other channel";
    EXPECT_FALSE(
        Pair("another secret, long enough").guest.open(Channel::unreliable, sealed).has_value());
    Cipher elsewhere(key_of("sixteen or more bytes"), k_guest_nonce, k_guest_nonce,
                     Cipher::Side::guest);
    EXPECT_FALSE(elsewhere.open(Channel::unreliable, sealed).has_value()) << "another connection";
    EXPECT_EQ(pair.guest.open(Channel::unreliable, sealed), k_text)
        << "and the real one still opens";
}

TEST(CipherTest, AReliableMessageOpensOnceAndInItsTurn) {
    Pair pair;
    const Bytes first = pair.host.seal(Channel::reliable, k_text);
    const Bytes second = pair.host.seal(Channel::reliable, k_text);
    EXPECT_FALSE(pair.guest.open(Channel::reliable, second).has_value());
    EXPECT_TRUE(pair.guest.open(Channel::reliable, first).has_value());
    EXPECT_FALSE(pair.guest.open(Channel::reliable, first).has_value());
    EXPECT_TRUE(pair.guest.open(Channel::reliable, second).has_value());
}

}  // namespace
}  // namespace tandem::test
