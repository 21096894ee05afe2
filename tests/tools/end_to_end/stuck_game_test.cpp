// SPDX-License-Identifier: MIT
// A game that does not come back, or ends the program, costs nothing that was played before.
#include <csignal>
#include <filesystem>
#include <utility>

#include <tests/tools/end_to_end/match.hpp>

namespace tandem::end_to_end {
namespace {

constexpr const char* k_told = "still in the step of tick 30 for 1 s; Ctrl-C ends it";
constexpr const char* k_ended = "ended in the step of tick 30, which had not come back for ";
// The options of the game `stuck`.
const Arguments k_loops_in_step{"--option", "how=1"};
const Arguments k_exits_in_step{"--option", "how=2"};
const Arguments k_loops_in_reset{"--option", "how=3"};

class StuckGame : public MatchTest {
protected:
    static Arguments record(const std::string& file, const Arguments& more) {
        return Arguments{"--game", "stuck", "record", "--ticks", "100", "-o", file} + more;
    }
    // All ticks before the one in which it is stuck.
    static void expect_whole(const std::string& file, const std::string& end) {
        // Where the game is not stuck.
        const Outcome verified = run_command(strange_a({"--json", "verify", file}));
        EXPECT_EQ(verified.exit_code, 0) << verified;
        EXPECT_EQ(json_lines(verified.out, "verify").back()["ticks_checked"], 30U);
        const Outcome info = run_command(strange_a({"--json", "info", file}));
        EXPECT_EQ(info.exit_code, 0) << info;
        EXPECT_EQ(json_lines(info.out, "info").back()["completeness"], "complete");
        EXPECT_TRUE(contains(info.out, end)) << info;
    }
};

TEST_F(StuckGame, IsToldByRecordAndTheFirstSignalFinishesTheFile) {
    for (const auto& [signal, exit_code] :
         {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129}}) {
        const std::string file = path("stuck" + std::to_string(signal));
        Process session(strange_b(record(file, k_loops_in_step)));
        ASSERT_TRUE(session.wait_for_err(k_told)) << session.err();
        session.signal(signal);
        const Outcome outcome = session.wait();
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
        EXPECT_TRUE(contains(outcome.err, k_ended)) << outcome;
        EXPECT_TRUE(contains(outcome.out, "recorded 30 ticks of stuck")) << outcome;
        expect_whole(file, "interrupted");
    }
}

TEST_F(StuckGame, IsOneObjectInJson) {
    const std::string file = path("stuck.tandem");
    Process session(strange_b(Arguments{"--json"} + record(file, k_loops_in_step)));
    ASSERT_TRUE(session.wait_for_err(k_told)) << session.err();
    session.signal(SIGINT);
    const Outcome outcome = session.wait();
    const auto lines = json_lines(outcome.out, "record");
    ASSERT_EQ(lines.size(), 1U) << outcome;
    EXPECT_EQ(lines[0]["ticks"], 30U);
    EXPECT_EQ(lines[0]["end"], "interrupted");
    const Outcome verified = run_command(strange_a({"--json", "verify", file}));
    EXPECT_EQ(json_lines(verified.out, "verify").back()["chain"], lines[0]["chain"]);
}

TEST_F(StuckGame, InItsResetLeavesNoFile) {
    const std::string file = path("stuck.tandem");
    Process session(strange_b(record(file, k_loops_in_reset)));
    ASSERT_TRUE(session.wait_for_err("still in the reset for 1 s; Ctrl-C ends it"));
    session.signal(SIGINT);
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
    EXPECT_TRUE(contains(outcome.out, "nothing was recorded, and no file was written")) << outcome;
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(StuckGame, IsToldByWhoeverPlaysARecordingAgain) {
    const std::string file = path("sound.tandem");
    const Outcome recorded = run_command(strange_a(record(file, k_loops_in_step)));
    ASSERT_EQ(recorded.exit_code, 0) << recorded;
    for (const Arguments& verb : {Arguments{"play", file}, {"verify", file, "--jobs", "2"}}) {
        Process session(strange_b(verb));
        ASSERT_TRUE(session.wait_for_err(k_told)) << verb[0] << session.err();
        session.signal(SIGINT);
        const Outcome outcome = session.wait();
        EXPECT_EQ(outcome.exit_code, 130) << outcome;
        EXPECT_TRUE(contains(outcome.err, k_ended)) << outcome;
    }
}

TEST_F(StuckGame, IsToldByCheck) {
    Process session(strange_b(Arguments{"--game", "stuck", "check"} + k_loops_in_step));
    ASSERT_TRUE(session.wait_for_err(k_told)) << session.err();
    session.signal(SIGINT);
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
}

TEST_F(StuckGame, OnOneSideOfAMatchIsToldThereAndBothFilesAreWhole) {
    for (const bool is_host_stuck : {true, false}) {
        const auto first = is_host_stuck ? &strange_b : &strange_a;
        const auto second = is_host_stuck ? &strange_a : &strange_b;
        const Arguments force{"--force"};
        Host host = start_host(first({"--game", "stuck"}),
                               k_loops_in_step + force + Arguments{"-o", host_file()});
        Process guest(second(
            Arguments{"--game", "stuck", "join", address_of(host), "-o", guest_file()} + force));
        Process& stuck = is_host_stuck ? host.process : guest;
        Process& other = is_host_stuck ? guest : host.process;
        ASSERT_TRUE(stuck.wait_for_err(k_told)) << stuck.err();
        stuck.signal(SIGINT);
        const Outcome here = stuck.wait();
        EXPECT_EQ(here.exit_code, 130) << here;
        EXPECT_TRUE(contains(here.err, k_ended)) << here;
        EXPECT_TRUE(contains(here.out, "played 30 ticks of stuck")) << here;
        // It may have waited longer than it waits for anybody, on a machine that has much to do.
        const Outcome there = other.wait();
        EXPECT_NE(there.exit_code, -1) << there;
        expect_whole(is_host_stuck ? host_file() : guest_file(), "interrupted");
        const Outcome verified = run_command(
            strange_a({"--json", "verify", is_host_stuck ? guest_file() : host_file()}));
        EXPECT_EQ(verified.exit_code, 0) << verified;
    }
}

TEST_F(StuckGame, ThatEndsTheProgramIsNamedWithItsTickAndTheFileIsWhole) {
    const std::string file = path("exit.tandem");
    const Outcome outcome = run_command(strange_b(record(file, k_exits_in_step)));
    EXPECT_EQ(outcome.exit_code, 70) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "the game ended the program in the step of tick 30, by exit"))
        << outcome;
    EXPECT_TRUE(contains(outcome.out, "the engine gives up")) << outcome;
    EXPECT_TRUE(contains(outcome.out, "recorded 30 ticks of stuck")) << outcome;
    expect_whole(file, "step_failed");
}

TEST_F(StuckGame, ThatEndsTheProgramIsNamedByWhateverPlaysIt) {
    const std::string file = path("sound.tandem");
    ASSERT_EQ(run_command(strange_a(record(file, k_exits_in_step))).exit_code, 0);
    for (const Arguments& verb :
         {Arguments{"play", file}, {"verify", file}, {"state", file, "--at", "50"}}) {
        const Outcome outcome = run_command(strange_b(verb));
        EXPECT_EQ(outcome.exit_code, 70) << outcome;
        EXPECT_TRUE(contains(outcome.err, "ended the program in the step of tick 30")) << outcome;
    }
}

TEST_F(StuckGame, ThatEndsTheProgramTellsTheOtherPlayers) {
    Host host =
        start_host(strange_b({"--game", "stuck"}),
                   k_exits_in_step + Arguments{"--unpaced", "--ticks", "100", "-o", host_file()});
    const Outcome there = run_command(
        strange_a({"--game", "stuck", "join", address_of(host), "--unpaced", "-o", guest_file()}));
    const Outcome here = host.process.wait();
    EXPECT_EQ(here.exit_code, 70) << here;
    EXPECT_TRUE(contains(there.err, "ended the program in the step of tick 30")) << there;
    expect_whole(host_file(), "step_failed");
}

}  // namespace
}  // namespace tandem::end_to_end
