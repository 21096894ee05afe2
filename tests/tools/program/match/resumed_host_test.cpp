// SPDX-License-Identifier: MIT
// What a host's recording gives to a host that goes on with it, where it may go on, and what it
// tells those who wait.
#include <tandem/tools/program/match/resumed_host.hpp>

#include <tests/tools/program/match/recorded_match.hpp>

namespace tandem::test {
namespace {

using sim::ErrorCode;
using tools::GoingOn;
using tools::ResumedHost;
using tools::SecretFile;

class ResumedHostTest : public RecordedMatch {
protected:
    void keep_secret() const {
        const auto file = SecretFile::of(place(), {ticket_.match, std::nullopt});
        ASSERT_TRUE(file.has_value());
        const auto written = file->write(ticket_);
        ASSERT_TRUE(written) << written.error().text();
    }
    sim::Result<ResumedHost> resume(GoingOn how, const std::string& tick = "") const {
        return in_program([&](const tools::Context& context) {
            return tools::resumed_host({path("a.tandem"), tick}, how, place(), context);
        });
    }
    sim::Mark name(std::uint32_t slot, std::string text) const {
        return {sim::MarkKind::player_name, sim::Tick{0}, slot, 0, std::move(text)};
    }
};

TEST_F(ResumedHostTest, KnowsTheLastTickItsStateItsChainsAndItsPlayers) {
    record({mark(0, id()), name(1, "ann")});
    keep_secret();
    const auto resumed = resume(GoingOn::behind_all);
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->game.info->name, "counter");
    EXPECT_EQ(resumed->setup.slots, 2U);
    ASSERT_TRUE(resumed->ticket.has_value());
    EXPECT_EQ(resumed->ticket->match, ticket_.match);
    EXPECT_EQ(resumed->past.ticks_done, 10U);
    EXPECT_EQ(resumed->past.state, state_);
    EXPECT_EQ(resumed->past.hashes.chain, chains_[10]);
    EXPECT_EQ(resumed->past.chains, chains_) << "the last keyframe is the start";
    EXPECT_EQ(resumed->past.record, records_[9]);
    EXPECT_EQ(resumed->past.names, (std::vector<std::string>{"", "ann"}));
    EXPECT_TRUE(resumed->past.takes_tails);
    EXPECT_EQ(resumed->awaited(), std::vector<std::uint32_t>{1});
}

TEST_F(ResumedHostTest, GoesOnJustAtATick) {
    record({mark(0, id())});
    keep_secret();
    for (const auto& [text, tick] : {std::pair("4", 4U), std::pair("-6", 4U), std::pair("0", 0U)}) {
        const auto resumed = resume(GoingOn::at_a_tick, text);
        ASSERT_TRUE(resumed) << resumed.error().text();
        EXPECT_EQ(resumed->past.ticks_done, tick);
        EXPECT_EQ(resumed->past.hashes.chain, chains_[tick]);
        EXPECT_EQ(resumed->past.record, tick == 0 ? sim::Bytes() : records_[tick - 1]);
        EXPECT_FALSE(resumed->past.takes_tails);
    }
    expect_error(resume(GoingOn::at_a_tick, "11"), ErrorCode::usage, "no state after 11 ticks");
}

TEST_F(ResumedHostTest, WithAnybodyItNeedsNeitherAMatchNorASecret) {
    record({});
    const auto resumed = resume(GoingOn::with_anybody, "4");
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_FALSE(resumed->ticket.has_value());
    EXPECT_TRUE(resumed->awaited().empty());
    EXPECT_EQ(resumed->past.ticks_done, 4U);
}

TEST_F(ResumedHostTest, ARecordingThatNamesNoMatchIsRefused) {
    record({});
    expect_error(resume(GoingOn::behind_all), ErrorCode::bad_data, "names no match");
}

TEST_F(ResumedHostTest, AGuestsRecordingIsRefused) {
    record({mark(1, id())});
    expect_error(resume(GoingOn::behind_all), ErrorCode::usage, "is the recording of player 1");
}

TEST_F(ResumedHostTest, WithoutASecretItSaysWhereItLooked) {
    record({mark(0, id())});
    expect_error(resume(GoingOn::behind_all), ErrorCode::io,
                 path("/.local/state/tandem/") + id().substr(0, 16) + "-host");
}

TEST_F(ResumedHostTest, ASecretOfAMatchOfAnotherSizeIsRefused) {
    ticket_.given = {0, 1, 1};
    record({mark(0, id())});
    keep_secret();
    expect_error(resume(GoingOn::behind_all), ErrorCode::bad_data, "of a match of 3 slots");
}

TEST_F(ResumedHostTest, ARecordingThatIsStillWrittenIsRefused) {
    keep_secret();
    record({mark(0, id())}, [this] {
        expect_error(resume(GoingOn::behind_all), ErrorCode::usage, "is being written");
        expect_error(resume(GoingOn::with_anybody), ErrorCode::usage, "is being written");
    });
    EXPECT_TRUE(resume(GoingOn::behind_all).has_value());
}

TEST_F(ResumedHostTest, TellsForWhomItWaitsAndHowLong) {
    record({mark(0, id()), name(1, "ann")});
    keep_secret();
    const auto resumed = resume(GoingOn::behind_all);
    ASSERT_TRUE(resumed) << resumed.error().text();
    net::MatchTicket raised = *resumed->ticket;
    ++raised.generation;
    const auto news = resumed->news(raised, 7'000, 120'000, "tandem");
    EXPECT_EQ(news.front(), "goes on with match " + id().substr(0, 8) +
                                ", generation 1, after 10 ticks; waits up to 120 s for player 1 "
                                "(ann) on UDP port 7000");
}

}  // namespace
}  // namespace tandem::test
