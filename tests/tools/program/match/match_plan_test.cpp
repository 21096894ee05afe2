// SPDX-License-Identifier: MIT
// Where a guest is told to go, and what a session is told of coming back.
#include <tandem/tools/program/match/match_plan.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(ParseAddress, TakesAHostAndAPort) {
    EXPECT_EQ(parse_address("localhost")->host_name, "localhost");
    EXPECT_EQ(parse_address("localhost")->port, 47000);
    EXPECT_EQ(parse_address("10.1.2.3:5")->host_name, "10.1.2.3");
    EXPECT_EQ(parse_address("10.1.2.3:65535")->port, 65535);
}

TEST(ParseAddress, RefusesWhatIsNone) {
    for (const char* bad : {"", ":5", "a:", "a:0", "a:65536", "a:x", "a:-1", "::1", "[::1]:5"}) {
        const auto address = parse_address(bad);
        ASSERT_FALSE(address) << bad;
        EXPECT_EQ(address.error().code, sim::ErrorCode::usage);
    }
}

TEST(MatchSessionOptions, WaitAsLongAsIsAskedAndElseTheSessionsOwnTime) {
    MatchPlan plan;
    EXPECT_EQ(match_session_options(plan)->wait_return_ms, net::SessionOptions().wait_return_ms);
    EXPECT_TRUE(plan.may_return());
    for (const std::uint32_t seconds : {0U, 1U, 86'400U}) {
        plan.wait_return_s = seconds;
        EXPECT_EQ(match_session_options(plan)->wait_return_ms, seconds * 1'000);
        EXPECT_EQ(plan.may_return(), seconds != 0);
    }
}

TEST(MatchResumeOptions, DemandTheRecordingsSetupAndClaimItsSlot) {
    ResumedMatch resumed;
    resumed.setup.seed = 7;
    resumed.setup.slots = 3;
    resumed.setup.options = {std::byte{1}};
    resumed.setup.assets = {Asset::from_content("here", {std::byte{2}}), Asset{"named", 1, {}, {}}};
    resumed.ticket.slot = 2;
    resumed.past.ticks_done = 9;
    const net::JoinOptions join = match_resume_options(resumed, {.ticks_limit = 50});
    EXPECT_EQ(join.session.ticks_limit, 50U);
    EXPECT_EQ(join.seed, 7U);
    EXPECT_EQ(join.players, 3U);
    EXPECT_EQ(join.options, resumed.setup.options);
    ASSERT_EQ(join.assets.size(), 1U) << "an asset without content is of no use";
    EXPECT_EQ(join.assets[0].name, "here");
    EXPECT_EQ(join.ticket->slot, 2U);
    EXPECT_EQ(join.past->ticks_done, 9U);
}

TEST(HostResumeOptions, GoOnWithTheRecordingsPastAndNameUnlessAnotherIsGiven) {
    ResumedHost resumed;
    resumed.setup.slots = 2;
    resumed.ticket = net::draw_match_ticket(net::SecretKey(), 2);
    resumed.past.ticks_done = 9;
    resumed.past.names = {"ann", "bob"};
    const auto host = match_resume_options(resumed, {});
    ASSERT_TRUE(host.has_value());
    EXPECT_EQ(host->past->ticks_done, 9U);
    EXPECT_EQ(host->ticket->match, resumed.ticket->match);
    EXPECT_EQ(host->session.player_name, "ann");
    const auto renamed = match_resume_options(resumed, {.player_name = "eve"});
    ASSERT_TRUE(renamed.has_value());
    EXPECT_EQ(renamed->past->names, (std::vector<std::string>{"eve", "bob"}));
}

TEST(HostResumeOptions, RefuseALimitThatHasPassedAndAWaitForNobody) {
    ResumedHost resumed;
    resumed.past.ticks_done = 9;
    resumed.past.names = {"", ""};
    EXPECT_FALSE(match_resume_options(resumed, {.ticks_limit = 9}).has_value());
    EXPECT_TRUE(match_resume_options(resumed, {.ticks_limit = 10}).has_value());
    EXPECT_TRUE(match_resume_options(resumed, {.wait_return_ms = 0}).has_value())
        << "newcomers are waited for as at a start";
    resumed.ticket = net::draw_match_ticket(net::SecretKey(), 2);
    EXPECT_FALSE(match_resume_options(resumed, {.wait_return_ms = 0}).has_value());
}

}  // namespace
}  // namespace tandem::tools
