// SPDX-License-Identifier: MIT
// Merging: one order, whatever the order of the shards, and nothing lost or doubled unseen.
#include <tandem/tools/verify/merged_report.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

ReportLine line_of(const std::string& file, ExitCode exit = ExitCode::ok) {
    ReportLine line;
    line.file = file;
    line.text = "line of " + file;
    line.exit = exit;
    line.ticks_checked = 10;
    return line;
}

ShardReport shard_of(std::uint32_t index, std::uint32_t count,
                     const std::vector<std::string>& files) {
    ShardReport report;
    report.path = "r" + std::to_string(index);
    report.head = {{index, count}, "program", "segments", "list", 4, files};
    for (const std::string& file : files) {
        report.lines.emplace(file, line_of(file));
    }
    return report;
}

std::vector<ShardReport> night() {
    return {shard_of(1, 3, {"a", "d"}), shard_of(2, 3, {"b"}), shard_of(3, 3, {"c"})};
}

void expect_fault(const std::vector<ShardReport>& shards, const std::string& words) {
    const MergedReport merged = merge_reports(shards);
    EXPECT_EQ(merged.exit(), ExitCode::bad_file);
    std::string all;
    for (const std::string& fault : merged.faults) {
        all += fault + "\n";
    }
    EXPECT_TRUE(says(all, words));
}

TEST(MergedReports, AreTheSameInEveryOrderAndForEveryNumberOfShards) {
    std::vector<ShardReport> shards = night();
    const std::string text = merge_reports(shards).text();
    EXPECT_TRUE(says(text,
                     "line of a\nline of b\nline of c\nline of d\n{\"schema\":1,\"verb\":"
                     "\"merge\",\"files\":4,\"same\":4,\"different\":0,"
                     "\"ticks_checked\":40,\"faults\":0,\"exit\":0}\n"));
    std::vector<std::size_t> order{0, 1, 2};
    do {
        EXPECT_EQ(merge_reports({shards[order[0]], shards[order[1]], shards[order[2]]}).text(),
                  text);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(merge_reports({shard_of(1, 1, {"a", "b", "c", "d"})}).text(), text);
}

TEST(MergedReports, MissAFile) {
    std::vector<ShardReport> shards = night();
    shards[0].lines.erase("d");
    expect_fault(shards, "file d is missing: r1 has no line for it; run shard 1/3 again");
}

TEST(MergedReports, MissAShard) {
    std::vector<ShardReport> shards = night();
    shards.erase(shards.begin() + 1);
    expect_fault(shards, "shard 2/3 is missing");
}

TEST(MergedReports, SeeAShardTwice) {
    std::vector<ShardReport> shards = night();
    shards.push_back(shards[1]);
    expect_fault(shards, "shard 2/3 is there twice");
}

TEST(MergedReports, SeeAFileInTwoShards) {
    std::vector<ShardReport> shards = night();
    shards[2] = shard_of(3, 3, {"b", "c"});
    expect_fault(shards, "file b is in two shards, again in r3");
}

TEST(MergedReports, MissAFileThatNoShardHas) {
    std::vector<ShardReport> shards = night();
    shards[2] = shard_of(3, 3, {});
    expect_fault(shards, "3 files in these shards, and the list has 4");
}

TEST(MergedReports, SeeALineThatIsNotOfItsShard) {
    std::vector<ShardReport> shards = night();
    shards[1].lines.emplace("x", line_of("x"));
    expect_fault(shards, "file x has a line in r2, which is not its shard");
}

TEST(MergedReports, RefuseAnotherNight) {
    std::vector<ShardReport> shards = night();
    shards[1].head.program = "another";
    expect_fault(shards, "r2 is of another list of files, program, kind of check");
}

TEST(MergedReports, ADifferenceBeatsWhatIsMissing) {
    std::vector<ShardReport> shards = night();
    shards[0].lines["d"] = line_of("d", ExitCode::divergence);
    shards.pop_back();
    const MergedReport merged = merge_reports(shards);
    EXPECT_FALSE(merged.faults.empty());
    EXPECT_EQ(merged.exit(), ExitCode::divergence);
    EXPECT_EQ(merged.different(), 1U);
    EXPECT_EQ(merged.same(), 2U);
}

TEST(MergedReports, HaveTheExitCodeOfTheWorstFile) {
    std::vector<ShardReport> shards = night();
    shards[0].lines["d"] = line_of("d", ExitCode::no_simulation);
    EXPECT_EQ(merge_reports(shards).exit(), ExitCode::no_simulation);
}

}  // namespace
}  // namespace tandem::tools
