// SPDX-License-Identifier: MIT
// Tickets: the sides of a match keep them to come back to their slots, and prove that they have
// them. A secret is told once, over a sealed connection; afterwards only proofs travel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tandem/net/transport/secret.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The player of a slot keeps this, to come back to it.
struct SlotTicket {
    MatchId match{};         // the match
    std::uint32_t slot = 0;  // the slot, below k_slots_max
    // How often the slot was given to somebody, this time included: 1 or more. So a slot that goes
    // to somebody else gets another secret.
    std::uint32_t given = 0;
    // How often the match's host was resumed: the highest number that this player has seen.
    std::uint32_t generation = 0;
    SecretKey secret{};  // good until the slot is given again
};

// The host keeps this, to resume the match and to know its players again.
struct MatchTicket {
    MatchId match{};                     // the match
    SecretKey secret{};                  // every slot's secret follows from it
    std::uint32_t generation = 0;        // how often the host was resumed
    std::vector<std::uint32_t> given{};  // by slot: how often it was given to somebody; 0: never
};

// A new match of so many slots (1 to k_slots_max, asserted), none of them given to anybody. Its
// number and its secret follow from the seed, which is random; the same seed gives the same
// ticket, for tests.
MatchTicket draw_match_ticket(const SecretKey& seed, std::uint32_t slots);

// The ticket of the player to whom the slot was given last. It was given to somebody (asserted).
SlotTicket slot_ticket(const MatchTicket& ticket, std::uint32_t slot);

// The side that proves that it knows a slot's secret. The numbers enter the proof, so that nobody
// can answer a side with its own proof.
enum class Prover : std::uint8_t {
    guest = 1,  // the player of the slot
    host = 2,   // the match's host
};

// A side shows this in place of its secret.
using TicketProof = std::array<std::byte, 32>;

// The proof that `prover` knows the slot's secret and vouches for `said`. It holds on one
// connection, whose number is that of TransportEvent::connected and may be empty; elsewhere it
// proves nothing.
TicketProof prove(const SecretKey& secret, Prover prover, sim::ByteView connection,
                  sim::ByteView said);

// True if both proofs are the same. It lasts equally long wherever they differ, so that nobody
// finds a proof byte by byte.
bool is_same(const TicketProof& a, const TicketProof& b);

}  // namespace tandem::net
