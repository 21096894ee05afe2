// SPDX-License-Identifier: MIT
// Reports of shards: written, read, torn and gone on with.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/tools/verify/report_lines.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::Outcome;
using tools::ReportHead;
using tools::ReportWriter;

using Reports = InFolder;

Outcome same(const std::string& file, std::uint64_t ticks = 7) {
    Outcome outcome;
    outcome.path = file;
    outcome.game = "duel";
    outcome.digest = sim::Digest{};
    outcome.report = replay::VerifyReport{};
    outcome.report->verdict = replay::VerifyVerdict::same;
    outcome.report->ticks_checked = ticks;
    return outcome;
}

Outcome failed(const std::string& file, sim::ErrorCode code) {
    Outcome outcome;
    outcome.path = file;
    outcome.error = sim::Error{code, file, "the words"};
    return outcome;
}

const ReportHead k_head{{2, 3}, "abc", "segments", "def", 5, {"a", "b"}};

TEST_F(Reports, HoldWhatAnOutcomeWas) {
    const auto line = tools::parse_file_line(tools::file_line(same("a\n\"b", 9)));
    ASSERT_TRUE(line);
    EXPECT_EQ(line->file, "a\n\"b");
    EXPECT_EQ(line->game, "duel");
    EXPECT_EQ(line->verdict, "same");
    EXPECT_EQ(line->ticks_checked, 9U);
    EXPECT_EQ(line->exit, tools::ExitCode::ok);
    EXPECT_EQ(line->digest, "00000000000000000000000000000000");
    const auto error = tools::parse_file_line(tools::file_line(failed("a", sim::ErrorCode::io)));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->exit, tools::ExitCode::io);
    EXPECT_EQ(error->code, "io");
    EXPECT_EQ(error->error, "a: the words");
}

TEST_F(Reports, HaveAHeadThatIsNoLine) {
    const std::string text = tools::head_line(k_head);
    EXPECT_FALSE(tools::parse_file_line(text));
    const auto head = tools::parse_head(text);
    ASSERT_TRUE(head);
    EXPECT_EQ(tools::head_line(*head), text);
    EXPECT_FALSE(tools::parse_head(tools::file_line(same("a"))));
    EXPECT_FALSE(
        tools::parse_head(R"({"schema":1,"verb":"verify","shard":4,"shards":3,"files":[]})"));
}

TEST_F(Reports, NameTheirChecks) {
    EXPECT_EQ(tools::checks_text({}), "segments");
    EXPECT_EQ(tools::checks_text({600, {100, 4}}), "segments roundtrip=600 storm=100:4");
}

TEST_F(Reports, GoOnWhereAKilledShardStopped) {
    const std::string file = path("r");
    {
        auto writer = ReportWriter::open(file, k_head);
        ASSERT_TRUE(writer);
        EXPECT_TRUE(writer->append(same("a")));
        // In its own time another file cannot be read, which may change.
        EXPECT_TRUE(writer->append(failed("b", sim::ErrorCode::io)));
    }
    write("r", [&] {
        auto lines = tools::head_line(k_head) + "\n" + tools::file_line(same("a")) + "\n";
        return lines + tools::file_line(failed("b", sim::ErrorCode::io)) + "\n" + R"({"schema":1,)";
    }());
    {
        auto writer = ReportWriter::open(file, k_head);
        ASSERT_TRUE(writer) << writer.error().text();
        EXPECT_EQ(writer->done().size(), 1U);
        EXPECT_EQ(writer->done().count("a"), 1U);
        EXPECT_TRUE(writer->append(same("b")));
        EXPECT_TRUE(writer->sync());
    }
    const auto report = tools::read_report(file);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->lines.size(), 2U);
    EXPECT_EQ(report->lines.at("b").exit, tools::ExitCode::ok) << "the last line counts";
    EXPECT_EQ(report->broken_lines, 1U);
}

TEST_F(Reports, AreNotMixedWithThoseOfOthers) {
    ASSERT_TRUE(ReportWriter::open(path("r"), k_head));
    ReportHead other = k_head;
    other.program = "abd";
    const auto refused = ReportWriter::open(path("r"), other);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(says(refused.error().text(), "is the report of another shard"));
    const auto foreign = ReportWriter::open(write("x", "hello\n"), k_head);
    ASSERT_FALSE(foreign);
    EXPECT_TRUE(says(foreign.error().text(), "is no report of a shard"));
    EXPECT_FALSE(tools::read_report(path("x")));
    EXPECT_FALSE(tools::read_report(path("absent")));
}

}  // namespace
}  // namespace tandem::test

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
