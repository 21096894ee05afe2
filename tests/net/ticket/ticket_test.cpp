// SPDX-License-Identifier: MIT
// Secrets and proofs are those that their description gives (computed once by Python's hashlib),
// and nothing that they are made of can be another without their being another.
#include <tandem/net/ticket/ticket.hpp>

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <tests/net/transport/hex.hpp>

namespace tandem::test {
namespace {

using net::MatchTicket;
using net::prove;
using net::Prover;
using net::SlotTicket;
using sim::as_bytes;
using sim::Bytes;

net::SecretKey counting_seed() {
    net::SecretKey seed;
    for (std::size_t i = 0; i < seed.bytes().size(); ++i) {
        seed.bytes()[i] = static_cast<std::byte>(i);
    }
    return seed;
}

MatchTicket drawn(std::vector<std::uint32_t> given) {
    MatchTicket ticket =
        net::draw_match_ticket(counting_seed(), static_cast<std::uint32_t>(given.size()));
    ticket.given = std::move(given);
    return ticket;
}

template <std::size_t N>
bool is_hex(const std::array<std::byte, N>& bytes, std::string_view hex) {
    const Bytes expected = hex_bytes(hex);
    return std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end());
}

TEST(TicketTest, TheIdAndTheSecretOfAMatchFollowFromTheSeed) {
    const MatchTicket ticket = net::draw_match_ticket(counting_seed(), 2);
    EXPECT_TRUE(is_hex(ticket.match, "3f935282297945233b9e0da86ca3152e"));
    EXPECT_TRUE(is_hex(ticket.secret.bytes(),
                       "212fc0fdb5d5892264e1671edea8fcaba947c41076a5b899c863a2432978ad29"));
    EXPECT_EQ(ticket.generation, 0U);
    EXPECT_EQ(ticket.given, (std::vector<std::uint32_t>{0, 0}));
    const MatchTicket other = net::draw_match_ticket(key_number(1), 2);
    EXPECT_NE(other.match, ticket.match);
    EXPECT_NE(other.secret.bytes(), ticket.secret.bytes());
}

TEST(TicketTest, TheSecretOfASlotFollowsFromMatchSlotAndGiving) {
    MatchTicket match = drawn({0, 3});
    match.generation = 5;
    const SlotTicket slot = net::slot_ticket(match, 1);
    EXPECT_TRUE(is_hex(slot.secret.bytes(),
                       "f735016afcffd767fb310d6a29dd2b1dcebb3597122ca9c6208635c11e19e9b7"));
    EXPECT_EQ(slot.match, match.match);
    EXPECT_EQ(slot.slot, 1U);
    EXPECT_EQ(slot.given, 3U);
    EXPECT_EQ(slot.generation, 5U);
}

TEST(TicketTest, NoTwoSlotsGivingsOrMatchesShareASecretAndAResumedHostKeepsThem) {
    std::set<std::array<std::byte, 32>> secrets;
    for (std::uint32_t given = 1; given <= 3; ++given) {
        const MatchTicket match = drawn({given, given, given});
        for (std::uint32_t slot = 0; slot < 3; ++slot) {
            EXPECT_TRUE(secrets.insert(net::slot_ticket(match, slot).secret.bytes()).second);
        }
    }
    MatchTicket other_id = drawn({1, 1, 1});
    other_id.match[15] ^= std::byte{1};
    EXPECT_TRUE(secrets.insert(net::slot_ticket(other_id, 0).secret.bytes()).second);
    MatchTicket other_secret = drawn({1, 1, 1});
    other_secret.secret.bytes()[31] ^= std::byte{1};
    EXPECT_TRUE(secrets.insert(net::slot_ticket(other_secret, 0).secret.bytes()).second);
    MatchTicket resumed = drawn({1, 1, 1});
    ++resumed.generation;
    EXPECT_FALSE(secrets.insert(net::slot_ticket(resumed, 0).secret.bytes()).second);
}

TEST(TicketTest, ASlotThatWasNeverGivenAndOneThatIsNotThereHaveNoTicket) {
    const MatchTicket match = drawn({1, 0});
    EXPECT_DEATH(static_cast<void>(net::slot_ticket(match, 1)), "given");
    EXPECT_DEATH(static_cast<void>(net::slot_ticket(match, 2)), "slot");
    EXPECT_DEATH(static_cast<void>(net::draw_match_ticket(counting_seed(), 0)), "slots");
    EXPECT_DEATH(static_cast<void>(net::draw_match_ticket(counting_seed(), 65)), "slots");
}

TEST(TicketTest, AProofIsTheKeyedHashOfItsParts) {
    const net::SecretKey secret = net::slot_ticket(drawn({0, 3}), 1).secret;
    const Bytes connection(32, std::byte{7});
    EXPECT_TRUE(is_hex(prove(secret, Prover::guest, connection, as_bytes("back")),
                       "46de0290528ca0bc791a32b6195662969defdc7dd324ace84c31e3d40cc486c7"));
    EXPECT_TRUE(is_hex(prove(secret, Prover::host, {}, {}),
                       "3873e5a009849f6daa9d7c3dc902c15e93127caab6c78201ee2e6f1ad6158c6e"));
}

TEST(TicketTest, AProofOfAnythingElseIsAnotherProof) {
    const net::SecretKey secret = key_number(1);
    const Bytes connection(32, std::byte{7});
    const Bytes other_connection(32, std::byte{8});
    const std::set<net::TicketProof> proofs{
        prove(secret, Prover::guest, connection, as_bytes("back")),
        prove(key_number(2), Prover::guest, connection, as_bytes("back")),
        prove(secret, Prover::host, connection, as_bytes("back")),
        prove(secret, Prover::guest, other_connection, as_bytes("back")),
        prove(secret, Prover::guest, {}, as_bytes("back")),
        prove(secret, Prover::guest, connection, as_bytes("bacK")),
        prove(secret, Prover::guest, connection, {})};
    EXPECT_EQ(proofs.size(), 7U);
}

TEST(TicketTest, WhereTheConnectionEndsAndTheStatementBeginsIsPartOfTheProof) {
    const net::SecretKey secret = key_number(1);
    EXPECT_NE(prove(secret, Prover::guest, as_bytes("ab"), as_bytes("c")),
              prove(secret, Prover::guest, as_bytes("a"), as_bytes("bc")));
}

TEST(TicketTest, ProofsAreTheSameOnlyIfEveryBitIs) {
    const net::TicketProof proof = prove(key_number(1), Prover::guest, {}, {});
    EXPECT_TRUE(net::is_same(proof, net::TicketProof(proof)));
    for (std::size_t bit = 0; bit < 8 * proof.size(); ++bit) {
        net::TicketProof other = proof;
        other[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        EXPECT_FALSE(net::is_same(proof, other)) << bit;
    }
}

}  // namespace
}  // namespace tandem::test
