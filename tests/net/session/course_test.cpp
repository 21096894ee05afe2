// SPDX-License-Identifier: MIT
// How a session ends, and what happens between two sides that differ, without any network.
#include <tandem/net/session/course.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <variant>
#include <vector>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

using net::Course;
using net::Outgoing;
using net::PeerId;
using net::SessionStage;
using std::chrono::seconds;

constexpr PeerId k_course_peer{3};

// Player 0 alone with a connection to player 1, who has given all its inputs. Unpaced.
struct CourseSide {
    explicit CourseSide(std::uint64_t ticks)
        : play({.is_paced = false}, sim::erase<Counter>(), scripted(Slot{0}), &trace),
          course(play, peers) {
        EXPECT_TRUE(play.reset(make_setup(sim::erase<Counter>().info(), 2), Slot{0}).has_value());
        net::Peer& peer = peers.connect(k_course_peer, Time{0});
        peer.slot = Slot{1};
        play.link(peer, {0}, Time{0});
        play.agreement().end_at({ticks, sim::EndReason::tick_limit, Slot{0}});
        EXPECT_TRUE(play.begin({"Anna", "Ben"}, Time{0}).has_value());
        course.play();
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            play.agreement().inputs(1).insert(tick, sim::Bytes(2));
        }
        EXPECT_TRUE(play.advance(peers, Time{1}).has_value());
        EXPECT_EQ(play.ticks_done(), ticks);
        play.extract_events();
    }
    net::Peer& peer() { return *peers.find(k_course_peer); }
    sim::ChainHash chain(std::uint64_t ticks) {
        return play.match().history().find(ticks)->hashes.chain;
    }
    // The peer has told our history up to here.
    void compare_until(std::uint64_t ticks) {
        peer().link->receive_hash({ticks, static_cast<std::uint32_t>(chain(ticks).value)});
        EXPECT_TRUE(play.compare(peers).empty());
    }
    // The only message of a type that is to be sent.
    template <class Kind>
    std::optional<Kind> sent() {
        std::optional<Kind> found;
        for (const Outgoing& outgoing : peers.extract_outgoing()) {
            if (outgoing.kind != Outgoing::Kind::packet ||
                outgoing.channel != net::Channel::reliable) {
                continue;
            }
            const auto message = net::decode_message(outgoing.bytes);
            EXPECT_TRUE(message.has_value());
            if (const Kind* kind = std::get_if<Kind>(&*message)) {
                EXPECT_FALSE(found.has_value());
                found = *kind;
            }
        }
        return found;
    }
    template <class Kind>
    const Kind* event() {
        for (net::Event& event : play.extract_events()) {
            events.push_back(std::move(event));
        }
        for (const net::Event& event : events) {
            if (const Kind* found = std::get_if<Kind>(&event)) {
                return found;
            }
        }
        return nullptr;
    }

    Trace trace;
    net::Peers peers;
    net::Play play;
    Course course;
    std::vector<net::Event> events;
};

TEST(CourseTest, AStandstillCountsOnlyWhileTheOthersWait) {
    CourseSide side(5);
    EXPECT_FALSE(side.course.on_call(seconds(4), seconds(5)).has_value());
    EXPECT_EQ(side.course.on_call(seconds(9), seconds(5)), Time(seconds(5)));
    EXPECT_EQ(side.course.now(), seconds(9));
    EXPECT_FALSE(Course(side.play, side.peers).on_call(seconds(99), seconds(5)).has_value());
    side.course.on_advance();
    EXPECT_EQ(side.course.elapsed(), Time{0});
    side.course.on_call(seconds(101), seconds(5));
    side.course.on_call(seconds(102), seconds(5));
    side.course.on_advance();
    EXPECT_EQ(side.course.elapsed(), milliseconds(250)) << "longer than that we stood still";
}

TEST(CourseTest, ASessionEndsOnceForTheFirstReasonAndClosesEverything) {
    CourseSide side(5);
    EXPECT_TRUE(side.course.is_running());
    side.course.end(sim::EndReason::interrupted, Slot{0}, std::nullopt);
    side.course.end(sim::EndReason::peer_lost, Slot{1}, std::nullopt);
    EXPECT_FALSE(side.course.is_running());
    const std::vector<net::Event> events = side.play.extract_events();
    ASSERT_EQ(events.size(), 1U);
    const auto& ended = std::get<net::Ended>(events[0]);
    EXPECT_EQ(ended.reason, sim::EndReason::interrupted);
    EXPECT_EQ(ended.ticks, 5U);
    EXPECT_EQ(ended.chain, side.play.match().timeline().chain());
    EXPECT_EQ(side.trace.end, sim::EndReason::interrupted);
    EXPECT_TRUE(side.peers.all().empty());
    EXPECT_EQ(side.peers.extract_outgoing().back().kind, Outgoing::Kind::close);
}

TEST(CourseTest, AFaultHereIsToldWithoutItsDetailsUnlessItIsTheGames) {
    for (const bool is_step : {false, true}) {
        CourseSide side(5);
        const sim::Error error{is_step ? sim::ErrorCode::step_failed : sim::ErrorCode::io,
                               "secret.tdm", "full"};
        side.course.fail(error);
        const auto bye = side.sent<net::Bye>();
        ASSERT_TRUE(bye.has_value());
        EXPECT_EQ(bye->reason,
                  is_step ? sim::EndReason::step_failed : sim::EndReason::recording_failed);
        EXPECT_EQ(bye->why.find("secret") != std::string::npos, is_step);
        ASSERT_NE(side.event<net::Ended>(), nullptr);
        EXPECT_EQ(side.event<net::Ended>()->error->message, "full");
    }
}

// Its thread is somewhere in the middle of a step, which is not called again.
TEST(CourseTest, WhatIsBrokenOffTellsTheOthersWhyAndRecordsAllThatWasPlayed) {
    CourseSide side(5);
    const net::Ended ended = side.course.break_off(
        {sim::EndReason::interrupted, "its game did not come back"}, std::nullopt);
    const auto bye = side.sent<net::Bye>();
    ASSERT_TRUE(bye.has_value());
    EXPECT_EQ(bye->why, "its game did not come back");
    EXPECT_EQ(ended.ticks, 5U);
    EXPECT_EQ(ended.chain, side.play.match().timeline().chain());
    EXPECT_EQ(side.trace.end, sim::EndReason::interrupted);
    EXPECT_EQ(side.play.ticks_done(), 5U);
    EXPECT_TRUE(side.peers.all().empty());
}

TEST(CourseTest, TwoSidesAreDoneWithEachOtherOnceBothHaveComparedAndSaidSo) {
    CourseSide side(5);
    EXPECT_EQ(side.course.finish_with(side.peer(), 6, false).value(), false) << "not simulated";
    EXPECT_EQ(side.course.finish_with(side.peer(), 5, false).value(), false) << "not compared";
    EXPECT_FALSE(side.sent<net::Done>().has_value());
    side.compare_until(5);
    EXPECT_EQ(side.course.finish_with(side.peer(), 5, false).value(), false);
    const auto done = side.sent<net::Done>();
    ASSERT_TRUE(done.has_value());
    EXPECT_EQ(done->ticks, 5U);
    EXPECT_EQ(done->chain, side.chain(5));
    EXPECT_EQ(side.course.finish_with(side.peer(), 5, false).value(), false);
    EXPECT_FALSE(side.sent<net::Done>().has_value()) << "once";
    side.peer().done = net::Done{5, side.chain(5)};
    EXPECT_EQ(side.course.finish_with(side.peer(), 5, false).value(), true);
    side.peer().done = net::Done{4, side.chain(4)};
    EXPECT_FALSE(side.course.finish_with(side.peer(), 5, false).has_value());
    side.peer().done = net::Done{5, side.chain(4)};
    EXPECT_FALSE(side.course.finish_with(side.peer(), 5, false).has_value());
}

// Whoever plays on tells later hashes, so the one of just this tick may be lost for good.
TEST(CourseTest, AnEqualAccountOfTheEndStandsForTheLastHash) {
    CourseSide side(5);
    side.peer().done = net::Done{5, side.chain(5)};
    EXPECT_EQ(side.course.finish_with(side.peer(), 5, false).value(), true);
    EXPECT_TRUE(side.sent<net::Done>().has_value());
}

TEST(CourseTest, OfAPeerThatOnlyPassesOnNobodyWaitsForTheOtherToSpeakFirst) {
    CourseSide side(5);
    EXPECT_EQ(side.course.finish_with(side.peer(), 5, true).value(), false);
    EXPECT_TRUE(side.sent<net::Done>().has_value());
}

TEST(CourseTest, AnAgreedEndIsAFailureOnlyIfAPeerOrTheSourceFailed) {
    CourseSide side(5);
    side.course.end_as_agreed();
    ASSERT_NE(side.event<net::Ended>(), nullptr);
    EXPECT_EQ(side.event<net::Ended>()->reason, sim::EndReason::tick_limit);
    EXPECT_FALSE(side.event<net::Ended>()->error.has_value());
    CourseSide lost(5);
    lost.course.lost_text = "player 1 is gone";
    lost.course.end_as_agreed();
    EXPECT_EQ(lost.event<net::Ended>()->error->code, sim::ErrorCode::network);
}

TEST(CourseTest, ChainsOfThePeerOpenADisputeThatItsReportCloses) {
    CourseSide side(9);
    side.compare_until(3);
    net::Differ differ{3, {}};
    for (std::uint64_t ticks = 3; ticks <= 9; ++ticks) {
        differ.chains.push_back(sim::ChainHash{side.chain(ticks).value + (ticks >= 7 ? 1U : 0U)});
    }
    ASSERT_TRUE(side.course.receive_differ(side.peer(), differ, seconds(5)).has_value());
    ASSERT_NE(side.event<net::Alarm>(), nullptr);
    EXPECT_EQ(side.event<net::Alarm>()->ticks_agreed, 3U);
    EXPECT_EQ(side.event<net::Alarm>()->ticks_differ, 7U);
    ASSERT_TRUE(side.peer().dispute.has_value());
    EXPECT_FALSE(side.peer().dispute->is_complete(Time{0}));

    net::Autopsy report;
    report.ticks_done = 7;
    report.hashes = {sim::ChainHash{side.chain(7).value + 1},
                     side.play.match().history().find(7)->hashes.records};
    ASSERT_TRUE(side.course.receive_report(side.peer(), report, seconds(5)).has_value());
    EXPECT_FALSE(side.peer().dispute->is_complete(Time{0})) << "it may still need our state";
    side.peers.extract_outgoing();
    ASSERT_TRUE(side.course.go_on(side.peer()).has_value());
    EXPECT_EQ(side.sent<net::Enough>()->ticks_done, 7U) << "it has no state to be asked for";
    ASSERT_TRUE(side.course.receive_walk(side.peer(), net::Enough{7}).has_value());
    EXPECT_TRUE(side.peer().dispute->is_complete(Time{0}));
    const net::Desynced desync = side.course.explain(side.peer());
    EXPECT_EQ(desync.tick.number, 6U);
    EXPECT_EQ(desync.cause, net::DesyncCause::simulation);
    ASSERT_NE(side.event<net::Desynced>(), nullptr);
    side.course.end_by_desync(desync);
    EXPECT_EQ(side.event<net::Ended>()->error->code, sim::ErrorCode::divergence);
    EXPECT_TRUE(side.trace.has_mark(sim::MarkKind::desync));
    ASSERT_EQ(side.trace.evidence.size(), 1U);
    EXPECT_EQ(side.trace.evidence[0].ticks_done, 7U);
}

TEST(CourseTest, OurReportIsSentOnceAndEachOfTheirsTakenOnce) {
    const net::Differ differ{7, {sim::ChainHash{1}}};
    net::Autopsy report;
    report.ticks_done = 7;
    report.hashes.chain = sim::ChainHash{1};
    for (const bool has_chains : {false, true}) {
        CourseSide side(9);
        std::size_t reports = 0;
        if (has_chains) {
            ASSERT_TRUE(side.course.receive_differ(side.peer(), differ, seconds(5)).has_value());
            reports += side.sent<net::Autopsy>().has_value() ? 1U : 0U;
            EXPECT_FALSE(side.course.receive_differ(side.peer(), differ, seconds(5)).has_value());
        }
        ASSERT_TRUE(side.course.receive_report(side.peer(), report, seconds(5)).has_value());
        reports += side.sent<net::Autopsy>().has_value() ? 1U : 0U;
        EXPECT_EQ(reports, 1U);
        EXPECT_FALSE(side.course.receive_report(side.peer(), report, seconds(5)).has_value());
        EXPECT_FALSE(side.course.receive_differ(side.peer(), differ, seconds(5)).has_value());
    }
}

TEST(CourseTest, OfAWalkWithoutADisputeNothingIsTaken) {
    CourseSide side(9);
    for (const net::Message& message :
         {net::Message(net::Ask{7, {1}}), net::Message(net::Pieces{7, {}}),
          net::Message(net::Enough{7})}) {
        EXPECT_TRUE(Course::is_of_walk(message));
        EXPECT_FALSE(Course::receive_walk(side.peer(), message).has_value());
    }
    EXPECT_FALSE(Course::is_of_walk(net::Done{}));
}

TEST(CourseTest, AnAlarmWithoutADifferenceIsRefused) {
    CourseSide side(9);
    side.compare_until(5);
    EXPECT_FALSE(
        side.course.receive_differ(side.peer(), {5, {side.chain(5)}}, seconds(5)).has_value());
    EXPECT_FALSE(side.course.receive_report(side.peer(), {}, seconds(5)).has_value());
    EXPECT_FALSE(side.peer().dispute.has_value());
    EXPECT_EQ(side.event<net::Alarm>(), nullptr);
    EXPECT_TRUE(side.peers.extract_outgoing().empty());
}

}  // namespace
}  // namespace tandem::test
