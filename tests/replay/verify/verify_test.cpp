// SPDX-License-Identifier: MIT
// Verifying counts what it compared, and fires on every fault that is planted.
#include <gtest/gtest.h>

#include <tandem/replay/verify/merge.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using replay::Replay;
using replay::VerifyReport;
using replay::VerifyVerdict;

template <class Game>
VerifyReport verify(const Replay& replay, const replay::Progress& progress = nullptr) {
    auto report = replay::verify(replay, sim::erase<Game>(), progress);
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return report ? std::move(report).value() : VerifyReport{};
}

template <class Game>
class EveryGameVerified : public testing::Test {};
using Games = testing::Types<Counter, Relay, WideInput>;
TYPED_TEST_SUITE(EveryGameVerified, Games);

TYPED_TEST(EveryGameVerified, ComparesEveryTickBlockAndState) {
    const Recorded recorded =
        record<TypeParam>({.ticks = 300, .options = {.epoch_ticks = 20, .keyframe_ticks = 100}});
    const auto replay = open_replay(recorded);
    const VerifyReport report = verify<TypeParam>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::same) << report.message;
    EXPECT_EQ(report.ticks_checked, 300U);
    EXPECT_EQ(report.ticks_recorded, 300U);
    EXPECT_EQ(report.chains_checked, 16U);  // the start and 15 epochs
    EXPECT_EQ(report.states_checked, 4U);
    EXPECT_EQ(report.chain, recorded.hashes.back().chain);
}

// The flipped bit of every field at every tick: found at that tick, and named where the state is at
// hand.
TEST(Verify, FiresOnAFlippedBitInAnyFieldAtAnyTick) {
    const std::uint64_t ticks = 24;
    const Recorded healthy = record<Counter>({.ticks = ticks});
    const sim::Schema& schema = sim::GameModel<Counter>::game_info().state_schema;
    std::uint64_t planted = 0;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), healthy.states[tick + 1])) {
            if (leaf.kind == sim::FieldKind::list) {
                continue;  // a length cannot be flipped alone
            }
            SCOPED_TRACE("tick " + std::to_string(tick) + " " + leaf.path);
            ++planted;
            const auto replay =
                open_replay(record<Counter>({.ticks = ticks,
                                             .plant = sim::Plant{sim::Tick{tick}, leaf.path},
                                             .options = {.block_ticks = 5, .keyframe_ticks = 1}}));
            const VerifyReport report = verify<Counter>(replay);
            ASSERT_EQ(report.verdict, VerifyVerdict::diverged);
            ASSERT_EQ(report.divergence->tick, sim::Tick{tick});
            ASSERT_EQ(report.ticks_checked, tick + 1);
            ASSERT_EQ(report.fields_ticks_done, tick + 1);
            ASSERT_EQ(report.fields.size(), 1U);
            ASSERT_EQ(report.fields[0].path, leaf.path);
            ASSERT_NE(report.message.find(leaf.path + " was flipped there on purpose"),
                      std::string::npos)
                << report.message;
        }
    }
    EXPECT_EQ(planted, ticks * 3);
}

TEST(Verify, NamesTheFieldsOfTheNextKeyframeAndSaysSo) {
    const auto replay =
        open_replay(record<Forked<0>>({.options = {.block_ticks = 10, .keyframe_ticks = 20}}));
    const VerifyReport report = verify<Forked<1>>(replay);
    EXPECT_EQ(report.divergence->tick, sim::Tick{50});
    EXPECT_EQ(report.ticks_checked, 51U);
    EXPECT_EQ(report.fields_ticks_done, 60U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_NE(report.message.find("the fields are those after 60 ticks"), std::string::npos)
        << report.message;
}

TEST(Verify, SaysWhereNoStateIsLeftToCompare) {
    const auto replay = open_replay(record<Forked<0>>({.options = {.has_keyframes = false}}));
    const VerifyReport report = verify<Forked<1>>(replay);
    EXPECT_EQ(report.divergence->tick, sim::Tick{50});
    EXPECT_TRUE(report.fields.empty());
    EXPECT_NE(report.message.find("cannot say which fields"), std::string::npos) << report.message;
}

void expect_legs_named_at_tick_33(const Recorded& recorded) {
    const auto replay = open_replay(recorded);
    const VerifyReport report = verify<Relay>(replay);
    EXPECT_EQ(report.divergence->tick, sim::Tick{33});
    EXPECT_EQ(report.fields_ticks_done, 34U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "legs");
}

TEST(Verify, PlantsAToldFaultAgainToNameTheFieldsOfItsTick) {
    expect_legs_named_at_tick_33(record<Relay>(
        {.plant = sim::Plant{sim::Tick{33}, "legs"}, .options = {.has_keyframes = false}}));
}

TEST(Verify, ComparesEvidenceOfTheVeryTick) {
    expect_legs_named_at_tick_33(
        record<Relay>({.plant = sim::Plant{sim::Tick{33}, "legs"},
                       .options = {.has_keyframes = false},
                       .before_tick = [](sim::Timeline& timeline, replay::Recorder& recorder,
                                         std::uint64_t tick) {
                           if (tick == 34) {
                               const sim::Bytes state = timeline.simulation().save();
                               EXPECT_TRUE(recorder.on_state(
                                   {sim::StatePurpose::evidence, tick, state, timeline.hashes()}));
                           }
                       }}));
}

TEST(Verify, NothingCheckedIsNoSuccess) {
    const auto replay = open_replay(record<Counter>({.ticks = 0}));
    const VerifyReport report = verify<Counter>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::nothing_checked);
    EXPECT_EQ(report.ticks_checked, 0U);
}

TEST(Verify, ChecksACutFileUpToItsLastWholeBlockAndSaysSo) {
    const Recorded recorded =
        record<Counter>({.end = std::nullopt, .options = {.block_ticks = 10}});
    const auto replay = open_replay(cut_at(recorded.file, recorded.file.size() - 1));
    const VerifyReport report = verify<Counter>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::same);
    EXPECT_EQ(report.ticks_checked, 90U);
    EXPECT_EQ(report.completeness, replay::Completeness::cut);
    EXPECT_NE(report.message.find("the file is cut"), std::string::npos) << report.message;
}

TEST(Verify, FiresOnAResetStateThatDiffers) {
    const auto replay = open_replay(record<OtherStart<0>>({}));
    const VerifyReport report = verify<OtherStart<1>>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::diverged);
    EXPECT_TRUE(report.divergence->is_reset);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_EQ(report.fields[0].a, "1");
    EXPECT_EQ(report.fields[0].b, "2");
}

TEST(Verify, FiresOnAMachineThatGoesAnotherWay) {
    const auto replay = open_replay(record<Forked<0>>({}));
    EXPECT_EQ(verify<Forked<0>>(replay).verdict, VerifyVerdict::same);
    const VerifyReport report = verify<Forked<1>>(replay);
    EXPECT_EQ(report.divergence->tick, sim::Tick{50});
}

TEST(Verify, FiresOnAStepThatOnlyFailsHere) {
    const auto replay = open_replay(record<HalfThrowing<false>>({.ticks = 20}));
    const VerifyReport report = verify<HalfThrowing<true>>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::diverged);
    EXPECT_EQ(report.divergence->tick, sim::Tick{12});
    EXPECT_NE(report.message.find("only here"), std::string::npos) << report.message;
}

// A keyframe whose checksums fit but that is not the state of its tick: the dozen bugs of other
// formats.
TEST(Verify, FiresOnAKeyframeThatIsNotBitExact) {
    Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    recorded.file = with_changed_keyframe(recorded.file, 40, replay::k_block_header_bytes);
    const auto replay = open_replay(recorded);
    const VerifyReport report = verify<Counter>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::diverged);
    EXPECT_EQ(report.divergence->ticks_done(), 40U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "ticks");
}

// A wrong chain is seen when the file is opened. Who let a wrong hash of the records pass would
// blame the game for what the file states, in the part that begins with this keyframe.
TEST(Verify, FiresOnAKeyframeWithAWrongHashOfItsRecords) {
    Recorded recorded = record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20}});
    recorded.file = with_changed_keyframe(recorded.file, 40, k_records_at);
    const auto replay = open_replay(recorded);
    const VerifyReport report = verify<Counter>(replay);
    ASSERT_EQ(report.verdict, VerifyVerdict::diverged);
    EXPECT_EQ(report.divergence->ticks_done(), 40U);
    EXPECT_TRUE(report.fields.empty());
    EXPECT_NE(report.divergence->text.find("running hashes"), std::string::npos)
        << report.divergence->text;
    const auto in_parts = replay::verify_in_segments(replay, sim::erase<Counter>(), {});
    ASSERT_TRUE(in_parts);
    EXPECT_EQ(in_parts->verdict, VerifyVerdict::diverged);
    EXPECT_EQ(in_parts->message, report.message);
}

// What is wrong with a stored state says nothing against the ticks, and hides none of them.
TEST(Verify, GoesOnPastAStateThatCannotBeLoadedAndCallsItAFlaw) {
    const Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    sim::Bytes file = with_unusable_keyframe(recorded.file, 40);
    file = with_unusable_keyframe(std::move(file), 0);
    const auto replay = open_replay(file);
    const VerifyReport report = verify<Counter>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::same);
    EXPECT_EQ(report.ticks_checked, 100U);
    EXPECT_EQ(report.chain, recorded.hashes.back().chain);
    EXPECT_EQ(report.states_checked, 4U);
    EXPECT_EQ(report.states_unusable, 2U);
    ASSERT_TRUE(report.flaw);
    EXPECT_EQ(report.flaw->code, sim::ErrorCode::bad_data);
    EXPECT_EQ(report.flaw->place, "byte " + std::to_string(list_blocks(file)[3].offset));
    EXPECT_NE(report.flaw->message.find("keyframe after 0 ticks"), std::string::npos);
    EXPECT_NE(report.message.find("2 of the states in the file cannot be loaded"),
              std::string::npos)
        << report.message;
    EXPECT_FALSE(verify<Counter>(open_replay(recorded)).flaw);
}

TEST(Verify, TakesFieldsFromTheNextStateThatCanBeLoaded) {
    Recorded recorded =
        record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    recorded.file = with_changed_keyframe(recorded.file, 80, replay::k_block_header_bytes);
    recorded.file = with_unusable_keyframe(recorded.file, 60);
    const auto replay = open_replay(recorded);
    const VerifyReport report = verify<Counter>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::diverged);
    EXPECT_EQ(report.ticks_checked, 80U);
    EXPECT_EQ(report.fields_ticks_done, 80U);
    EXPECT_EQ(report.states_unusable, 1U);
    ASSERT_TRUE(report.flaw);
    EXPECT_NE(report.flaw->message.find("keyframe after 60 ticks"), std::string::npos);
}

// A game may allow less than a file holds.
TEST(Verify, CountsAStateAboveTheGamesBoundAsAFlaw) {
    const auto replay = open_replay(record<Forked<0>>({}));
    const VerifyReport report = verify<TightFork<0>>(replay);
    EXPECT_EQ(report.verdict, VerifyVerdict::same);
    EXPECT_EQ(report.ticks_checked, 100U);
    EXPECT_EQ(report.states_checked, 0U);
    ASSERT_TRUE(report.flaw);
    EXPECT_NE(report.flaw->message.find("claims a state of 16 bytes, at most 8 are allowed"),
              std::string::npos)
        << report.flaw->message;
}

TEST(Verify, RefusesAnotherGame) {
    const auto replay = open_replay(record<Counter>({}));
    const auto report = replay::verify(replay, sim::erase<Relay>());
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, sim::ErrorCode::no_simulation);
}

TEST(Verify, TellsItsProgress) {
    const auto replay = open_replay(record<Counter>({.ticks = 1'000}));
    std::vector<std::uint64_t> told;
    verify<Counter>(replay, [&](std::uint64_t ticks_checked) {
        told.push_back(ticks_checked);
        return true;
    });
    EXPECT_EQ(told, (std::vector<std::uint64_t>{64, 128, 192, 256, 320, 384, 448, 512, 576, 640,
                                                704, 768, 832, 896, 960}));
}

TEST(Verify, EndsWhereItsCallerWantsAndSaysHowFarItCame) {
    const auto replay = open_replay(record<Counter>({.ticks = 1'000}));
    const auto until_128 = [](std::uint64_t ticks_checked) { return ticks_checked < 128; };
    const VerifyReport report = verify<Counter>(replay, until_128);
    EXPECT_EQ(report.verdict, VerifyVerdict::interrupted);
    EXPECT_EQ(replay::verdict_text(report.verdict), "interrupted");
    EXPECT_EQ(report.ticks_checked, 128U);
    EXPECT_EQ(report.message, "128 ticks of 1000 simulated again, all the same so far");
    EXPECT_FALSE(report.divergence);
    const auto done = open_replay(record<Counter>({.ticks = 128}));
    EXPECT_EQ(verify<Counter>(done, until_128).verdict, VerifyVerdict::same);
}

TEST(Verification, InPartsSaysWhatItSaysAtOnce) {
    for (const auto& plant :
         {std::optional<sim::Plant>(), std::optional(sim::Plant{sim::Tick{500}, "ticks"})}) {
        const auto replay = open_replay(record<Counter>({.ticks = 1'000, .plant = plant}));
        auto parts = replay::Verification::start(replay, sim::erase<Counter>());
        ASSERT_TRUE(parts);
        while (parts->advance(7)) {
            EXPECT_LE(parts->ticks_checked(), parts->ticks_done());
        }
        EXPECT_FALSE(parts->advance(7));
        const VerifyReport in_parts = parts->finish();
        const VerifyReport at_once = verify<Counter>(replay);
        EXPECT_EQ(in_parts.verdict, at_once.verdict);
        EXPECT_EQ(in_parts.message, at_once.message);
        EXPECT_EQ(in_parts.ticks_checked, at_once.ticks_checked);
        EXPECT_EQ(in_parts.chain, at_once.chain);
    }
}

TEST(Verification, ThatIsFinishedBeforeItsEndIsInterrupted) {
    const auto replay = open_replay(record<Counter>({.ticks = 100}));
    auto parts = replay::Verification::start(replay, sim::erase<Counter>());
    ASSERT_TRUE(parts);
    EXPECT_TRUE(parts->advance(40));
    const VerifyReport report = parts->finish();
    EXPECT_EQ(report.verdict, VerifyVerdict::interrupted);
    EXPECT_EQ(report.ticks_checked, 40U);
}

TEST(Verify, ThatWasEndedEarlyKeepsTheDivergenceItFound) {
    const auto replay =
        open_replay(record<Counter>({.ticks = 1'000, .plant = sim::Plant{sim::Tick{20}, "ticks"}}));
    const VerifyReport report = verify<Counter>(replay, [](std::uint64_t) { return false; });
    EXPECT_EQ(report.verdict, VerifyVerdict::diverged);
    EXPECT_EQ(report.divergence->tick, sim::Tick{20});
}

TEST(Verify, ComparesAFileThatBeginsLater) {
    const Recorded whole = record<Counter>({.ticks = 50, .options = {.block_ticks = 10}});
    const auto later = open_replay(continued(whole, sim::erase<Counter>(), 20));
    const VerifyReport report = verify<Counter>(later);
    EXPECT_EQ(report.verdict, VerifyVerdict::same) << report.message;
    EXPECT_EQ(report.ticks_checked, 30U);
}

}  // namespace
}  // namespace tandem::test
