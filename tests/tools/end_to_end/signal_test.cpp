// SPDX-License-Identifier: MIT
// However a session is ended from outside, its file opens.
#include <csignal>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

struct Interrupt {
    const char* name;
    int signal;
    int exit_code;
};
void PrintTo(const Interrupt& interrupt, std::ostream* stream) { *stream << interrupt.name; }

class Interrupted : public EndToEnd, public testing::WithParamInterface<Interrupt> {
protected:
    // Starts a session that would never end, and waits until its file holds a tick.
    Process start(const std::string& file, const Arguments& more) const {
        Process session(tandem(Arguments{"--json", "--game", "duel", "record", "-o", file} + more));
        EXPECT_TRUE(wait_for_ticks(file, 1)) << session.err();
        return session;
    }
    // The session finished its file as if its source had ended.
    void expect_finished(Process& session, const std::string& file) const {
        const Outcome outcome = session.wait();
        EXPECT_EQ(outcome.exit_code, GetParam().exit_code) << outcome;
        EXPECT_EQ(outcome.err, "") << outcome;
        const auto lines = json_lines(outcome.out, "record");
        ASSERT_EQ(lines.size(), 1U) << outcome;
        EXPECT_EQ(lines[0]["end"], "interrupted");
        const Json info = report(0, {"info", file});
        EXPECT_EQ(info["completeness"], "complete");
        const Json verified = report(0, {"verify", file});
        EXPECT_EQ(verified["ticks_checked"], lines[0]["ticks"]);
        EXPECT_EQ(verified["chain"], lines[0]["chain"]);
    }
};

TEST_P(Interrupted, RecordInRealTimeFinishesItsFile) {
    const std::string file = path("session.tandem");
    Process session = start(file, {"--realtime"});
    session.signal(GetParam().signal);
    expect_finished(session, file);
}

TEST_P(Interrupted, UnpacedRecordFinishesItsFile) {
    const std::string file = path("session.tandem");
    Process session = start(file, {"--ticks", "1000000000"});
    session.signal(GetParam().signal);
    expect_finished(session, file);
}

INSTANTIATE_TEST_SUITE_P(By, Interrupted,
                         testing::Values(Interrupt{"SIGINT", SIGINT, 130},
                                         Interrupt{"SIGTERM", SIGTERM, 143},
                                         Interrupt{"SIGHUP", SIGHUP, 129}),
                         [](const auto& instance) { return std::string(instance.param.name); });

class Killed : public EndToEnd {};

TEST_F(Killed, RecordLeavesAFileThatOpens) {
    const std::string file = path("session.tandem");
    Process session(tandem({"--game", "duel", "record", "--realtime", "-o", file}));
    ASSERT_TRUE(wait_for_ticks(file, 1)) << session.err();
    // While it runs the file is live, which is no error.
    EXPECT_EQ(report(0, {"info", file})["completeness"], "live");
    session.signal(SIGKILL);
    EXPECT_EQ(session.wait().signal, SIGKILL);
    const Json verified = report(3, {"verify", file});
    EXPECT_EQ(verified["completeness"], "cut");
    EXPECT_EQ(verified["verdict"], "same");
    EXPECT_GE(verified["ticks_checked"], 1U);
    EXPECT_EQ(verified["ticks_checked"], verified["ticks_recorded"]);
}

TEST_F(Killed, RecordLosesAtMostASecondOfTicks) {
    constexpr std::uint64_t k_tick_rate = 60;  // of the game
    for (const std::uint64_t tick : {61U, 119U, 120U, 400U}) {
        const std::string file = path("killed_at_" + std::to_string(tick));
        const Outcome outcome =
            run_command(strange_a({"--game", "killing", "record", "--ticks", "1000", "--option",
                                   "kill_tick=" + std::to_string(tick), "-o", file}));
        ASSERT_EQ(outcome.signal, SIGKILL) << outcome;
        const Outcome verified = run_command(strange_a({"--json", "verify", file}));
        EXPECT_EQ(verified.exit_code, 3) << verified;
        const Json line = json_lines(verified.out, "verify").back();
        EXPECT_EQ(line["verdict"], "same");
        EXPECT_GT(line.value("ticks_checked", std::uint64_t{0}) + k_tick_rate, tick);
    }
}

TEST_F(Killed, StepThatThrowsKeepsWhatWasRecorded) {
    const std::string file = path("thrown.tandem");
    const Outcome outcome = run_command(strange_a({"--game", "throwing", "record", "--ticks", "100",
                                                   "--option", "throw_tick=42", "-o", file}));
    EXPECT_EQ(outcome.exit_code, 70) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "tick 42")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "the planned exception of tick 42")) << outcome;
    const Outcome verified = run_command(strange_a({"--json", "verify", file}));
    EXPECT_EQ(verified.exit_code, 0) << verified;
    EXPECT_EQ(json_lines(verified.out, "verify").back()["ticks_checked"], 42U);
}

}  // namespace
}  // namespace tandem::end_to_end
