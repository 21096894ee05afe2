// SPDX-License-Identifier: MIT
// Derives secrets and proofs by keyed hashes. Each begins with a text of its own that names its
// use, so that a hash made for one use is never good for another.
#include <tandem/net/ticket/ticket.hpp>

#include <algorithm>

#include <tandem/net/transport/crypto.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/inputs.hpp>

namespace tandem::net {
namespace {

// The beginning of what a hash is made of: the name of its use, with its length.
Bytes begin_of(std::string_view use);

}  // namespace

MatchTicket draw_match_ticket(const SecretKey& seed, std::uint32_t slots) {
    TANDEM_ASSERT(slots >= 1 && slots <= k_slots_max);
    MatchTicket ticket;
    const SecretKey id = keyed_hash(seed.bytes(), begin_of("tandem match id 1"));
    std::copy_n(id.bytes().begin(), ticket.match.size(), ticket.match.begin());
    ticket.secret = keyed_hash(seed.bytes(), begin_of("tandem match secret 1"));
    ticket.given.resize(slots);
    return ticket;
}

SlotTicket slot_ticket(const MatchTicket& ticket, std::uint32_t slot) {
    TANDEM_ASSERT(slot < ticket.given.size() && ticket.given[slot] >= 1);
    SlotTicket own;
    own.match = ticket.match;
    own.slot = slot;
    own.given = ticket.given[slot];
    own.generation = ticket.generation;
    Bytes content = begin_of("tandem slot secret 1");
    sim::append(content, ticket.match);
    sim::append_le(content, slot);
    sim::append_le(content, own.given);
    own.secret = keyed_hash(ticket.secret.bytes(), content);
    return own;
}

TicketProof prove(const SecretKey& secret, Prover prover, ByteView connection, ByteView said) {
    Bytes content = begin_of("tandem slot proof 1");
    sim::append_le(content, static_cast<std::uint8_t>(prover));
    sim::append_block(content, connection);
    sim::append_block(content, said);
    return keyed_hash(secret.bytes(), content).bytes();
}

bool is_same(const TicketProof& a, const TicketProof& b) { return is_same_secret(a, b); }

namespace {

Bytes begin_of(std::string_view use) {
    Bytes content;
    sim::append_text(content, use);
    return content;
}

}  // namespace
}  // namespace tandem::net
