// SPDX-License-Identifier: MIT
// A part of a recording comes out as recorded, or parts at the very place; and only a run that
// comes to a whole chain of the file is confirmed.
#include <tandem/replay/play/run.hpp>

#include <optional>

#include <gtest/gtest.h>

#include <tandem/replay/play/recorded_chain.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::AtParting;
using replay::RunFrom;

Recording near_keyframes() { return {.options = {.block_ticks = 10, .keyframe_ticks = 20}}; }

replay::Run run_to(const replay::Replay& replay, RunFrom from, std::uint64_t end,
                   AtParting at_parting = AtParting::stop) {
    auto run = replay::run_to(replay, sim::erase<Counter>(), from, end, at_parting);
    EXPECT_TRUE(run) << (run ? "" : run.error().text());
    return run ? std::move(run).value() : replay::Run(replay, sim::erase<Counter>());
}

TEST(Run, EndsInTheRecordedStateWhereverItBegins) {
    const Recorded recorded = record<Counter>(near_keyframes());
    const auto replay = open_replay(recorded);
    for (const std::uint64_t end : {0U, 1U, 20U, 57U, 100U}) {
        const replay::Run near = run_to(replay, RunFrom::keyframe, end);
        const replay::Run whole = run_to(replay, RunFrom::start, end);
        EXPECT_TRUE(near.agrees() && whole.agrees());
        EXPECT_EQ(near.simulation().save(), recorded.states[end]);
        EXPECT_EQ(whole.simulation().save(), recorded.states[end]);
        EXPECT_EQ(near.hashes(), recorded.hashes[end]);
        EXPECT_EQ(whole.began_at(), 0U);
        EXPECT_GE(near.began_at() + 20, end);
    }
}

TEST(Run, StopsWhereItPartsIfItIsToldSo) {
    Recording recording = near_keyframes();
    recording.plant = sim::Plant{sim::Tick{53}, "totals[0]", 3, false};
    const auto replay = open_replay(record<Counter>(recording));
    const replay::Run run = run_to(replay, RunFrom::start, 100);
    EXPECT_EQ(run.parted_at()->ticks_done(), 54U);
    EXPECT_EQ(run.ticks_done(), 54U);
    const replay::Run on = run_to(replay, RunFrom::start, 100, AtParting::go_on);
    EXPECT_EQ(on.parted_at()->ticks_done(), 54U);
    EXPECT_EQ(on.ticks_done(), 100U);
}

TEST(Run, PlantsTheFaultsOfMarksIfItIsToldSo) {
    const Recorded recorded = record<Counter>({.plant = sim::Plant{sim::Tick{33}, "totals[0]"}});
    const auto replay = open_replay(recorded);
    auto run = replay::Run::from_start(replay, sim::erase<Counter>());
    ASSERT_TRUE(run && run->plant_faults());
    ASSERT_TRUE(run->go_to(100, AtParting::stop));
    EXPECT_TRUE(run->agrees());
    EXPECT_EQ(run->simulation().save(), recorded.states[100]);
    EXPECT_EQ(run_to(replay, RunFrom::start, 100).parted_at()->ticks_done(), 34U);
}

TEST(Run, ARestoreOnTheWayShowsWhatAStateLacks) {
    const auto replay = open_replay(record<SeldomForgetful<16>>(near_keyframes()));
    auto run = replay::Run::from_start(replay, sim::erase<SeldomForgetful<16>>());
    ASSERT_TRUE(run && run->go_to(40, AtParting::stop));
    const replay::RunPlace place = run->place();
    ASSERT_TRUE(run->renew(sim::erase<SeldomForgetful<16>>()) && run->jump(place));
    ASSERT_TRUE(run->go_to(100, AtParting::stop));
    EXPECT_EQ(run->parted_at()->ticks_done(), 48U) << "the next tick that reads the lost field";
}

TEST(Run, RemembersTheEarliestPartingAcrossJumps) {
    Recording recording = near_keyframes();
    recording.plant = sim::Plant{sim::Tick{53}, "totals[0]", 3, false};
    const auto replay = open_replay(record<Counter>(recording));
    replay::Run run = run_to(replay, RunFrom::start, 70, AtParting::go_on);
    ASSERT_TRUE(run.jump_to_keyframe(0, 100));
    ASSERT_TRUE(run.go_to(100, AtParting::go_on));
    EXPECT_EQ(run.parted_at()->ticks_done(), 54U);
    ASSERT_TRUE(run.start());
    EXPECT_FALSE(run.parted_at());
}

TEST(Run, KnowsTheGamesOwnFailureUntilAJump) {
    const auto replay = open_replay(record<HalfThrowing<false>>({.slots = 2, .ticks = 20}));
    auto run = replay::Run::from_start(replay, sim::erase<HalfThrowing<true>>());
    ASSERT_TRUE(run);
    const replay::RunPlace begin = run->place();
    ASSERT_TRUE(run->go_to(20, AtParting::stop)) << "that the game fails is an answer";
    EXPECT_EQ(run->ticks_done(), 12U);
    EXPECT_FALSE(run->parted_at() || run->agrees());
    EXPECT_TRUE(run->failure()->text().starts_with("tick 12")) << run->failure()->text();
    ASSERT_TRUE(run->jump(begin));
    EXPECT_FALSE(run->failure());
}

TEST(Run, EndsEarlyWhereTheCallerStops) {
    const auto replay = open_replay(record<Counter>(near_keyframes()));
    const auto run = replay::run_to(replay, sim::erase<Counter>(), RunFrom::start, 100,
                                    AtParting::stop, [](auto) { return false; });
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->is_stopped());
    EXPECT_EQ(run->ticks_done(), 0U);
}

class RunFromAKeyframe : public testing::Test {
protected:
    RunFromAKeyframe() {
        file_ = recorded_.file;
        for (const std::uint64_t ticks_done : {40U, 60U}) {
            file_ = with_unusable_keyframe(std::move(file_), ticks_done);
        }
        replay_ = open_replay(file_);
        run_.emplace(*replay_, sim::erase<Counter>());
        EXPECT_TRUE(run_->start());
    }
    // Returns after how many ticks the run then is.
    std::uint64_t jump(std::uint64_t after, std::uint64_t before) {
        const std::uint64_t here = run_->ticks_done();
        const bool has_jumped = run_->jump_to_keyframe(after, before);
        EXPECT_EQ(has_jumped, run_->ticks_done() != here);
        EXPECT_EQ(run_->simulation().save(), recorded_.states[run_->ticks_done()]);
        EXPECT_EQ(run_->chain(), recorded_.hashes[run_->ticks_done()].chain);
        return run_->ticks_done();
    }

    const Recorded recorded_ =
        record<Counter>({.options = {.epoch_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    sim::Bytes file_;
    std::optional<replay::Replay> replay_;
    std::optional<replay::Run> run_;
};

TEST_F(RunFromAKeyframe, TakesTheLatestKeyframeBetweenTheBoundsThatCanBeUsed) {
    EXPECT_EQ(jump(0, 20), 0U);  // neither bound belongs to what is between them
    EXPECT_EQ(jump(0, 21), 20U);
    EXPECT_EQ(jump(20, 80), 20U);  // 40 and 60 cannot be used
    EXPECT_EQ(jump(20, 81), 80U);
    EXPECT_EQ(jump(0, 80), 20U);
}

TEST(Run, FromTheStartOfALaterFileNeedsItsFirstKeyframe) {
    const Recorded whole = record<Counter>({.ticks = 50});
    const sim::Bytes file = continued(whole, sim::erase<Counter>(), 20);
    const auto replay = open_replay(file);
    const auto run = replay::Run::from_start(replay, sim::erase<Counter>());
    ASSERT_TRUE(run);
    EXPECT_EQ(run->ticks_done(), 20U);
    EXPECT_EQ(run->chain(), whole.hashes[20].chain);
    const auto without = open_replay(cut_at(file, list_blocks(file)[2].offset));
    const auto started = replay::Run::from_start(without, sim::erase<Counter>());
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().message.find("keyframe it should begin with is missing"),
              std::string::npos);
}

// From a place of the recording to the next whole chain of the file.
class RunToAWholeChain : public testing::Test {
protected:
    replay::Run run_from(const replay::Replay& replay, sim::Bytes state,
                         const replay::Progress& progress = nullptr) {
        auto run = replay::Run::from_place(replay, sim::erase<Counter>(),
                                           {50, std::move(state), recorded_.hashes[50]});
        EXPECT_TRUE(run);
        const std::uint64_t end = replay::next_whole_chain(replay, 50).value_or(replay.end_tick());
        EXPECT_TRUE(run->go_to(end, AtParting::stop, progress));
        return std::move(run).value();
    }
    Recorded recorded_ = record<Counter>({.options = {.block_ticks = 10, .keyframe_ticks = 40}});
};

TEST_F(RunToAWholeChain, IsConfirmedFromARecordedState) {
    const auto replay = open_replay(recorded_);
    const replay::Run run = run_from(replay, recorded_.states[50]);
    EXPECT_TRUE(run.agrees() && run.compared_whole());
    EXPECT_EQ(run.ticks_done(), 80U) << "to the keyframe";
}

TEST_F(RunToAWholeChain, DoesNotAgreeFromAnotherState) {
    const auto replay = open_replay(recorded_);
    sim::Bytes state = recorded_.states[50];
    state.back() ^= std::byte{1};
    const replay::Run run = run_from(replay, std::move(state));
    EXPECT_FALSE(run.agrees());
    EXPECT_EQ(run.ticks_done(), 51U);
}

TEST_F(RunToAWholeChain, ThatIsStoppedIsNoRefutationAndNoProof) {
    const auto replay = open_replay(recorded_);
    const replay::Run run = run_from(replay, recorded_.states[50], [](auto) { return false; });
    EXPECT_FALSE(run.parted_at() || run.failure());
    EXPECT_FALSE(run.agrees() || run.compared_whole());
    EXPECT_EQ(run.ticks_done(), replay::k_ticks_between_reports);
}

// Damage is no other history.
TEST(Run, IntoBytesThatCannotBeReadIsAnError) {
    const Recorded recorded = record<Counter>(
        {.options = {.block_ticks = 10, .epoch_ticks = 50, .has_keyframes = false}});
    int damaged = 0;
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.form == replay::HeadForm::piece && block.end_tick == 70) {
            const auto replay =
                replay::Replay::parse(flip_bit(recorded.file, block.offset + block.head_bytes, 0),
                                      {.depth = replay::OpenDepth::index});
            ASSERT_TRUE(replay);
            auto run = replay::Run::from_place(*replay, sim::erase<Counter>(),
                                               {50, recorded.states[50], recorded.hashes[50]});
            ASSERT_TRUE(run);
            EXPECT_FALSE(run->go_to(100, AtParting::stop));
            EXPECT_FALSE(run->failure());
            ++damaged;
        }
    }
    EXPECT_EQ(damaged, 1);
}

TEST_F(RunToAWholeChain, IsNotConfirmedInAFileWithoutAnEnd) {
    recorded_ = record<Counter>(
        {.end = std::nullopt, .options = {.block_ticks = 10, .has_keyframes = false}});
    const auto replay = open_replay(recorded_);
    const replay::Run run = run_from(replay, recorded_.states[50]);
    EXPECT_TRUE(run.agrees());
    EXPECT_FALSE(run.compared_whole());
}

}  // namespace
}  // namespace tandem::test
