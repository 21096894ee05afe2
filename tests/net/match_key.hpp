// SPDX-License-Identifier: MIT
// Match keys as the tests write them down.
#pragma once

#include <string_view>

#include <gtest/gtest.h>

#include <tandem/net/transport/match_key.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::test {

inline net::MatchKey key_of(std::string_view secret) {
    auto made = net::MatchKey::from_secret(sim::as_bytes(secret));
    EXPECT_TRUE(made.has_value());
    return *made;
}

}  // namespace tandem::test
