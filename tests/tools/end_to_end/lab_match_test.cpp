// SPDX-License-Identifier: MIT
// `tandem lab match` with real processes: verdicts and never times, recordings that tell the same,
// and nothing left behind however it ends.
#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

// Slower machines than the defaults, so that a busy computer still makes a clear difference.
const Arguments k_short{"--seconds", "2", "--repeats", "1", "--machine", "0:20,0:200"};

// On a busy computer its verdict may be that it proves nothing; where that is not asked, both will
// do.
bool is_played_to_its_end(const Outcome& outcome) {
    return outcome.exit_code == 0 || outcome.exit_code == 1;
}

class LabMatch : public EndToEnd {
protected:
    // On stderr stands how long it will take, then a line for each arm as it ends ("2/5 F-int:
    // identical, ..."), and no other.
    Outcome finish(int exit_code, const Arguments& arguments) const {
        Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
        std::istringstream lines(outcome.err);
        std::size_t arms = 0;
        std::string line;
        EXPECT_TRUE(std::getline(lines, line) && line.starts_with("playing ")) << outcome;
        while (std::getline(lines, line)) {
            EXPECT_EQ(line.rfind(std::to_string(++arms) + "/", 0), 0U) << outcome;
        }
        EXPECT_GE(arms, 1U) << outcome;
        return outcome;
    }
    // The object of each arm, by name.
    std::map<std::string, Json> play(int exit_code, const Arguments& options) const {
        const Outcome outcome = finish(exit_code, Arguments{"--json", "lab", "match"} + options);
        std::map<std::string, Json> arms;
        for (const Json& line : json_lines(outcome.out, "lab")) {
            arms[line.value("arm", "")] = line;
        }
        return arms;
    }
};

TEST_F(LabMatch, EveryArmComesOutAsItMustAndItsRecordingsSayTheSame) {
    const auto arms =
        play(0, k_short + Arguments{"--arm", "V-script,F-int,F-broken", "-o", path("files")});
    ASSERT_EQ(arms.size(), 5U);
    const std::map<std::string, std::string> verdicts{{"V-script", "diverged"},
                                                      {"F-int", "identical"},
                                                      {"F-broken-dropped", "diverged"},
                                                      {"F-broken-flipped", "diverged"},
                                                      {"F-broken-random", "diverged"}};
    for (const auto& [name, verdict] : verdicts) {
        const Json& arm = arms.at(name);
        EXPECT_EQ(arm["verdict"], verdict) << arm;
        EXPECT_EQ(arm["agree"], verdict == "identical") << arm;
        EXPECT_EQ(arm["as_expected"], true) << arm;
        EXPECT_GT(arm["frames_fast"], arm["frames_slow"]) << arm;
        EXPECT_EQ(arm["outcomes"], verdict == "identical" ? 1 : 2) << arm;
        if (!arm["fault_tick"].is_null()) {
            EXPECT_EQ(arm["first_difference"], arm["fault_tick"]) << arm;
            EXPECT_EQ(arm["found_exactly"], 1) << arm;
        }
    }
    EXPECT_EQ(arms.at("V-script")["first_difference"], 1'000);
    EXPECT_TRUE(arms.at("F-int")["first_difference"].is_null());

    const Json variable = report(
        1, {"diff", path("files/V-script-1-fast.tandem"), path("files/V-script-1-slow.tandem")});
    EXPECT_EQ(variable["verdict"], "inputs");
    EXPECT_EQ(variable["state_tick"], 0);  // the first second
    const Json fixed =
        report(0, {"diff", path("files/F-int-1-fast.tandem"), path("files/F-int-1-slow.tandem")});
    EXPECT_EQ(fixed["verdict"], "identical");
    // With its dt recorded a variable step replays, too.
    expect(0, {"verify", path("files/V-script-1-fast.tandem")});
    expect(0, {"verify", path("files/V-script-1-slow.tandem")});
    expect(1, {"verify", path("files/F-broken-random-1-slow.tandem")});
}

TEST_F(LabMatch, MachinesOfOneSpeedProveNothing) {
    const auto arms =
        play(1, {"--arm", "V-same", "--seconds", "2", "--repeats", "1", "--machine", "0:50,0:50"});
    const Json& arm = arms.at("V-same");
    EXPECT_EQ(arm["verdict"], "inconclusive") << arm;
    EXPECT_EQ(arm["agree"], true) << arm;
    EXPECT_EQ(arm["as_expected"], false) << arm;
}

TEST_F(LabMatch, TablesCloseTheRun) {
    const Outcome outcome = finish(0, Arguments{"lab", "match", "--arm", "V-same"} + k_short);
    for (const char* part : {"V-same", "identical", "Where the bodies went", "temporary folder"}) {
        EXPECT_TRUE(contains(outcome.out, part)) << outcome;
    }
}

// ---- What is left behind ----

// The parent of every process, as Linux tells it.
std::map<pid_t, pid_t> parents() {
    std::map<pid_t, pid_t> parents;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        std::ifstream file(entry.path() / "stat");
        std::string text;
        std::getline(file, text);
        const std::size_t name_end = text.rfind(')');
        if (name_end == std::string::npos) {
            continue;
        }
        std::istringstream rest(text.substr(name_end + 1));
        std::string state;
        pid_t parent = 0;
        rest >> state >> parent;
        parents[std::stoi(text)] = parent;
    }
    return parents;
}

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& [process, its_parent] : parents()) {
        if (its_parent == parent) {
            children.push_back(process);
        }
    }
    return children;
}

class LabMatchEnded : public LabMatch {
protected:
    // A match that would last long, its two machines at play.
    void start() {
        match_.emplace(tandem({"--quiet", "lab", "match", "--arm", "F-int", "--seconds", "600",
                               "--repeats", "1", "-o", path("files")}));
        const std::string file = path("files/F-int-1-slow.tandem");
        ASSERT_TRUE(wait_for_ticks(file, 1)) << match_->err();
        machines_ = children_of(match_->id());
        ASSERT_EQ(machines_.size(), 2U);
    }
    void expect_nobody_left() {
        EXPECT_TRUE(wait_until([this] {
            const auto alive = parents();
            return alive.count(machines_[0]) + alive.count(machines_[1]) == 0;
        }));
    }

    std::optional<Process> match_;
    std::vector<pid_t> machines_;
};

TEST_F(LabMatchEnded, ByCtrlCStopsTheMachines) {
    start();
    match_->signal(SIGINT);
    EXPECT_EQ(match_->wait().exit_code, 130);
    expect_nobody_left();
}

TEST_F(LabMatchEnded, ByTheDeathOfAMachineStopsTheOtherAndNamesIt) {
    for (const std::size_t victim : {0U, 1U}) {
        std::filesystem::remove_all(path("files"));
        start();
        ASSERT_EQ(kill(machines_[victim], SIGKILL), 0);
        const Outcome outcome = match_->wait();
        EXPECT_EQ(outcome.exit_code, 4) << outcome;
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, "ended by signal 9")) << outcome;
        expect_nobody_left();
    }
}

TEST_F(LabMatchEnded, ByItsOwnDeathTakesTheMachinesAlong) {
    start();
    match_->signal(SIGKILL);
    EXPECT_EQ(match_->wait().signal, SIGKILL);
    expect_nobody_left();
}

TEST_F(LabMatchEnded, ByTwoSignalsTakesTheMachinesAlong) {
    start();
    // Stopped, it gets both at the same moment.
    match_->signal(SIGSTOP);
    match_->signal(SIGINT);
    match_->signal(SIGTERM);
    match_->signal(SIGCONT);
    const int code = match_->wait().exit_code;
    EXPECT_TRUE(code == 130 || code == 143) << code;
    expect_nobody_left();
}

TEST_F(LabMatchEnded, ByAMachineThatStandsStillSaysWhichLostIt) {
    start();
    ASSERT_EQ(kill(machines_[1], SIGSTOP), 0);
    const Outcome outcome = match_->wait();
    EXPECT_EQ(outcome.exit_code, 4) << outcome;
    expect_one_sentence(outcome);
    expect_nobody_left();
}

class LabMatchFolder : public LabMatch {
protected:
    LabMatchFolder() { std::filesystem::create_directory(path("tmp")); }

    // A match without -o, whose temporary folder is in one of the test's own.
    Arguments match(const Arguments& options) const {
        return Arguments{"env", "TMPDIR=" + path("tmp")} +
               tandem(Arguments{"lab", "match", "--arm", "F-int"} + options);
    }
    // One that would last long, from when there is a folder with its recordings, not one of these.
    Process start_long(const std::set<std::string>& others) const {
        Process process(match({"--seconds", "600", "--repeats", "1"}));
        EXPECT_TRUE(wait_until([&] {
            const auto now = folders();
            return !std::includes(others.begin(), others.end(), now.begin(), now.end());
        })) << process.err();
        return process;
    }
    // Those that hold recordings now.
    std::set<std::string> folders() const {
        std::set<std::string> folders;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(path("tmp"), ignored)) {
            if (std::filesystem::exists(entry.path() / "F-int-1-slow.tandem", ignored)) {
                folders.insert(entry.path().string());
            }
        }
        return folders;
    }
};

TEST_F(LabMatchFolder, OfAMatchThatWasKilledIsRemovedByTheNextAndALiveOnesIsNot) {
    Process killed = start_long({});
    const auto left = folders();
    ASSERT_EQ(left.size(), 1U);
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.wait().signal, SIGKILL);
    EXPECT_EQ(folders(), left);

    Process live = start_long(left);
    const auto used = folders();
    EXPECT_EQ(used.size(), 1U);
    EXPECT_NE(used, left);
    const Outcome next = run_command(match(k_short));
    EXPECT_TRUE(is_played_to_its_end(next)) << next;
    EXPECT_EQ(folders(), used);

    live.signal(SIGINT);
    EXPECT_EQ(live.wait().exit_code, 130);
    EXPECT_TRUE(std::filesystem::is_empty(path("tmp")));
}

// ---- Readers that leave ----

class LabMatchRead : public LabMatch {
protected:
    // What a match says to a reader at the other end of a pipe, and its exit code.
    Outcome read_by(const std::string& reader, const Arguments& arguments) const {
        const std::string script = "{ \"$@\"; echo $? > '" + path("code") + "'; } | " + reader;
        Outcome outcome = run_command(Arguments{"sh", "-c", script, "sh"} + tandem(arguments));
        outcome.exit_code = std::stoi(read_file(path("code")));
        return outcome;
    }
};

TEST_F(LabMatchRead, ByNobodyEndsAtOnce) {
    const Outcome outcome = read_by(":", {"--quiet", "lab", "match", "--seconds", "600"});
    EXPECT_EQ(outcome.exit_code, 141) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "standard output: ")) << outcome;
}

// Nor does the first file that it opens become its standard output.
TEST_F(LabMatchRead, WhereStandardOutputIsClosedEndsAtOnce) {
    const Outcome outcome =
        run_command(Arguments{"sh", "-c", "exec \"$@\" >&-", "sh"} +
                    tandem({"--quiet", "lab", "match", "--arm", "F-int", "--seconds", "600"}));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "standard output: ")) << outcome;
}

TEST_F(LabMatchRead, UpToTheFirstArmPlaysNoMore) {
    for (const char* reader : {"head -n 1", "cat > /dev/full"}) {
        const Outcome outcome = read_by(
            reader, Arguments{"--json", "lab", "match", "--arm", "V-same,F-int,F-float"} + k_short);
        EXPECT_EQ(outcome.exit_code, 141) << outcome;
        EXPECT_TRUE(contains(outcome.err, "1/3 ")) << outcome;
        EXPECT_FALSE(contains(outcome.err, "2/3 ")) << outcome;
        expect_nothing_twice(outcome);
    }
}

// The tables are one piece of output: who reads a line of them had all of them.
TEST_F(LabMatchRead, UpToALineOfItsTablesCountsAsRead) {
    const Outcome outcome =
        read_by("head -n 1", Arguments{"lab", "match", "--arm", "V-same,F-int"} + k_short);
    EXPECT_TRUE(is_played_to_its_end(outcome)) << outcome;
}

TEST_F(LabMatch, WhatCannotBePrintedEndsItAfterTheFirstArm) {
    const Outcome outcome =
        run_command(Arguments{"sh", "-c", "exec \"$@\" > /dev/full", "sh"} +
                    tandem(Arguments{"--json", "lab", "match", "--arm", "V-same,F-int"} + k_short));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    EXPECT_TRUE(contains(outcome.err, "1/2 ")) << outcome;
    EXPECT_FALSE(contains(outcome.err, "2/2 ")) << outcome;
    expect_nothing_twice(outcome);
}

// Enough for some of the machines.
TEST_F(LabMatch, TooFewFilesAreAnErrorThatNamesTheirLimit) {
    const Outcome outcome = run_command(
        Arguments{"sh", "-c", "ulimit -n 16; exec \"$@\"", "sh"} +
        tandem({"--quiet", "lab", "match", "--arm", "F-int", "--seconds", "2", "--repeats", "20"}));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "F-int, pair ")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "(ulimit -n)")) << outcome;
}

TEST_F(LabMatch, ARecordingThatMayNotGrowIsAnErrorOfWriting) {
    const Outcome outcome = run_command(
        with_file_blocks_max(1, tandem({"lab", "match", "--arm", "V-naive", "--seconds", "4",
                                        "--repeats", "1", "-o", path("recordings")})));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    EXPECT_TRUE(contains(outcome.err, "File too large")) << outcome;
}

}  // namespace
}  // namespace tandem::end_to_end
