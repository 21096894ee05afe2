// SPDX-License-Identifier: MIT
// Recordings carried to other programs and back by the installed program, and outputs that fail.
#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class Formats : public EndToEnd {
protected:
    // A stream of a real person's pad; empty if there is none.
    static std::string pad_stream() {
        const char* data = std::getenv("TANDEM_DATA");
        const std::string file =
            data == nullptr ? "" : std::string(data) + "/streams/smb_0y64910m.pad1";
        return std::filesystem::exists(file) ? file : "";
    }
};

TEST_F(Formats, ARealStreamComesBackByteForByte) {
    const std::string stream = pad_stream();
    if (stream.empty()) {
        GTEST_SKIP() << "TANDEM_DATA has no streams/smb_0y64910m.pad1";
    }
    const std::string file = path("smb.tandem");
    const Json imported = report(0, {"import", stream, "--bytes-per-input", "1", "--players", "1",
                                     "--rate", "600988/10000", "-o", file});
    EXPECT_EQ(imported["ticks"], std::filesystem::file_size(stream));
    EXPECT_EQ(report(0, {"info", file})["chain"], imported["chain"]);
    EXPECT_EQ(report(0, {"diff", file, file})["verdict"], "identical");
    EXPECT_TRUE(expect(0, {"export", file, "--format", "raw", "-o", "-"}).out == read_file(stream));
    for (const char* verb : {"play", "verify"}) {
        expect_one_sentence(expect(6, {verb, file}));
    }
}

TEST_F(Formats, ThatStandardOutputDoesNotTakeAreAnError) {
    const std::string file = record_bots("a.tandem", 3000);
    const Outcome outcome = run_command(Arguments{"sh", "-c", "exec \"$@\" >/dev/full", "sh"} +
                                        tandem({"export", file, "--format", "csv", "-o", "-"}));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
}

TEST_F(Formats, OfWhichSomebodyReadsTheBeginningEndQuietly) {
    const std::string file = record_bots("a.tandem", 9000);
    for (const Arguments& verb : {Arguments{"export", file, "--format", "jsonl", "-o", "-"},
                                  Arguments{"state", file, "--at", "0", "--all"}}) {
        const Outcome outcome =
            run_command(Arguments{"sh", "-c", "\"$@\" | head -n 1", "sh"} + tandem(verb));
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        EXPECT_EQ(outcome.err, "") << outcome;
        EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome;
    }
}

TEST_F(Formats, BeyondTheLimitOfAFileLeaveNothingBehind) {
    const std::string file = record_bots("a.tandem", 3000);
    for (const Arguments& verb :
         {Arguments{"export", file, "--format", "jsonl"}, Arguments{"trim", file, "--from", "1"}}) {
        const Outcome outcome =
            run_command(with_file_blocks_max(4, tandem(verb + Arguments{"-o", path("out")})));
        EXPECT_EQ(outcome.exit_code, 5) << outcome;
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, "File too large")) << outcome;
        EXPECT_FALSE(std::filesystem::exists(path("out"))) << outcome;
    }
}

TEST_F(Formats, ThatAreInterruptedLeaveNothingBehind) {
    const std::string file = record_bots("a.tandem", 6000, {"--option", "arena=rooms"});
    Process process(tandem({"export", file, "--format", "jsonl", "-o", path("out")}));
    // It has its own name only once it is whole.
    const std::string growing = path("out.new0");
    ASSERT_TRUE(wait_until(
        [&] { return std::filesystem::exists(growing) || std::filesystem::exists(path("out")); }));
    process.signal(SIGTERM);
    const Outcome outcome = process.wait();
    EXPECT_FALSE(std::filesystem::exists(growing)) << outcome;
    // It may have been faster than the signal: then the file is there, and whole.
    EXPECT_EQ(outcome.exit_code == 128 + SIGTERM, !std::filesystem::exists(path("out"))) << outcome;
}

}  // namespace
}  // namespace tandem::end_to_end
