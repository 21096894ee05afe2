// SPDX-License-Identifier: MIT
// What guests bring to a host that goes on counts if it comes to the chain that they claim.
#include <tandem/net/session/resumption.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

using net::HeldPast;
using net::PeerId;
using net::Resumption;
using sim::erase;

// A session of 20 ticks, of which a host has the first 10.
struct Torn {
    Torn() : timeline(erase<Counter>()) {
        setup = make_setup(timeline.simulation().info(), 2);
        EXPECT_TRUE(timeline.start(setup).has_value());
        chains.push_back(timeline.chain());
        for (std::uint64_t tick = 0; tick < 20; ++tick) {
            if (tick == 10) {
                past.ticks_done = 10;
                past.state = timeline.simulation().save();
                past.hashes = timeline.hashes();
                past.chains.assign(chains.end() - 4, chains.end());
            }
            std::vector<sim::Bytes> inputs;
            for (std::uint32_t slot = 0; slot < 2; ++slot) {
                inputs.push_back(*timeline.simulation().bot_input(Slot{slot}, tick, 3));
            }
            records.push_back(sim::make_record(3, inputs));
            EXPECT_TRUE(timeline.advance(records.back()).has_value());
            chains.push_back(timeline.chain());
        }
    }
    HeldPast held(std::uint64_t ticks) const { return {ticks, chains[ticks]}; }
    net::Brought brought(std::uint64_t from, std::uint64_t to) const {
        return {from,
                {records.begin() + static_cast<std::ptrdiff_t>(from),
                 records.begin() + static_cast<std::ptrdiff_t>(to)}};
    }
    std::vector<PeerId> try_all(Resumption& resumption) const {
        std::vector<PeerId> wrong;
        for (int call = 0; call < 10; ++call) {
            const auto more = resumption.try_out(timeline.simulation(), setup);
            wrong.insert(wrong.end(), more.begin(), more.end());
        }
        return wrong;
    }

    sim::Timeline timeline;
    Setup setup;
    net::HostPast past;
    std::vector<sim::Bytes> records;
    std::vector<sim::ChainHash> chains;
};

constexpr PeerId k_anna{1};
constexpr PeerId k_bert{2};

TEST(ResumptionTest, KnowsTheChainsOfItsLastTicks) {
    const Torn torn;
    const Resumption resumption(torn.past);
    for (std::uint64_t ticks = 7; ticks <= 10; ++ticks) {
        EXPECT_EQ(resumption.chain_at(ticks), torn.chains[ticks]);
    }
    EXPECT_EQ(resumption.chain_at(6), std::nullopt);
    EXPECT_EQ(resumption.chain_at(11), std::nullopt);
}

TEST(ResumptionTest, AsksForNothingWhereTheGuestHoldsNoMore) {
    const Torn torn;
    Resumption resumption(torn.past);
    EXPECT_EQ(resumption.add(k_anna, torn.held(10)), std::nullopt);
    EXPECT_EQ(resumption.add(k_bert, std::nullopt), std::nullopt);
    EXPECT_TRUE(resumption.is_settled(k_anna) && resumption.is_settled(k_bert));
    EXPECT_TRUE(resumption.longest().empty());
}

TEST(ResumptionTest, TakesTheLongestOfWhatIsBrought) {
    const Torn torn;
    Resumption resumption(torn.past);
    ASSERT_TRUE(resumption.add(k_anna, torn.held(14)).has_value());
    ASSERT_EQ(resumption.add(k_bert, torn.held(17))->from, 10U);
    EXPECT_TRUE(resumption.receive(k_anna, torn.brought(10, 14)).has_value());
    EXPECT_TRUE(resumption.receive(k_bert, torn.brought(10, 12)).has_value());
    EXPECT_FALSE(resumption.is_settled(k_bert));
    EXPECT_TRUE(resumption.receive(k_bert, torn.brought(12, 17)).has_value());
    EXPECT_TRUE(torn.try_all(resumption).empty());
    EXPECT_TRUE(resumption.is_settled(k_anna) && resumption.is_settled(k_bert));
    EXPECT_EQ(resumption.longest().size(), 7U);
}

TEST(ResumptionTest, RecordsThatComeToAnotherChainAreNotTaken) {
    const Torn torn;
    Resumption resumption(torn.past);
    resumption.add(k_anna, HeldPast{14, torn.chains[13]});
    EXPECT_TRUE(resumption.receive(k_anna, torn.brought(10, 14)).has_value());
    EXPECT_EQ(torn.try_all(resumption), std::vector<PeerId>{k_anna});
    EXPECT_TRUE(resumption.longest().empty());
}

TEST(ResumptionTest, ARecordThatCannotBePlayedIsNotTaken) {
    const Torn torn;
    Resumption resumption(torn.past);
    resumption.add(k_anna, torn.held(14));
    net::Brought brought = torn.brought(10, 14);
    brought.records[2] = sim::Bytes(3, std::byte{0xFF});
    EXPECT_TRUE(resumption.receive(k_anna, brought).has_value());
    EXPECT_EQ(torn.try_all(resumption), std::vector<PeerId>{k_anna});
}

TEST(ResumptionTest, RecordsThatWereNotAskedForAreAnError) {
    const Torn torn;
    Resumption resumption(torn.past);
    resumption.add(k_anna, torn.held(14));
    EXPECT_FALSE(resumption.receive(k_anna, torn.brought(11, 14)).has_value());
    EXPECT_FALSE(resumption.receive(k_anna, torn.brought(10, 15)).has_value());
    EXPECT_FALSE(resumption.receive(k_bert, torn.brought(10, 14)).has_value());
    EXPECT_TRUE(resumption.receive(k_anna, torn.brought(10, 14)).has_value());
    EXPECT_TRUE(torn.try_all(resumption).empty());
    EXPECT_FALSE(resumption.receive(k_anna, torn.brought(14, 14)).has_value());
}

TEST(ResumptionTest, AGuestThatHasTheRecordsNoMoreIsNotWaitedFor) {
    const Torn torn;
    Resumption resumption(torn.past);
    resumption.add(k_anna, torn.held(14));
    EXPECT_TRUE(resumption.receive(k_anna, torn.brought(10, 10)).has_value());
    EXPECT_TRUE(resumption.is_settled(k_anna));
    EXPECT_TRUE(resumption.longest().empty());
}

TEST(ResumptionTest, FromAnEarlierTickOnNothingIsTaken) {
    Torn torn;
    torn.past.takes_tails = false;
    Resumption resumption(torn.past);
    EXPECT_EQ(resumption.add(k_anna, torn.held(14)), std::nullopt);
    EXPECT_TRUE(resumption.is_settled(k_anna));
}

TEST(ResumptionTest, WhoBringsRecordsOfNothingIsStoppedAsWell) {
    const Torn torn;
    Resumption resumption(torn.past);
    resumption.add(k_anna, HeldPast{~std::uint64_t{0}, {}});
    const std::vector<sim::Bytes> nothing(net::ReturnLimits::records_max);
    std::uint64_t brought = 0;
    while (resumption.receive(k_anna, {10 + brought, nothing}).has_value()) {
        brought += nothing.size();
        ASSERT_LE(brought, std::uint64_t{1} << 23);
    }
    EXPECT_FALSE(resumption.is_settled(k_anna));
}

}  // namespace
}  // namespace tandem::test
