// SPDX-License-Identifier: MIT
// What the segments come to together is what the straight run says, and `unsaved` where the
// straight run cannot see it.
#include <gtest/gtest.h>

#include <tandem/replay/verify/merge.hpp>
#include <tests/replay/verify/reports.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::VerifyReport;
using replay::VerifyVerdict;

const replay::RecorderOptions k_options{.block_ticks = 10, .keyframe_ticks = 20};

template <class Game>
class EveryGameInSegments : public testing::Test {};
using GamesInSegments = testing::Types<Counter, Relay, WideInput, Faulty>;
TYPED_TEST_SUITE(EveryGameInSegments, GamesInSegments);

TYPED_TEST(EveryGameInSegments, IsReportedAsByTheStraightRun) {
    const sim::FaultsExpected faults;
    for (const std::uint64_t ticks : {0U, 1U, 19U, 20U, 21U, 100U, 137U}) {
        SCOPED_TRACE(ticks);
        const auto replay = open_replay(record<TypeParam>({.ticks = ticks, .options = k_options}));
        expect_equal(in_segments<TypeParam>(replay), straight<TypeParam>(replay));
        expect_equal(in_segments<TypeParam>(replay, {.round_trip_ticks = 3, .storm = {9, 1}}),
                     straight<TypeParam>(replay));
    }
}

TEST(MergedSegments, TellOfAPlantedFaultWhatTheStraightRunTells) {
    for (std::uint64_t tick = 0; tick < 60; ++tick) {
        SCOPED_TRACE(tick);
        const auto replay = open_replay(record<Counter>(
            {.ticks = 60, .plant = sim::Plant{sim::Tick{tick}, "ticks"}, .options = k_options}));
        const VerifyReport report = in_segments<Counter>(replay);
        ASSERT_EQ(report.verdict, VerifyVerdict::diverged);
        expect_equal(report, straight<Counter>(replay));
    }
}

TEST(MergedSegments, TellOfDamageWhatTheStraightRunTells) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    sim::Bytes wrong = recorded.file;
    wrong = with_changed_keyframe(wrong, 40, replay::k_block_header_bytes);
    for (const sim::Bytes& file :
         {with_unusable_keyframe(recorded.file, 40), with_unusable_keyframe(recorded.file, 0),
          wrong, cut_at(recorded.file, recorded.file.size() - 1),
          cut_at(recorded.file, recorded.file.size() / 2)}) {
        const auto replay = open_replay(file);
        expect_equal(in_segments<Counter>(replay), straight<Counter>(replay));
    }
}

TEST(MergedSegments, TellOfAnotherMachineWhatTheStraightRunTells) {
    const auto forked = open_replay(record<Forked<0>>({.options = k_options}));
    const auto other = open_replay(record<OtherStart<0>>({.options = k_options}));
    const auto throwing = open_replay(record<HalfThrowing<false>>({.options = k_options}));
    const auto tight = open_replay(record<Forked<0>>({.options = k_options}));
    expect_equal(in_segments<Forked<1>>(forked), straight<Forked<1>>(forked));
    expect_equal(in_segments<OtherStart<1>>(other), straight<OtherStart<1>>(other));
    expect_equal(in_segments<HalfThrowing<true>>(throwing), straight<HalfThrowing<true>>(throwing));
    expect_equal(in_segments<TightFork<0>>(tight), straight<TightFork<0>>(tight));
}

TEST(MergedSegments, ComeToAFileThatBeginsLater) {
    const Recorded whole = record<Counter>({.ticks = 50, .options = k_options});
    const auto later = open_replay(continued(whole, sim::erase<Counter>(), 20));
    expect_equal(in_segments<Counter>(later, {.round_trip_ticks = 7, .storm = {20, 3}}),
                 straight<Counter>(later));
}

TEST(MergedSegments, RefuseAnotherGame) {
    const auto replay = open_replay(record<Counter>({}));
    const auto report = replay::verify_in_segments(replay, sim::erase<Relay>());
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, sim::ErrorCode::no_simulation);
}

TEST(MergedSegments, FindAForgottenFieldWhereAKeyframeLiesBefore) {
    const auto replay = open_replay(record<Forgetful>({.options = k_options}));
    EXPECT_EQ(straight<Forgetful>(replay).verdict, VerifyVerdict::same);
    const VerifyReport report = in_segments<Forgetful>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::unsaved);
    EXPECT_EQ(replay::verdict_text(report.verdict), "unsaved");
    ASSERT_TRUE(report.unsaved);
    EXPECT_EQ(report.unsaved->from_ticks_done, 20U);
    EXPECT_EQ(report.unsaved->ticks_done, 21U);
    EXPECT_FALSE(report.divergence);
    EXPECT_EQ(report.ticks_checked, 100U);
    EXPECT_EQ(report.fields_ticks_done, 21U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_NE(report.message.find("restored after 20 ticks it goes another way: tick 20 is the "
                                  "first to differ, in total: the state holds something that "
                                  "serialize leaves out"),
              std::string::npos)
        << report.message;
}

TEST(MergedSegments, SayWhereARestoreFails) {
    const auto replay = open_replay(record<Unrestorable>({.options = k_options}));
    EXPECT_EQ(straight<Unrestorable>(replay).verdict, VerifyVerdict::same);
    const VerifyReport report = in_segments<Unrestorable>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::unsaved);
    EXPECT_NE(report.message.find("too late to come back"), std::string::npos) << report.message;
}

class NoKeyframe : public testing::Test {
protected:
    template <class Game>
    static replay::Replay recorded() {
        auto replay = open_replay(
            record<Game>({.ticks = 200, .options = {.block_ticks = 10, .has_keyframes = false}}));
        EXPECT_EQ(in_segments<Game>(replay).verdict, VerifyVerdict::same);
        return replay;
    }
};

TEST_F(NoKeyframe, HidesAForgottenFieldThatRoundTripsFind) {
    const auto replay = recorded<SeldomForgetful<32>>();
    const VerifyReport report = in_segments<SeldomForgetful<32>>(replay, {.round_trip_ticks = 50});
    EXPECT_EQ(report.verdict, VerifyVerdict::unsaved) << report.message;
    EXPECT_EQ(report.unsaved->from_ticks_done, 50U);
    EXPECT_EQ(report.unsaved->ticks_done, 64U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
}

TEST_F(NoKeyframe, HidesAStateThatComesBackAsAnother) {
    const auto replay = recorded<Rounding>();
    const VerifyReport report = in_segments<Rounding>(replay, {.round_trip_ticks = 1});
    EXPECT_EQ(report.verdict, VerifyVerdict::unsaved) << report.message;
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_NE(report.message.find("and saved again, the state is another one, in total"),
              std::string::npos)
        << report.message;
}

TEST_F(NoKeyframe, HidesAForgottenFieldThatASeekStormFinds) {
    const auto replay = recorded<SeldomForgetful<32>>();
    const VerifyReport report = in_segments<SeldomForgetful<32>>(replay, {.storm = {50, 7}});
    EXPECT_EQ(report.verdict, VerifyVerdict::unsaved) << report.message;
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_EQ(report.fields_ticks_done, report.unsaved->ticks_done);
    EXPECT_NE(report.message.find("of 50 (seed 7), from "), std::string::npos) << report.message;
}

TEST_F(NoKeyframe, IsNoObstacleForASoundGame) {
    const auto replay = recorded<Counter>();
    const VerifyReport report =
        in_segments<Counter>(replay, {.round_trip_ticks = 10, .storm = {30, 1}});
    EXPECT_EQ(report.verdict, VerifyVerdict::same);
    EXPECT_EQ(report.restores_checked, 19U);
    EXPECT_EQ(report.seeks_checked, 30U);
}

TEST(MergedSegments, UntilAnInterruptionAreReportedSoFar) {
    const auto replay = open_replay(record<Counter>({.ticks = 1'000, .options = k_options}));
    const auto until = [](std::uint64_t ticks_checked) { return ticks_checked < 300; };
    const auto report = replay::verify_in_segments(replay, sim::erase<Counter>(), {}, until);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdict, VerifyVerdict::interrupted);
    EXPECT_EQ(report->ticks_checked, 320U);
    EXPECT_EQ(report->message, "320 ticks of 1000 simulated again, all the same so far");
}

// However many of the segments were begun, only those without a gap before them count.
TEST(MergedSegments, StopAtTheFirstThatWasNotBegun) {
    const auto replay = open_replay(record<Counter>({.ticks = 60, .options = k_options}));
    const sim::AnySimulation spare = sim::erase<Counter>();
    const auto segments = replay::plan_segments(replay);
    std::vector<replay::SegmentReport> reports(segments.size());
    reports[0] = replay::verify_segment(replay, spare, segments[0]);
    reports[2] = replay::verify_segment(replay, spare, segments[2]);
    const auto report = replay::conclude(replay, spare, reports, {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->verdict, VerifyVerdict::interrupted);
    EXPECT_EQ(report->ticks_checked, 20U);
}

}  // namespace
}  // namespace tandem::test
