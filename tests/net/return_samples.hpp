// SPDX-License-Identifier: MIT
// A claim and a rejoin in which every part is there.
#pragma once

#include <tandem/net/wire/return_messages.hpp>

namespace tandem::test {

inline net::Claim claim_example() {
    net::Claim claim;
    claim.of = {{std::byte{1}, std::byte{2}}, 2, 3, 4};
    claim.past = net::HeldPast{50, sim::ChainHash{51}};
    claim.has = {52, 53, 54};
    claim.proof[31] = std::byte{9};
    return claim;
}

inline net::Rejoin rejoin_example() {
    net::Rejoin rejoin;
    rejoin.generation = 1;
    rejoin.ticks_done = 100;
    rejoin.given = net::GivenState{sim::StateHash{2},
                                   {sim::ChainHash{3}, sim::RecordsHash{4}},
                                   5'000,
                                   {std::byte{6}, std::byte{7}}};
    rejoin.absent_from = 90;
    rejoin.due = 110;
    rejoin.presence = {{true, {}}, {false, {120, 150}}, {true, {100, 100, 101}}};
    rejoin.names = {"Ada", "", "Bob"};
    rejoin.end = net::RejoinEnd{700, sim::EndReason::interrupted, 1};
    rejoin.way_beyond_us = 40'000;
    rejoin.past_chain = sim::ChainHash{8};
    rejoin.proof[0] = std::byte{9};
    return rejoin;
}

}  // namespace tandem::test
