// SPDX-License-Identifier: MIT
// Reports of shards: written, read, torn and gone on with.
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
