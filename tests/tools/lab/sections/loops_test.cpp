// SPDX-License-Identifier: MIT
// The section that runs every loop on every machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/sections.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

Request of_loops(std::vector<std::string> ids, bool repaired = false) {
    Request request;
    request.loops = std::move(ids);
    request.repaired = repaired;
    return request;
}

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

TEST(LoopsSection, SaysInEveryRowAndInItsTitleWhatWasAskedFor) {
    Request request;
    request.loops = {"L1"};
    request.machines = {machine_of("normal")};
    const auto row_and_title = [&] {
        const Table table = loops_section(request).value().front();
        std::string row;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (table.columns[i].is_setting) {
                row += table.columns[i].key + " " + cell_text(table.rows[0][i]) + "; ";
            }
        }
        return row + table.title;
    };
    EXPECT_EQ(row_and_title(),
              "form published; clock virtual; seconds 10; refresh_hz 60; stall_at_ms -; "
              "stall_ms -; Published loops, 10 s, a screen of 60 Hz, no stall, in virtual time");
    request.window = std::chrono::seconds(1);
    request.refresh_hz = 75;
    request.stall = Stall{std::chrono::milliseconds(300), std::chrono::milliseconds(200)};
    request.repaired = true;
    request.real = true;
    EXPECT_EQ(row_and_title(),
              "form repaired; clock real; seconds 1; refresh_hz 75; stall_at_ms 300; stall_ms "
              "200; Repaired loops, 1 s, a screen of 75 Hz, a stall of 200 ms at 300 ms, measured "
              "on this machine's clock");
}

// Scripts rely on these, and new ones come behind them.
TEST(LoopsSection, KeepsItsKeysAndAddsOthersBehindThem) {
    const Table table = loops_section(of_loops({"L1"})).value().front();
    std::string keys;
    for (const Column& column : table.columns) {
        keys += column.key + " ";
    }
    EXPECT_EQ(keys,
              "loop machine updates sim_s ratio frames distinct busy_percent worst_gap_ms "
              "updates_per_frame_max alpha_max latency_mean_ms latency_max_ms distance_error "
              "replay_inputs replay_inputs_dt agree_at_tick agree_at_time form clock seconds "
              "refresh_hz stall_at_ms stall_ms ");
}

TEST(LoopsSection, ExplainsFiguresThatLookLikeMistakesWhereTheyStand) {
    const auto says = [](const Request& request, const std::string& words) {
        const Table table = loops_section(request).value().front();
        return std::any_of(table.notes.begin(), table.notes.end(), [&](const std::string& note) {
            return note.find(words) != std::string::npos;
        });
    };
    EXPECT_TRUE(says(of_loops({"L3"}), "501 where 500 ticks ran"));
    EXPECT_FALSE(says(of_loops({"L3"}, true), "501 where 500 ticks ran"));
    EXPECT_FALSE(says(of_loops({"L1"}), "501 where 500 ticks ran"));
    EXPECT_TRUE(says(of_loops({"M0b"}), "0.9 of 10 s"));
    EXPECT_FALSE(says(of_loops({"M0a"}), "0.9 of 10 s"));
    // What the notes say is so.
    const Table table = loops_section(of_loops({"L3", "W2", "W3", "M0b"})).value().front();
    for (const char* loop : {"L3", "W2", "W3"}) {
        const auto count = [&](const char* key) {
            return std::get<std::int64_t>(found_cell(table, {loop, "fast"}, key));
        };
        EXPECT_EQ(count("distinct"), count("updates") + 1) << loop;
    }
    EXPECT_EQ(cell_of(table, {"M0b", "fast"}, "ratio"), "0.9");
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
