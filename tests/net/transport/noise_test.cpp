// SPDX-License-Identifier: MIT
// The handshake against vectors that others published, and against whoever knows less than all.
#include <tandem/net/transport/noise.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::Noise;
using net::SealSide;
using sim::Bytes;
using sim::ByteView;

// A vector of cacophony, an implementation in Haskell whose vectors many others are held to. All of
// its vectors have the same prologue, keys and payloads.
struct NoiseMessage {
    std::string_view payload;
    std::string_view text;
};
struct NoiseVector {
    std::string_view psk;  // empty: the pattern has none
    std::string_view hash;
    NoiseMessage first;
    NoiseMessage second;
    // The guest's, the host's, the guest's and the host's: so the counters are 0, 0, 1, 1.
    std::array<NoiseMessage, 4> after;
};

constexpr std::string_view k_noise_prologue = "4a6f686e2047616c74";
constexpr std::string_view k_noise_psk =
    "54686973206973206d7920417573747269616e20706572737065637469766521";
constexpr std::string_view k_noise_guest_ephemeral =
    "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a";
constexpr std::string_view k_noise_host_ephemeral =
    "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b";

// Noise_NNpsk0_25519_ChaChaPoly_BLAKE2b.
constexpr NoiseVector k_keyed_vector{
    k_noise_psk,
    "ed5e9692d0ab507b6c2beec3f584fd5b127817a9d20b26cd50aa72c507260fa3"
    "1aa7d88dd3723316338af37ce0b4cfb2923aeb848bbf2b934911306f01ffc963",
    {"4c756477696720766f6e204d69736573",
     "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
     "ed63df2f5a12aee1185ee9c50305f2ecf12421dcb53c047a63b784cf7c54a105"},
    {"4d757272617920526f746862617264",
     "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
     "0e0fe7d5c0c9b92f7478716c8852f1b4f389edb75e3ebe546fafafd5b6f0f7"},
    {{{"462e20412e20486179656b", "0fe04b26dcfbb69f8a6a94c61f1a26ef88769218d32f5d17c068a6"},
      {"4361726c204d656e676572", "2239e0c540c01f09eb1f4cc5258fd5acfefff18a5a3773f21b7bfe"},
      {"4a65616e2d426170746973746520536179",
       "f216cb03d30fb8af1e561fe02a07552d09b416e27a75e62c77d193718b0bdaae9f"},
      {"457567656e2042f6686d20766f6e2042617765726b",
       "6e8baf98b944184dd7dc5ef14d8108cbeca626de118a5460f3308e294d61e17238bce29bd9"}}}};
// Noise_NN_25519_ChaChaPoly_BLAKE2b. The first payload can be read. Its hash is none of theirs: a
// program in Python, with hashlib and another X25519, came to it, to both messages, and to the
// hash of the other vector.
constexpr NoiseVector k_bare_vector{
    {},
    "25b3d1154146a2e058e4db548e0841992cf33a972d5b85a908e4fb8f14b6d94f"
    "4987e17baa330c93dd842d6eda030cd47190c60d7c862574078779aba1302a2e",
    {"4c756477696720766f6e204d69736573",
     "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944"
     "4c756477696720766f6e204d69736573"},
    {"4d757272617920526f746862617264",
     "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843"
     "d10cf8ef4ab895bed3e4673211f0c9337039d63a450c7b28196b8a0ebade00"},
    {{{"462e20412e20486179656b", "e50ec882703a1f34bf4957d8cafd036d34e02930f672f424c676e1"},
      {"4361726c204d656e676572", "35bb2a728d3e8e5f47781d486089e4a37c5c2e4261256f44569a9f"},
      {"4a65616e2d426170746973746520536179",
       "69ee82006e16b79438a34ad9de37ee44d83c267e355750ecf49f194b5c50403030"},
      {"457567656e2042f6686d20766f6e2042617765726b",
       "c568b641b01d2f644f2a890538c359915ca50552e55129c029d3721866c2646a7af3fd1eff"}}}};

Noise noise_of(SealSide side, std::string_view psk = k_noise_psk,
               std::string_view prologue = k_noise_prologue) {
    return {side, psk.empty() ? std::nullopt : std::optional(hex_key(psk)), hex_bytes(prologue),
            hex_key(side == SealSide::guest ? k_noise_guest_ephemeral : k_noise_host_ephemeral)};
}

void expect_vector(const NoiseVector& vector) {
    Noise guest = noise_of(SealSide::guest, vector.psk);
    Noise host = noise_of(SealSide::host, vector.psk);
    const auto first = guest.write(hex_bytes(vector.first.payload));
    ASSERT_TRUE(first);
    EXPECT_TRUE(*first == hex_bytes(vector.first.text));
    const auto first_payload = host.read(*first);
    ASSERT_TRUE(first_payload);
    EXPECT_TRUE(*first_payload == hex_bytes(vector.first.payload));
    const auto second = host.write(hex_bytes(vector.second.payload));
    ASSERT_TRUE(second);
    EXPECT_TRUE(*second == hex_bytes(vector.second.text));
    const auto second_payload = guest.read(*second);
    ASSERT_TRUE(second_payload);
    EXPECT_TRUE(*second_payload == hex_bytes(vector.second.payload));
    const Bytes hash = hex_bytes(vector.hash);
    EXPECT_TRUE(std::equal(hash.begin(), hash.end(), guest.handshake_hash().begin()));
    EXPECT_TRUE(guest.handshake_hash() == host.handshake_hash());
    const net::Binding binding = host.binding();
    EXPECT_TRUE(std::equal(binding.begin(), binding.end(), hash.begin()));

    net::Seal guest_seal = guest.split();
    net::Seal host_seal = host.split();
    bool is_guest = true;
    for (const NoiseMessage& message : vector.after) {
        net::Seal& from = is_guest ? guest_seal : host_seal;
        net::Seal& to = is_guest ? host_seal : guest_seal;
        const Bytes sealed = from.seal(hex_bytes(message.payload));
        EXPECT_TRUE(Bytes(sealed.begin() + 2, sealed.end()) == hex_bytes(message.text));
        const auto opened = to.open(sealed);
        ASSERT_TRUE(opened);
        EXPECT_TRUE(opened->plain == hex_bytes(message.payload));
        is_guest = !is_guest;
    }
}

TEST(NoiseTest, BothMessagesTheHashAndFourSealedOnesAreThePublishedOnes) {
    expect_vector(k_keyed_vector);
    expect_vector(k_bare_vector);
}

// Whoever sits between two sides without a key speaks to each, but the numbers tell.
TEST(NoiseTest, WithoutASecretEachConnectionHasAnotherNumber) {
    const auto binding_beside = [](std::uint8_t host_key) {
        Noise guest = noise_of(SealSide::guest, {});
        Noise host(SealSide::host, std::nullopt, hex_bytes(k_noise_prologue), key_number(host_key));
        static_cast<void>(host.read(*guest.write({})));
        static_cast<void>(guest.read(*host.write({})));
        EXPECT_TRUE(guest.binding() == host.binding());
        return guest.binding();
    };
    EXPECT_TRUE(binding_beside(1) == binding_beside(1));
    EXPECT_FALSE(binding_beside(1) == binding_beside(2));
}

TEST(NoiseTest, WithoutASecretTheSecondMessageBindsEverythingBeforeIt) {
    Noise guest = noise_of(SealSide::guest, {});
    const Bytes first = *guest.write(hex_bytes("00"));
    for (std::size_t index = 0; index < first.size(); ++index) {
        Bytes changed = first;
        changed[index] ^= std::byte{4};
        Noise host = noise_of(SealSide::host, {});
        ASSERT_TRUE(host.read(changed)) << "nothing protects it";
        Noise copy = guest;
        const auto second = host.write({});
        EXPECT_FALSE(second && copy.read(*second)) << index;
    }
    Noise other = noise_of(SealSide::host, {}, "4a6f686e2047616c75");
    ASSERT_TRUE(other.read(first));
    EXPECT_FALSE(Noise(guest).read(*other.write({}))) << "another prologue";
    Noise keyed = noise_of(SealSide::host);
    EXPECT_FALSE(keyed.read(first)) << "another pattern";
}

TEST(NoiseTest, NobodyIsReadWhoHasAnotherSecretOrHeardSomethingElseBefore) {
    constexpr std::string_view k_other =
        "0000000000000000000000000000000000000000000000000000000000000001";
    for (Noise stranger : {noise_of(SealSide::guest, k_other),
                           noise_of(SealSide::guest, k_noise_psk, "4a6f686e2047616c75")}) {
        Noise host = noise_of(SealSide::host);
        EXPECT_FALSE(host.read(*stranger.write({})));
    }
    Noise guest = noise_of(SealSide::guest);
    Noise false_host = noise_of(SealSide::host, k_other);
    const auto first = guest.write({});
    EXPECT_FALSE(false_host.read(*first));
}

TEST(NoiseTest, NoChangedOrCutMessageIsRead) {
    const Bytes first = *noise_of(SealSide::guest).write({});
    const auto host_reads = [](ByteView message) {
        return noise_of(SealSide::host).read(message).has_value();
    };
    ASSERT_TRUE(host_reads(first));
    Noise host = noise_of(SealSide::host);
    static_cast<void>(host.read(first));
    const Bytes second = *host.write({});
    const auto guest_reads = [](ByteView message) {
        Noise guest = noise_of(SealSide::guest);
        static_cast<void>(guest.write({}));
        return guest.read(message).has_value();
    };
    ASSERT_TRUE(guest_reads(second));
    for (std::size_t index = 0; index < first.size(); ++index) {
        Bytes changed = first;
        changed[index] ^= std::byte{4};
        EXPECT_FALSE(host_reads(changed)) << index;
        EXPECT_FALSE(host_reads(ByteView(first).first(index))) << index;
        changed = second;
        changed[index] ^= std::byte{4};
        EXPECT_FALSE(guest_reads(changed)) << index;
        EXPECT_FALSE(guest_reads(ByteView(second).first(index))) << index;
    }
}

TEST(NoiseDeathTest, TheTurnsAreKept) {
    Noise guest = noise_of(SealSide::guest);
    EXPECT_DEATH(static_cast<void>(guest.read({})), "turn_ ==");
    EXPECT_DEATH(static_cast<void>(guest.split()), "turn_ ==");
    Noise host = noise_of(SealSide::host);
    EXPECT_DEATH(static_cast<void>(host.write({})), "turn_ ==");
}

}  // namespace
}  // namespace tandem::test
