// SPDX-License-Identifier: MIT
// A gap of half a minute (C80): what is owed, and what a window can tell of it.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

const Table& table() {
    static const auto k_tables = gap_section({});
    return k_tables->front();
}

TEST(GapSection, OwesSoManyTicksAsTheGapIsLong) {
    std::size_t compared = 0;
    for (const Loop* loop : steady_loops()) {
        const Flicks tick = loop->tick_of_form(false);
        const Cell owed =
            found_cell(table(), {std::string(loop->id), "published", "normal"}, "ticks_owed");
        if (tick != Flicks(0)) {
            ASSERT_TRUE(std::holds_alternative<std::int64_t>(owed)) << loop->id;
            EXPECT_EQ(std::get<std::int64_t>(owed), Flicks(std::chrono::seconds(30)) / tick)
                << loop->id;
            ++compared;
        }
    }
    EXPECT_GT(compared, 10U);
}

TEST(GapSection, LeavesThePoliciesOutWhereLoopsWereChosen) {
    Request request;
    request.loops = {"G1"};
    const auto tables = gap_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), 2U);
    request.loops = {"G9"};
    EXPECT_FALSE(gap_section(request));
}

// A picture of 100 ms is in the making when the gap is due, so that it ends after the window.
TEST(GapSection, OfAGapThatEndsAfterTheWindowDoesNotSayWhatIsOwed) {
    Request request;
    request.loops = {"L1"};
    request.machines = {machine_of("slow")};
    request.stall = Stall{std::chrono::milliseconds(120), std::chrono::milliseconds(60)};
    request.window = std::chrono::milliseconds(210);
    const auto owed = [&] {
        const auto tables = gap_section(request);
        return tables ? cell_of(tables->front(), {"L1", "published"}, "ticks_owed") : "refused";
    };
    EXPECT_EQ(owed(), "-");
    // On the real clock a busy machine may begin the picture after the gap is due: try again.
    request.real = true;
    std::string said = owed();
    for (int tries = 1; tries < 10 && said != "-"; ++tries) {
        said = owed();
    }
    EXPECT_EQ(said, "-");
}

// G2 makes up for the gap in one frame of more than a hundred seconds.
TEST(GapSection, DoesNotCallHowMuchOfAFrameFitsTheMostInOne) {
    Request request;
    request.loops = {"G2"};
    request.machines = {machine_of("choked")};
    const auto tables = gap_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(cell_of(tables->front(), {"G2", "published"}, "updates_at_once"), "-");
    EXPECT_EQ(cell_of(tables->front(), {"G2", "published"}, "updates_at_once_ms"), "-");
    EXPECT_NE(cell_of(tables->front(), {"G2", "repaired"}, "updates_at_once"), "-");
}

TEST(GapSection, RunsOnTheRealClockToo) {
    Request request;
    request.loops = {"L3"};
    request.window = std::chrono::milliseconds(100);
    request.stall = Stall{std::chrono::milliseconds(20), std::chrono::milliseconds(40)};
    request.real = true;
    const auto tables = run_section(*find_section("gap"), request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), 2U);
    EXPECT_NE(tables->front().title.find("this machine's clock"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::lab
