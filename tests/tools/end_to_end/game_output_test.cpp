// SPDX-License-Identifier: MIT
// A game that prints does not break what the program says in JSON, and what it prints is not lost.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class GameOutput : public EndToEnd {
protected:
    static Outcome run_talkative(const Arguments& arguments) {
        return run_command(strange_a(Arguments{"--game", "talkative"} + arguments));
    }

    // Every way of printing, of the first and of the last tick.
    static void expect_heard(const std::string& text, const Outcome& outcome) {
        for (const char* words :
             {"talkative resets\n", "talkative cout 1\n", "talkative printf 1\n", "talkative write",
              "talkative cout 9\n", "talkative printf 9\n"}) {
            EXPECT_TRUE(contains(text, words)) << words << " in " << outcome;
        }
    }
};

TEST_F(GameOutput, ArrivesOnStandardErrorBesideJson) {
    const std::string file = path("talk");
    const Outcome recorded =
        run_talkative({"--json", "record", "-o", file, "--inputs", "bot", "--ticks", "9"});
    EXPECT_EQ(recorded.exit_code, 0) << recorded;
    const auto lines = json_lines(recorded.out, "record");
    ASSERT_EQ(lines.size(), 1U) << recorded;
    EXPECT_EQ(lines[0]["ticks"], 9U);
    expect_heard(recorded.err, recorded);
    for (const char* verb : {"verify", "play"}) {
        const Outcome outcome = run_talkative({"--json", verb, file});
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        EXPECT_EQ(json_lines(outcome.out, verb).size(), 1U) << outcome;
        expect_heard(outcome.err, outcome);
    }
    const Outcome checked = run_talkative({"--json", "check", "--ticks", "30"});
    EXPECT_EQ(checked.exit_code, 0) << checked;
    EXPECT_EQ(json_lines(checked.out, "check").size(), 1U) << checked;
}

TEST_F(GameOutput, StaysOnStandardOutputWithoutJson) {
    const Outcome outcome =
        run_talkative({"record", "-o", path("talk"), "--inputs", "bot", "--ticks", "9"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    expect_heard(outcome.out, outcome);
    EXPECT_FALSE(contains(outcome.err, "talkative cout")) << outcome;
}

// The program's own output is what counts.
TEST_F(GameOutput, OnAFullDiskIsNotTakenForTheProgramsOwn) {
    const std::string command = "\"$@\" --json --game talkative check --ticks 9 --probe twin";
    const Outcome full =
        run_command({"sh", "-c", command + " > /dev/full", "sh", strange_a({}).front()});
    EXPECT_EQ(full.exit_code, 5) << full;
    EXPECT_TRUE(contains(full.err, "could not be written")) << full;
    const Outcome other =
        run_command({"sh", "-c", command + " 2> /dev/full", "sh", strange_a({}).front()});
    EXPECT_EQ(other.exit_code, 0) << other;
    EXPECT_EQ(json_lines(other.out, "check").size(), 1U) << other;
}

}  // namespace
}  // namespace tandem::end_to_end
