// SPDX-License-Identifier: MIT
// The trace is sound, and shows both sides, the bad tick and who was waited for.
#include <tandem/tools/autopsy/outputs.hpp>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/a_page.hpp>
#include <tests/tools/netview/trace_reader.hpp>

namespace tandem::tools::autopsy {
namespace {

nlohmann::json traced(const PageFacts& facts) {
    std::string text;
    netview::TraceWriter writer([&](std::string_view piece) { text += piece; });
    write_both_sides(writer, facts);
    auto trace = test::read_trace(text);
    EXPECT_EQ(test::problems_of(trace), std::vector<std::string>{});
    return trace;
}

TEST(BothSidesTrace, HasAProcessForEachRecordingAndASliceForEachTick) {
    const auto trace = traced(test::hostile_facts());
    EXPECT_EQ(test::events_named(trace, "process_name").size(), 2U);
    const auto ticks = test::events_named(trace, "tick 119");
    ASSERT_EQ(ticks.size(), 2U);
    EXPECT_EQ(ticks[0]["ts"], 119 * 20'000.0);
    EXPECT_EQ(ticks[0]["args"]["history"], "equal");
    EXPECT_EQ(test::events_named(trace, "tick 120")[1]["args"]["history"], "differs");
}

TEST(BothSidesTrace, FlagsTheBadTickAndTheHealingAcrossAllProcesses) {
    const auto trace = traced(test::hostile_facts());
    const auto bad = test::events_named(trace, "first bad tick 120");
    ASSERT_EQ(bad.size(), 1U);
    EXPECT_EQ(bad[0]["s"], "g");
    EXPECT_EQ(bad[0]["ts"], 120 * 20'000.0);
    EXPECT_EQ(test::events_named(trace, "healed by tick 160").size(), 1U);
}

TEST(BothSidesTrace, InputsAreCountersWithEachValue) {
    const auto trace = traced(test::hostile_facts());
    const auto tail = test::events_named(trace, std::string(test::k_hostile) + ", tail");
    // 5 for the whole match on one side; on the other 99 once.
    ASSERT_EQ(tail.size(), 4U);
    EXPECT_EQ(tail[2]["args"]["value"], 99.0);
    EXPECT_EQ(tail[2]["ts"], 120 * 20'000.0);
}

TEST(BothSidesTrace, AStallIsASliceOfItsLengthAndOtherMarksTakeNoTime) {
    const auto trace = traced(test::hostile_facts());
    const auto stalls = test::events_named(trace, "stall");
    ASSERT_EQ(stalls.size(), 1U);
    EXPECT_NEAR(stalls[0]["dur"].get<double>(), 300'000, 1);
    EXPECT_EQ(test::events_named(trace, "note")[0]["ph"], "i");
}

TEST(BothSidesTrace, IsSoundWhereTheSecondRecordingBeginsFirst) {
    PageFacts facts = test::hostile_facts();
    facts.sides[0].span.first = 50;
    const auto trace = traced(facts);
    EXPECT_EQ(test::events_named(trace, "tick 60")[0]["ts"], 60 * 20'000.0);
}

TEST(BothSidesTrace, OfOneRecordingHasOneProcess) {
    PageFacts facts = test::hostile_facts();
    facts.sides.resize(1);
    EXPECT_EQ(test::events_named(traced(facts), "process_name").size(), 1U);
}

}  // namespace
}  // namespace tandem::tools::autopsy
