// SPDX-License-Identifier: MIT
// Where a session may go on, how that is written, and what is refused.
#include <tandem/tools/program/session/branch.hpp>

#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::Counter;
using test::Relay;
using test::says;

class Branch : public test::InFolder {
protected:
    static sim::Result<BranchPoint> at(const replay::Replay& file, const std::string& tick) {
        return branch_at(file, "a.tandem", sim::erase<Relay>(), {"a.tandem", tick});
    }
    static void expect_usage(const sim::Result<BranchPoint>& point, const std::string& words) {
        ASSERT_FALSE(point);
        EXPECT_EQ(point.error().code, sim::ErrorCode::usage);
        EXPECT_TRUE(says(point.error().text(), words));
    }
};

TEST_F(Branch, APlaceIsAFileAndATickOrTheFilesEnd) {
    EXPECT_EQ(split_branch("a.tandem@600").file, "a.tandem");
    EXPECT_EQ(split_branch("a.tandem@600").tick, "600");
    EXPECT_EQ(split_branch("a@b.tandem@-5").file, "a@b.tandem");
    EXPECT_EQ(split_branch("a@b.tandem@-5").tick, "-5");
    EXPECT_EQ(split_branch("a.tandem").tick, "");
    EXPECT_EQ(split_branch("a@b.tandem").file, "a@b.tandem");
    EXPECT_EQ(split_branch("a.tandem@").file, "a.tandem@");
    const std::string odd = write("odd@5", "");
    EXPECT_EQ(split_branch(odd).file, odd);
}

TEST_F(Branch, TicksCountFromTheStartOrFromTheEnd) {
    const auto file = test::open_replay(test::record<Relay>({}));
    EXPECT_EQ(*tick_of("0", file, "--from"), 0U);
    EXPECT_EQ(*tick_of("600", file, "--from"), 600U);
    EXPECT_EQ(*tick_of("-30", file, "--from"), 70U);
    EXPECT_EQ(*tick_of("-100", file, "--from"), 0U);
    for (const char* text : {"-101", "", "-", "x", "5x", "+5", "1.5", "99999999999999999999"}) {
        const auto tick = tick_of(text, file, "--to");
        ASSERT_FALSE(tick) << text;
        EXPECT_EQ(tick.error().code, sim::ErrorCode::usage);
        EXPECT_EQ(tick.error().place, std::string("--to ") + text);
    }
}

TEST_F(Branch, HasTheStateTheHashesAndThePresenceOfItsTick) {
    const test::Recorded recorded = test::record<Relay>(
        {.slots = 3,
         .options = {.block_ticks = 7, .keyframe_ticks = 20},
         .source = test::bots([](std::uint64_t tick) { return tick < 50 ? 0b111U : 0b101U; })});
    const auto file = test::open_replay(recorded);
    for (const std::uint64_t ticks_done : {0U, 1U, 37U, 60U, 100U}) {
        const auto point = at(file, std::to_string(ticks_done));
        ASSERT_TRUE(point) << point.error().text();
        EXPECT_EQ(point->ticks_done, ticks_done);
        EXPECT_EQ(point->state, recorded.states[ticks_done]);
        EXPECT_EQ(point->hashes, recorded.hashes[ticks_done]);
        EXPECT_EQ(point->presence & 0b111U, ticks_done <= 50 ? 0b111U : 0b101U);
        EXPECT_EQ(point->setup.slots, 3U);
    }
    EXPECT_EQ(at(file, "")->ticks_done, 100U);
    EXPECT_EQ(at(file, "-1")->ticks_done, 99U);
}

TEST_F(Branch, ATickThatIsNotThereIsRefusedInWords) {
    const test::Recorded whole = test::record<Relay>({});
    const auto file = test::open_replay(whole);
    expect_usage(at(file, "101"),
                 "--from a.tandem@101: there is no state after 101 ticks; the file holds ticks 0 "
                 "to 99");
    expect_usage(at(file, "-101"), "the file holds ticks 0 to 99");
    const auto later = test::open_replay(test::continued(whole, sim::erase<Relay>(), 20));
    expect_usage(at(later, "19"), "the file holds ticks 20 to 99");
    EXPECT_EQ(at(later, "20")->state, whole.states[20]);
}

TEST_F(Branch, AnotherGameIsNoSimulationForIt) {
    const auto file = test::open_replay(test::record<Counter>({}));
    EXPECT_EQ(at(file, "5").error().code, sim::ErrorCode::no_simulation);
}

TEST_F(Branch, ARecordingThatIsNotReproducedUpToThereIsRefused) {
    const auto file = test::open_replay(test::record<Relay>(
        {.plant = sim::Plant{sim::Tick{30}, "baton"}, .options = {.has_keyframes = false}}));
    EXPECT_TRUE(at(file, "30"));
    const auto beyond = at(file, "40");
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(says(beyond.error().text(), "tick 30: the simulation left the recording here"));
}

}  // namespace
}  // namespace tandem::tools
