// SPDX-License-Identifier: MIT
// A guest and a host at the door, without sockets.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include <tandem/net/transport/door.hpp>
#include <tandem/net/transport/knocker.hpp>
#include <tests/net/match_key.hpp>
#include <tests/net/transport/hex.hpp>

namespace tandem::test {

inline const sim::Bytes k_guest_address = hex_bytes("c0000201b798");
inline const sim::Bytes k_other_address = hex_bytes("c0000202b798");

// A door under this key, or under none.
inline net::Door door_of(const std::optional<net::MatchKey>& key, std::size_t places = 4,
                         std::uint8_t seed = 1) {
    const net::KeyTerms terms = net::terms_of(key, key_number(seed));
    return {key ? net::shared_key(*key, terms) : std::nullopt, terms, places, key_number(seed)};
}

// What was said, and what came of it.
struct Doorstep {
    std::optional<net::Admission> admitted;
    std::optional<net::Refusal> refused_by_host;
    std::size_t bytes_in = 0;   // at the host
    std::size_t bytes_out = 0;  // from it
};

// Carries datagrams between both until nobody has more to say at this time.
inline Doorstep converse(net::Door& door, net::Knocker& guest, net::Time now,
                         const sim::Bytes& address = k_guest_address) {
    Doorstep step;
    auto said = guest.due(now);
    while (said) {
        step.bytes_in += said->size();
        net::Door::Verdict verdict = door.receive(*said, address, now);
        EXPECT_LE(verdict.answer.size(), said->size());
        step.bytes_out += verdict.answer.size();
        if (verdict.admitted) {
            step.admitted = std::move(verdict.admitted);
        }
        if (verdict.refusal) {
            step.refused_by_host = verdict.refusal;
        }
        said = verdict.answer.empty() ? std::nullopt : guest.receive(verdict.answer, now);
    }
    return step;
}

}  // namespace tandem::test
