// SPDX-License-Identifier: MIT
// The list of sections.
#include <tandem/tools/lab/sections/section.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tandem::tools::lab {
namespace {

TEST(Sections, HaveNamesOfTheirOwnAndSayWhatTheyShow) {
    std::set<std::string_view> names;
    for (const Section& section : sections()) {
        EXPECT_TRUE(names.insert(section.name).second) << section.name;
        EXPECT_FALSE(section.what.empty()) << section.name;
        EXPECT_EQ(find_section(section.name), &section);
    }
}

TEST(Sections, ThatMayRunForRealSayOfEachRowWhetherItDid) {
    for (const Section& section : sections()) {
        if (!section.understands.real) {
            continue;
        }
        Request request;
        request.machines = {machine_of("fast")};
        request.window = std::chrono::milliseconds(20);
        request.stall = Stall{};
        request.claims = {"C40"};
        for (const bool real : {false, true}) {
            request.real = real;
            const auto tables = run_section(section, request);
            ASSERT_TRUE(tables) << section.name;
            for (const Table& table : *tables) {
                const auto clock =
                    std::find_if(table.columns.begin(), table.columns.end(),
                                 [](const Column& column) { return column.key == "clock"; });
                ASSERT_NE(clock, table.columns.end()) << section.name;
                ASSERT_FALSE(table.rows.empty()) << section.name;
                for (const auto& row : table.rows) {
                    EXPECT_EQ(
                        cell_text(row[static_cast<std::size_t>(clock - table.columns.begin())]),
                        real ? "real" : "virtual");
                }
                EXPECT_EQ(table.title.find("measured on this machine's clock") != std::string::npos,
                          real)
                    << table.title;
            }
        }
    }
}

TEST(Sections, TellBeforeEachPieceOfWorkHowMuchIsDone) {
    for (const Section& section : sections()) {
        std::uint64_t told = 0;
        WorkDone last;
        Request request;
        request.window = std::chrono::seconds(4);
        request.stall = Stall{std::chrono::seconds(1), std::chrono::seconds(1)};
        request.machines = {machine_of("fast"), machine_of("slow")};
        request.on_work = [&](const WorkDone& so_far) {
            EXPECT_EQ(so_far.done, told == 0 ? 0 : last.done + so_far.done / told) << section.name;
            EXPECT_EQ(so_far.real_time, Flicks(0)) << section.name;
            last = so_far;
            ++told;
        };
        ASSERT_TRUE(run_section(section, request)) << section.name;
        EXPECT_EQ(told > 0, section.understands.tells_of_work()) << section.name;
        if (told > 0) {
            EXPECT_EQ(last.done * told, last.all * (told - 1)) << section.name;
        }
    }
}

TEST(Sections, OfAnUnknownNameAreNull) { EXPECT_EQ(find_section("nosuch"), nullptr); }

}  // namespace
}  // namespace tandem::tools::lab
