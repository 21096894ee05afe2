// SPDX-License-Identifier: MIT
// The messages of a return: each field comes back, and nothing out of bounds is read. That no cut
// and no tail of them is read is shown in message_test.cpp.
#include <tandem/net/wire/return_messages.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include <tandem/net/wire/message.hpp>
#include <tests/net/return_samples.hpp>

namespace tandem::test {
namespace {

using net::Approach;
using net::Claim;
using net::Rejoin;
using sim::Bytes;

template <class Kind>
std::optional<Kind> read_again(const Kind& sent) {
    const auto decoded = net::decode_message(net::encode_message(sent));
    return decoded ? std::optional(std::get<Kind>(*decoded)) : std::nullopt;
}

std::optional<Claim> read_claim(const Claim& claim) {
    const auto hello = read_again(net::Hello{{}, "", 0, claim});
    return hello ? hello->claim : std::nullopt;
}

// What write() makes of a claim, which begins with match (16 bytes), slot, given and generation.
Bytes claim_bytes(const Claim& claim) {
    Bytes out;
    net::write(out, claim);
    return out;
}

bool is_claim(const Bytes& bytes) {
    sim::ByteReader reader(bytes);
    Claim claim;
    net::read(reader, claim);
    return !reader.failed() && reader.at_end();
}

TEST(ReturnMessages, AClaimComesBackWithAllItsFieldsOrWithTheFewestItMayHave) {
    const Claim sent = claim_example();
    const auto whole = read_claim(sent);
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(whole->of, sent.of);
    ASSERT_TRUE(whole->past.has_value());
    EXPECT_EQ(whole->past->ticks_done, 50U);
    EXPECT_EQ(whole->past->chain, sim::ChainHash{51});
    EXPECT_EQ(whole->has, sent.has);
    EXPECT_EQ(whole->proof, sent.proof);
    Claim least;
    least.of.given = 1;
    const auto again = read_claim(least);
    ASSERT_TRUE(again.has_value());
    EXPECT_FALSE(again->past.has_value());
    EXPECT_TRUE(again->has.empty());
    const auto none = read_again(net::Hello{});
    ASSERT_TRUE(none.has_value());
    EXPECT_FALSE(none->claim.has_value()) << "of one that has never been here";
}

TEST(ReturnMessages, AClaimToASlotThatCannotBeIsNotRead) {
    Claim claim = claim_example();
    claim.of.slot = k_slots_max - 1;
    EXPECT_TRUE(read_claim(claim).has_value());
    claim.of.slot = k_slots_max;
    EXPECT_FALSE(read_claim(claim).has_value());
    claim = claim_example();
    claim.of.given = 0;
    EXPECT_FALSE(read_claim(claim).has_value()) << "of a slot that nobody was given";
}

TEST(ReturnMessages, AClaimNamesInputsOnlyOfAPastAndOfNoMoreSlotsThanThereAre) {
    Claim claim = claim_example();
    claim.has.assign(k_slots_max, 7);
    EXPECT_TRUE(read_claim(claim).has_value());
    claim.has.push_back(7);
    EXPECT_FALSE(read_claim(claim).has_value());
    claim.has.assign(1, 7);
    claim.past.reset();
    EXPECT_FALSE(read_claim(claim).has_value()) << "inputs behind ticks that it does not hold";
}

TEST(ReturnMessages, ACountThatTheBytesDoNotHoldIsRefusedWhereverTheyEnd) {
    const Claim claim = claim_example();
    Bytes bytes = claim_bytes(claim);
    ASSERT_TRUE(is_claim(bytes));
    const std::size_t count_at = net::claimed_bytes(claim).size() - 3 * 8 - 1;
    for (const int count : {2, 4, 64, 65, 255}) {
        bytes[count_at] = static_cast<std::byte>(count);
        EXPECT_FALSE(is_claim(bytes)) << count;
    }
    bytes[count_at] = std::byte{3};
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(
            is_claim(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))))
            << size;
    }
}

TEST(ReturnMessages, TheProofVouchesForEveryOtherByte) {
    const Claim claim = claim_example();
    Bytes whole = net::claimed_bytes(claim);
    sim::append(whole, claim.proof);
    EXPECT_EQ(whole, claim_bytes(claim));
    const Rejoin rejoin = rejoin_example();
    Bytes all = net::rejoined_bytes(rejoin);
    sim::append(all, rejoin.proof);
    Bytes written;
    net::write(written, rejoin);
    EXPECT_EQ(all, written);
}

TEST(ReturnMessages, ARejoinComesBackWithAllItsFields) {
    const Rejoin sent = rejoin_example();
    const auto read = read_again(sent);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->generation, 1U);
    EXPECT_EQ(read->ticks_done, 100U);
    ASSERT_TRUE(read->given.has_value());
    EXPECT_EQ(read->given->state_hash, sent.given->state_hash);
    EXPECT_EQ(read->given->hashes, sent.given->hashes);
    EXPECT_EQ(read->given->state_bytes, 5'000U);
    EXPECT_EQ(read->given->record, sent.given->record);
    EXPECT_EQ(read->absent_from, 90U);
    EXPECT_EQ(read->due, 110U);
    ASSERT_EQ(read->presence.size(), 3U);
    EXPECT_FALSE(read->presence[1].is_present);
    EXPECT_EQ(read->presence[1].changes, sent.presence[1].changes);
    EXPECT_EQ(read->presence[2].changes, sent.presence[2].changes);
    EXPECT_EQ(read->names, sent.names);
    ASSERT_TRUE(read->end.has_value());
    EXPECT_EQ(read->end->tick, 700U);
    EXPECT_EQ(read->end->reason, sim::EndReason::interrupted);
    EXPECT_EQ(read->end->slot, 1U);
    EXPECT_EQ(read->way_beyond_us, 40'000U);
    EXPECT_EQ(read->past_chain, sim::ChainHash{8});
    EXPECT_EQ(read->proof, sent.proof);
}

TEST(ReturnMessages, PresenceThatDoesNotAscendFromTheNamedTickIsNotRead) {
    Rejoin rejoin = rejoin_example();
    rejoin.presence[1].changes = {150, 149};
    EXPECT_FALSE(read_again(rejoin).has_value());
    rejoin.presence[1].changes = {99, 150};
    EXPECT_FALSE(read_again(rejoin).has_value()) << "before the tick from which it speaks";
    rejoin.presence[1].changes = {100, 100};
    EXPECT_TRUE(read_again(rejoin).has_value()) << "an absence of no tick";
    rejoin.presence[1].changes.assign(net::ReturnLimits::changes_max, 200);
    EXPECT_TRUE(read_again(rejoin).has_value());
    rejoin.presence[1].changes.push_back(200);
    EXPECT_FALSE(read_again(rejoin).has_value()) << "more than a window may have";
}

TEST(ReturnMessages, ARejoinOfMoreSlotsThanThereMayBeIsNotRead) {
    Rejoin rejoin = rejoin_example();
    rejoin.presence.resize(k_slots_max);
    rejoin.names.resize(k_slots_max);
    EXPECT_TRUE(read_again(rejoin).has_value());
    rejoin.presence.resize(k_slots_max + 1);
    rejoin.names.resize(k_slots_max + 1);
    EXPECT_FALSE(read_again(rejoin).has_value());
}

TEST(ReturnMessages, TheEndOfARejoinIsOfASlotOfTheMatchAndForAReasonThatThereIs) {
    Rejoin rejoin = rejoin_example();
    rejoin.end->slot = 3;
    EXPECT_FALSE(read_again(rejoin).has_value());
    rejoin.end->slot = 2;
    EXPECT_TRUE(read_again(rejoin).has_value());
    rejoin.end->reason = static_cast<sim::EndReason>(0);
    EXPECT_FALSE(read_again(rejoin).has_value());
    rejoin.end->reason =
        static_cast<sim::EndReason>(static_cast<int>(sim::EndReason::recording_failed) + 1);
    EXPECT_FALSE(read_again(rejoin).has_value());
}

TEST(ReturnMessages, AWayOrARecordBeyondItsBoundIsNotRead) {
    Rejoin rejoin = rejoin_example();
    rejoin.way_beyond_us = net::MessageLimits::way_us_max + 1;
    EXPECT_FALSE(read_again(rejoin).has_value());
    rejoin = rejoin_example();
    rejoin.given->record.resize(net::MessageLimits::record_bytes_max);
    EXPECT_TRUE(read_again(rejoin).has_value());
    rejoin.given->record.resize(net::MessageLimits::record_bytes_max + 1);
    EXPECT_FALSE(read_again(rejoin).has_value());
}

TEST(ReturnMessages, AnApproachTellsNoMoreThanThereIs) {
    const auto read = read_again(Approach{2, 3'000, 3'000, 44});
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->slot, 2U);
    EXPECT_EQ(read->bytes_given, 3'000U);
    EXPECT_EQ(read->bytes, 3'000U);
    EXPECT_EQ(read->ticks_behind, 44U);
    EXPECT_FALSE(read_again(Approach{2, 3'001, 3'000, 44}).has_value());
    EXPECT_FALSE(read_again(Approach{k_slots_max, 0, 0, 0}).has_value());
}

}  // namespace
}  // namespace tandem::test
