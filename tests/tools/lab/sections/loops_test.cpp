// SPDX-License-Identifier: MIT
// The section that runs every loop on every machine.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(LoopsSection, HasARowForEachLoopOnEachMachine) {
    const auto tables = loops_section({});
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), loops().size() * known_machines().size());
}

TEST(LoopsSection, RunsAnyMachineRefreshAndWindow) {
    Request request;
    request.loops = {"M1"};
    request.machines = {*parse_machine("2.5:1")};
    request.refresh_hz = 120;
    request.window = std::chrono::seconds(2);
    const auto tables = loops_section(request);
    ASSERT_TRUE(tables);
    ASSERT_EQ(tables->front().rows.size(), 1U);
    EXPECT_EQ(cell_of(tables->front(), {"M1", "2.5:1"}, "updates"), "240");
    EXPECT_EQ(cell_of(tables->front(), {"M1", "2.5:1"}, "ratio"), "2");
}

TEST(LoopsSection, SaysWhereARecordIsCut) {
    Request request;
    request.loops = {"L0"};
    request.machines = {*parse_machine("0:0.01")};
    const auto says_so = [&] {
        const auto tables = loops_section(request);
        return tables && tables->front().notes.back().find("1000000 updates") != std::string::npos;
    };
    request.window = std::chrono::seconds(11);
    EXPECT_TRUE(says_so());
    request.window = std::chrono::seconds(9);
    EXPECT_FALSE(says_so());
}

TEST(LoopsSection, RefusesALoopThatIsNone) {
    Request request;
    request.loops = {"L7"};
    EXPECT_FALSE(loops_section(request));
}

}  // namespace
}  // namespace tandem::tools::lab
