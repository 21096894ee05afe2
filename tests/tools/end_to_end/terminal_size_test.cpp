// SPDX-License-Identifier: MIT
// The time line and the picture in terminals of usual and unusual sizes, and while these change.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <tests/tools/end_to_end/end_to_end_test.hpp>
#include <tests/tools/end_to_end/tmux.hpp>

namespace tandem::end_to_end {
namespace {

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

class TerminalSize : public EndToEnd {
protected:
    void SetUp() override {
        if (run_command({"tmux", "-V"}).exit_code != 0) {
            GTEST_SKIP() << "tmux is not installed, so there is no terminal to sit at";
        }
        tmux_.emplace(path("tmux"));
    }

    // Runs the program in a terminal of this size, which then says how it ended.
    void open(const Arguments& arguments, Tmux::Size size) {
        std::string words;
        for (const std::string& word : tandem(arguments)) {
            words += " '" + word + "'";
        }
        write_file(path("script"), words + "\necho exit code $?\nexec cat\n");
        ASSERT_TRUE(tmux_->open(k_window, path("script"), size));
    }
    std::string screen() const { return tmux_->screen(k_window); }
    void type(const std::string& keys) const { tmux_->type_text(k_window, keys); }
    void resize(Tmux::Size size) const { tmux_->resize(k_window, size); }
    void expect_shown(std::string_view text) const {
        EXPECT_TRUE(tmux_->wait_for(k_window, text)) << text << "\n" << screen();
    }
    // Nothing of an earlier picture stands there, nor is anything missing.
    void expect_whole_picture(Tmux::Size size) const {
        const auto is_whole = [&](const std::string& picture) {
            return count_of(picture, "tick ") == 1 && count_of(picture, "0: ") == 1 &&
                   count_of(picture, "[") == 1 &&
                   count_of(picture, "\n") == static_cast<std::size_t>(size.rows) &&
                   // Walls all around: left, right, above and below.
                   count_of(picture, "█") > 4 * static_cast<std::size_t>(size.rows);
        };
        EXPECT_TRUE(wait_until([&] { return is_whole(screen()); })) << screen();
    }

    static constexpr const char* k_window = "viewer";
    static constexpr Tmux::Size k_usual{80, 24};
    static constexpr Tmux::Size k_large{200, 60};
    std::optional<Tmux> tmux_;
};

class TimeLineInATerminal : public TerminalSize, public testing::WithParamInterface<Tmux::Size> {};

TEST_P(TimeLineInATerminal, HasEveryKeyAndSign) {
    const std::string file = record_bots("a.tandem", 2000, {"--plant", "1500:fighters[0].health"});
    // So slow that no tick passes by itself.
    open({"play", file, "--speed", "0.001"}, GetParam());
    expect_shown("tick 0 of 2000");
    expect_whole_picture(GetParam());
    for (const auto& [keys, words] :
         std::vector<std::pair<const char*, const char*>>{{" ", "paused"},
                                                          {"..", "tick 2 of 2000"},
                                                          {",", "tick 1 of 2000"},
                                                          {"g700\r", "tick 700 of 2000"},
                                                          {"g-100\r", "tick 1900 of 2000"},
                                                          {"p", "tick 1500 of 2000"},
                                                          {"g10\rn", "tick 1500 of 2000"},
                                                          {"?", "~ stall   # + keyframe"},
                                                          {"i", "] player 1"},
                                                          {"a", "b ends the loop"}}) {
        type(keys);
        expect_shown(words);
    }
    // Keyframes before and behind, and the place with the loop's beginning and the mark on it.
    EXPECT_TRUE(wait_until([&] {
        const std::string now = screen();
        const std::size_t bar = now.find("] tick 1500");
        const std::string inside = now.substr(now.rfind('[', bar), bar - now.rfind('[', bar));
        return contains(inside, "#") && contains(inside, "=>-");
    })) << screen();
    type("?i,");
    expect_whole_picture(GetParam());
    type("q");
    // The planted fault lay on the way.
    expect_shown("exit code 1");
}

INSTANTIATE_TEST_SUITE_P(Sizes, TimeLineInATerminal,
                         testing::Values(Tmux::Size{80, 24}, Tmux::Size{200, 60}),
                         [](const auto& size) { return std::to_string(size.param.columns); });

TEST_F(TerminalSize, MayChangeWhileARecordingPlays) {
    const std::string file = record_bots("a.tandem", 2000);
    open({"play", file}, k_usual);
    expect_whole_picture(k_usual);
    for (const Tmux::Size size : {k_large, Tmux::Size{60, 15}, Tmux::Size{10, 3}, k_usual}) {
        resize(size);
        if (size.rows == 3) {
            expect_shown("10x3 is\ntoo small:\nneed 32x10\n");
        } else {
            expect_whole_picture(size);
        }
    }
    type("q");
    expect_shown("exit code 0");
}

TEST_F(TerminalSize, CtrlLDrawsWhatAnotherProgramHasCovered) {
    open({"play", record_bots("a.tandem", 2000), "--speed", "0.001"}, k_usual);
    expect_whole_picture(k_usual);
    std::string terminal = tmux_->ask(k_window, "#{pane_tty}");
    terminal.resize(terminal.find_last_not_of('\n') + 1);
    const Outcome wrote =
        run_command({"sh", "-c", "printf '\\033[5;1Hstray letters' > " + terminal});
    ASSERT_EQ(wrote.exit_code, 0) << wrote;
    expect_shown("stray letters");
    tmux_->type(k_window, "C-l");
    EXPECT_TRUE(wait_until([&] { return !contains(screen(), "stray letters"); })) << screen();
    expect_whole_picture(k_usual);
    type("q");
    expect_shown("exit code 0");
}

TEST_F(TerminalSize, ThatIsTooSmallCostsNothingThatIsRecorded) {
    const std::string file = path("keys.tandem");
    open({"--game", "duel", "record", "--inputs", "keys", "-o", file}, {10, 3});
    expect_shown("10x3 is\ntoo small:\nneed 32x10\n");
    EXPECT_TRUE(wait_for_ticks(file, 10));
    resize({80, 24});
    expect_shown("recording, tick");
    resize({10, 3});
    expect_shown("need 32x10");
    const std::uint64_t then = report(0, {"info", file})["ticks"];
    EXPECT_TRUE(wait_for_ticks(file, then + 10));
    type("q");
    resize({80, 24});
    expect_shown("exit code 0");
    EXPECT_EQ(report(0, {"info", file})["completeness"], "complete");
    EXPECT_EQ(report(0, {"verify", file})["verdict"], "same");
}

}  // namespace
}  // namespace tandem::end_to_end
