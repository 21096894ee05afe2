// SPDX-License-Identifier: MIT
// verify --follow beside a process that writes the file: it ends as verify does.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class FollowedByVerify : public EndToEnd {
protected:
    std::string file() const { return path("live.tandem"); }
    // A session in real time, whose file holds a tick.
    Process start_session(const Arguments& more = {"--ticks", "1000000"}) const {
        Process session(
            tandem(Arguments{"--game", "duel", "record", "--realtime", "-o", file()} + more));
        EXPECT_TRUE(wait_for_ticks(file(), 1)) << session.err();
        return session;
    }
    Process start_verify() const {
        return Process(tandem({"--json", "verify", "--follow", file()}));
    }
    // It has verified all that there was, and waits.
    static void expect_waiting(Process& verify) {
        EXPECT_TRUE(verify.wait_for_err("waiting for more")) << verify.out();
    }
    static Json object_of(const Outcome& outcome) {
        const auto lines = json_lines(outcome.out, "verify");
        EXPECT_EQ(lines.size(), 1U) << outcome;
        return lines.empty() ? Json() : lines.back();
    }
};

TEST_F(FollowedByVerify, ASessionThatEndsIsTheSameAndSaidLikeAWholeFile) {
    Process session = start_session();
    Process verify = start_verify();
    expect_waiting(verify);
    const std::uint64_t ticks = report(0, {"info", file()})["ticks"];
    ASSERT_TRUE(wait_for_ticks(file(), ticks + 1)) << session.err();
    EXPECT_TRUE(verify.is_running());
    session.signal(SIGINT);
    EXPECT_EQ(session.wait().exit_code, 130);
    const Outcome outcome = verify.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    const Json followed = object_of(outcome);
    EXPECT_GT(followed["ticks_checked"], ticks);
    EXPECT_EQ(followed, report(0, {"verify", file()}));
}

TEST_F(FollowedByVerify, ADivergenceInTheMiddleEndsItAtOnce) {
    Process session = start_session({"--ticks", "1000000", "--plant", "60:fighters[0].health"});
    const Outcome outcome = start_verify().wait();
    EXPECT_TRUE(session.is_running());
    EXPECT_EQ(outcome.exit_code, 1) << outcome;
    EXPECT_TRUE(contains(outcome.err, "tick 60: the simulation left the recording here"))
        << outcome;
    const Json told = object_of(outcome);
    EXPECT_EQ(told["verdict"], "diverged");
    EXPECT_EQ(told["tick"], 60);
    EXPECT_EQ(told["completeness"], "live");
    EXPECT_EQ(told["fields"][0]["path"], "fighters[0].health");
}

TEST_F(FollowedByVerify, AWriterThatIsKilledLeavesACutFile) {
    Process session = start_session();
    Process verify = start_verify();
    expect_waiting(verify);
    session.signal(SIGKILL);
    session.wait();
    const Outcome outcome = verify.wait();
    EXPECT_EQ(outcome.exit_code, 3) << outcome;
    EXPECT_EQ(object_of(outcome), report(3, {"verify", file()}));
    EXPECT_EQ(object_of(outcome)["completeness"], "cut");
}

TEST_F(FollowedByVerify, CtrlCEndsItAndItSaysWhatItVerified) {
    Process session = start_session();
    Process verify = start_verify();
    expect_waiting(verify);
    verify.signal(SIGINT);
    const Outcome outcome = verify.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
    const Json told = object_of(outcome);
    EXPECT_EQ(told["verdict"], "interrupted");
    EXPECT_EQ(told["completeness"], "live");
    EXPECT_GE(told["ticks_checked"], 1U);
    EXPECT_EQ(told["ticks_checked"], told["ticks_recorded"]);
    EXPECT_TRUE(session.is_running());
}

class ChangedWhileFollowed : public FollowedByVerify {
protected:
    // Lets `change` do its work while the file is followed.
    template <class Change>
    Outcome changed(const Change& change) const {
        Process session = start_session();
        Process verify = start_verify();
        expect_waiting(verify);
        change(session);
        const Outcome outcome = verify.wait();
        session.signal(SIGKILL);
        session.wait();
        return outcome;
    }
    static void expect_another(const Outcome& outcome) {
        EXPECT_EQ(outcome.exit_code, 3) << outcome;
        EXPECT_TRUE(contains(outcome.err, "live.tandem: the file no longer begins with the "))
            << outcome;
        EXPECT_EQ(object_of(outcome)["verdict"], "interrupted");
    }
};

TEST_F(ChangedWhileFollowed, AFileThatIsReplacedIsBad) {
    record_bots("other.tandem", 500, {"--seed", "9"});
    expect_another(
        changed([&](const Process&) { std::filesystem::rename(path("other.tandem"), file()); }));
}

// Into its schema or behind it: only the message is another one.
TEST_F(ChangedWhileFollowed, AFileThatShrinksIsBad) {
    const Outcome outcome = changed([&](Process& session) {
        session.signal(SIGSTOP);
        std::filesystem::resize_file(file(), std::filesystem::file_size(file()) / 2);
    });
    EXPECT_EQ(outcome.exit_code, 3) << outcome;
    EXPECT_TRUE(contains(outcome.err, "tandem: " + file())) << outcome;
    EXPECT_EQ(object_of(outcome)["verdict"], "interrupted");
}

TEST_F(ChangedWhileFollowed, AFileThatIsTakenAwayIsMissing) {
    const Outcome outcome = changed([&](const Process&) { std::filesystem::remove(file()); });
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    EXPECT_TRUE(contains(outcome.err, "live.tandem: there is no such file")) << outcome;
    EXPECT_EQ(object_of(outcome)["verdict"], "interrupted");
}

TEST_F(ChangedWhileFollowed, AFileThatIsDamagedEndsItThoughItsSessionGoesOn) {
    const Outcome outcome = changed([&](Process& session) {
        std::fstream stream(file(), std::ios::in | std::ios::out | std::ios::binary);
        const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(file()) / 2);
        stream.seekg(middle);
        const int byte = stream.get();
        stream.seekp(middle);
        stream.put(static_cast<char>(byte ^ 1));
        EXPECT_TRUE(session.is_running());
    });
    EXPECT_EQ(outcome.exit_code, 3) << outcome;
}

}  // namespace
}  // namespace tandem::end_to_end
