// SPDX-License-Identifier: MIT
// What both sides make of the same words, and at which cost a guest refuses to.
#include <tandem/net/transport/shared_key.hpp>

#include <gtest/gtest.h>

#include <tests/net/match_key.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::KeyKind;
using net::KeyTerms;

net::MatchKey words_of(std::string_view words) {
    return *net::MatchKey::from_passphrase(sim::as_bytes(words));
}

TEST(SharedKeyTest, AFilesKeyIsSharedAsItIs) {
    const net::MatchKey key = key_of("sixteen or more bytes");
    const KeyTerms terms = net::terms_of(key, key_number(1));
    EXPECT_TRUE(terms == (KeyTerms{KeyKind::file, {}, {}})) << "there is nothing to stretch";
    EXPECT_EQ(net::shared_key(key, terms)->bytes(), key.bytes());
    EXPECT_EQ(net::terms_of(std::nullopt, key_number(1)).kind, KeyKind::none);
}

TEST(SharedKeyTest, APassphraseIsStretchedWithTheHostsSalt) {
    const net::MatchKey key = words_of("correct horse battery");
    const KeyTerms terms = net::terms_of(key, key_number(1));
    const auto shared = net::shared_key(key, terms);
    ASSERT_TRUE(shared);
    EXPECT_NE(shared->bytes(), key.bytes());
    EXPECT_EQ(shared->bytes(),
              net::shared_key(words_of("correct horse battery\n"), terms)->bytes());
    EXPECT_NE(shared->bytes(), net::shared_key(key, net::terms_of(key, key_number(2)))->bytes());
}

TEST(SharedKeyTest, ACostIsBoundedBelowAndAbove) {
    KeyTerms terms{KeyKind::passphrase, {}, {}};
    EXPECT_TRUE(net::is_bearable(terms));
    for (const net::StretchCost cost :
         {net::StretchCost{1, 3}, net::StretchCost{64 * 1024, 1}, net::StretchCost{64 * 1024, 0},
          net::StretchCost{64 * 1024 - 1, 3}, net::StretchCost{~0U, 3},
          net::StretchCost{256 * 1024 + 1, 3}, net::StretchCost{64 * 1024, 7},
          net::StretchCost{64 * 1024, ~0U}}) {
        terms.cost = cost;
        EXPECT_FALSE(net::is_bearable(terms)) << cost.memory_kib << " KiB, " << cost.passes;
    }
}

}  // namespace
}  // namespace tandem::test
