// SPDX-License-Identifier: MIT
// Which secrets are good enough, that what editors add does not count, and randomness.
#include <tandem/net/transport/match_key.hpp>

#include <gtest/gtest.h>

#include <tests/net/match_key.hpp>

namespace tandem::test {
namespace {

using net::KeyKind;
using net::MatchKey;
using sim::as_bytes;

TEST(MatchKeyTest, LineEndsDoNotCountAndShortSecretsAreRefused) {
    EXPECT_EQ(key_of("0123456789abcdef").bytes(), key_of("0123456789abcdef\r\n").bytes());
    EXPECT_NE(key_of("0123456789abcdef").bytes(), key_of("0123456789abcdeF").bytes());
    EXPECT_EQ(key_of("0123456789abcdef").kind(), KeyKind::file);
    const auto refused = MatchKey::from_secret(as_bytes("0123456789abcde\n"));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, sim::ErrorCode::usage);
    EXPECT_NE(refused.error().message.find("15 bytes"), std::string::npos);
}

TEST(MatchKeyTest, APassphraseMayBeShorterAndIsNeverTheSameAsAFile) {
    const auto words = MatchKey::from_passphrase(as_bytes("eight or more\n"));
    ASSERT_TRUE(words);
    EXPECT_EQ(words->kind(), KeyKind::passphrase);
    EXPECT_EQ(words->bytes(), MatchKey::from_passphrase(as_bytes("eight or more"))->bytes());
    EXPECT_NE(MatchKey::from_passphrase(as_bytes("0123456789abcdef"))->bytes(),
              key_of("0123456789abcdef").bytes());
    const auto refused = MatchKey::from_passphrase(as_bytes("seven77\r\n"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("7 bytes; 8 to 1024"), std::string::npos);
    EXPECT_FALSE(MatchKey::from_passphrase(sim::Bytes(1'025, std::byte{'a'})));
}

TEST(MatchKeyTest, AKeyThatWasMovedAwayIsErased) {
    MatchKey key = key_of("0123456789abcdef");
    const MatchKey taken = std::move(key);
    EXPECT_EQ(key.bytes(), (std::array<std::byte, 32>{}));  // NOLINT: that is the question
    EXPECT_EQ(taken.bytes(), key_of("0123456789abcdef").bytes());
}

}  // namespace
}  // namespace tandem::test
