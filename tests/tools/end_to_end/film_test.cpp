// SPDX-License-Identifier: MIT
// Films of the installed program, shown by the programs that they are for.
#include <csignal>
#include <iterator>

#include <tests/tools/end_to_end/end_to_end_test.hpp>
#include <tests/tools/view/model_terminal.hpp>

namespace tandem::end_to_end {
namespace {

class Film : public EndToEnd {
protected:
    static bool is_there(const std::string& program) {
        return run_command({"sh", "-c", "command -v " + program}).exit_code == 0;
    }
    // How many files there are in the folder.
    std::ptrdiff_t files() const {
        return std::distance(std::filesystem::directory_iterator(folder()), {});
    }
};

TEST_F(Film, OfATerminalPlaysInAsciinema) {
    if (!is_there("asciinema") || !is_there("script")) {
        GTEST_SKIP() << "asciinema or script is not installed";
    }
    const std::string file = record_bots("a.tandem", 120);
    expect(0, {"export", file, "--format", "cast", "-o", path("a.cast")});
    // It wants a terminal.
    const Outcome shown =
        run_command({"script", "-qec", "asciinema cat '" + path("a.cast") + "'", "/dev/null"});
    EXPECT_EQ(shown.exit_code, 0) << shown;
    test::ModelTerminal terminal(80, 24, true);
    terminal.write(shown.out);
    EXPECT_TRUE(contains(terminal.text(), "tick 120 of 120")) << terminal.text();
}

TEST_F(Film, IsMadeByFfmpegWithEveryPicture) {
    if (!is_there("ffmpeg") || !is_there("ffprobe")) {
        GTEST_SKIP() << "ffmpeg is not installed";
    }
    const std::string file = record_bots("a.tandem", 35);
    const std::string film = path("a.mp4");
    const Json facts = report(
        0, {"export", file, "--format", "video", "--size", "320x180", "--fps", "30", "-o", film});
    EXPECT_EQ(facts["pictures"], 31);
    const Outcome probed =
        run_command({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
                     "stream=width,height,nb_read_frames", "-of", "csv=p=0", film});
    EXPECT_EQ(probed.out, "320,180,31\n") << probed;
    EXPECT_EQ(files(), 2);
}

TEST_F(Film, ThatIsInterruptedLeavesNothing) {
    if (!is_there("ffmpeg")) {
        GTEST_SKIP() << "ffmpeg is not installed";
    }
    const std::string file = record_bots("a.tandem", 20000);
    Process session(tandem({"export", file, "--format", "video", "-o", path("a.mp4")}));
    // The recording, a file of ours and one of ffmpeg's.
    EXPECT_TRUE(wait_until([&] { return files() == 3; }));
    session.signal(SIGINT);
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
    EXPECT_EQ(outcome.err, "") << outcome;
    EXPECT_EQ(files(), 1);
}

TEST_F(Film, ThatTheDiskDoesNotTakeIsAnErrorAndLeavesNothing) {
    const std::string file = record_bots("a.tandem", 600);
    const Outcome outcome = run_command(
        with_file_blocks_max(100, tandem({"export", file, "--format", "cast", "-o", path("b")})));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace tandem::end_to_end
