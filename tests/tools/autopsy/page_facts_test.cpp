// SPDX-License-Identifier: MIT
// What is gathered lies around the bad tick and stays bounded.
#include <tandem/tools/autopsy/page_facts.hpp>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/a_page.hpp>

namespace tandem::tools::autopsy {
namespace {

replay::Replay counted(std::uint64_t ticks, std::uint32_t slots = 2) {
    test::Recording recording;
    recording.ticks = ticks;
    recording.slots = slots;
    return test::open_replay(test::record<test::Counter>(recording));
}

AutopsyVerdict bad_at(std::uint64_t tick) {
    AutopsyVerdict verdict;
    verdict.is_bad = true;
    verdict.tick = tick;
    return verdict;
}

TEST(PageFacts, ExactValuesLieAroundTheBadTick) {
    const replay::Replay replay = counted(9'000);
    for (const auto& [tick, first] :
         {std::pair{4'000U, 2'200U}, std::pair{10U, 0U}, std::pair{8'990U, 5'400U}}) {
        const PageFacts facts = gather_facts({replay, &replay, {"a", "b"}, bad_at(tick)});
        EXPECT_EQ(facts.exact, (TickSpan{first, first + k_exact_ticks_max})) << tick;
        EXPECT_TRUE(facts.exact.holds(tick));
        EXPECT_EQ(facts.buckets.count(), k_columns);
    }
}

TEST(PageFacts, AShortMatchIsExactThroughout) {
    const replay::Replay replay = counted(300);
    const PageFacts facts = gather_facts({replay, nullptr, {"a", ""}, bad_at(100)});
    EXPECT_EQ(facts.exact, (TickSpan{0, 300}));
    EXPECT_FALSE(facts.has_second());
}

TEST(PageFacts, ARecordingWithoutTicksHasAPageToo) {
    const replay::Replay replay = counted(0);
    const PageFacts facts = gather_facts({replay, &replay, {"a", "b"}, {}});
    EXPECT_EQ(facts.buckets.count(), 0U);
}

TEST(PageFacts, InputsOfAnotherKindAreLeftOutWithANote) {
    const replay::Replay counter = counted(50);
    const auto listener = test::open_replay(test::record_inputs(test::ListenerInputs(50)));
    const PageFacts facts = gather_facts({counter, &listener, {"a", "b"}, {}});
    ASSERT_EQ(facts.notes.size(), 1U);
    EXPECT_TRUE(facts.inputs.lanes[0].sides[1].buckets.empty());
}

TEST(PageFacts, APlayerWithoutANameHasItsNumber) {
    PageFacts facts = test::hostile_facts();
    EXPECT_EQ(facts.player_name(Slot{0}), "player 0");
    EXPECT_EQ(facts.player_name(Slot{1}), test::k_hostile);
    EXPECT_EQ(facts.player_name(Slot{63}), "player 63");
}

}  // namespace
}  // namespace tandem::tools::autopsy
