// SPDX-License-Identifier: MIT
// A person at a real terminal: keys drive the session, and the terminal is as before on every way
// out.
#include <chrono>
#include <csignal>
#include <thread>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/tools/end_to_end/match.hpp>
#include <tests/tools/end_to_end/tmux.hpp>

namespace tandem::end_to_end {
namespace {

constexpr const char* k_earlier_line = "what stood here before";

class Terminal : public MatchTest {
protected:
    void SetUp() override {
        if (run_command({"tmux", "-V"}).exit_code != 0) {
            GTEST_SKIP() << "tmux is not installed, so there is no terminal to sit at";
        }
    }

    // Runs the program in a window of its own; its process id, exit code and the terminal's
    // settings before and after go into files that carry the window's name.
    // `run` is how the script runs it.
    void open(Tmux& tmux, const std::string& window, const Arguments& arguments,
              const std::string& run) const {
        std::string words;
        for (const std::string& word : tandem(arguments)) {
            words += " '" + word + "'";
        }
        const std::string base = path(window);
        write_file(base + ".inner", "echo $$ > " + base + ".pid\nexec" + words + "\n");
        // The shell outlives Ctrl-C, which reaches it as well, and does not hand on that it does.
        write_file(base + ".outer", "ulimit -c 0\ntrap : INT\necho " + std::string(k_earlier_line) +
                                        "\nstty -g > " + base + ".before\n" + run + "echo $? > " +
                                        base + ".code\nstty -g > " + base + ".now\nmv " + base +
                                        ".now " + base + ".after\nexec cat\n");
        ASSERT_TRUE(tmux.open(window, base + ".outer"));
    }
    void open(Tmux& tmux, const std::string& window, const Arguments& arguments) const {
        open(tmux, window, arguments, "sh " + path(window) + ".inner\n");
    }
    // Waits for the program's end and judges the terminal it leaves; its exit code.
    int end_of(const Tmux& tmux, const std::string& window) const {
        const std::string base = path(window);
        EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(base + ".after"); }))
            << tmux.screen(window);
        EXPECT_EQ(read_file(base + ".before"), read_file(base + ".after"));
        EXPECT_TRUE(tmux.wait_for(window, k_earlier_line)) << tmux.screen(window);
        EXPECT_EQ(tmux.ask(window, "#{alternate_on} #{cursor_flag}"), "0 1\n");
        return std::stoi(read_file(base + ".code"));
    }
    void signal(const std::string& window, int number) const {
        ::kill(std::stoi(read_file(path(window) + ".pid")), number);
    }
    // Types in a window until the file that its session writes holds so many ticks more.
    void play_for_ticks(const Tmux& tmux, const std::vector<std::string>& windows,
                        const std::string& file, std::uint64_t ticks) const {
        EXPECT_TRUE(wait_until([&] {
            for (const std::string& window : windows) {
                tmux.type(window, "w");
                tmux.type(window, "Space");
                tmux.type(window, "Left");
            }
            const Outcome info = run({"--json", "info", file});
            return info.exit_code == 0 && json_lines(info.out, "info").back()["ticks"] >= ticks;
        }));
    }

    // The port that a host in this window says it waits on.
    static std::string port_of(const Tmux& tmux, const std::string& window) {
        const std::string before = "on UDP port ";
        EXPECT_TRUE(tmux.wait_for(window, before)) << tmux.screen(window);
        const std::string screen = tmux.screen(window);
        const std::size_t found = screen.find(before);
        if (found == std::string::npos) {
            return "";
        }
        const std::string rest = screen.substr(found + before.size());
        return rest.substr(0, rest.find_first_not_of("0123456789"));
    }

    // Whether the player ever went forward, turned and shot.
    static void expect_played(const std::string& file, std::uint32_t slot) {
        const auto replay = replay::Replay::open(file);
        ASSERT_TRUE(replay) << replay.error().text();
        constexpr std::array<const char*, 4> k_fields{"forward", "side", "turn", "buttons"};
        std::array<bool, k_fields.size()> used{};
        replay::Cursor cursor(*replay);
        for (std::uint64_t tick = 0; tick < replay->ticks(); ++tick) {
            const auto bytes = cursor.record(sim::Tick{tick});
            ASSERT_TRUE(bytes) << bytes.error().text();
            const auto record = sim::parse_record(replay->header().input_schema,
                                                  replay->header().setup.slots, *bytes);
            ASSERT_TRUE(record);
            for (std::size_t field = 0; field < used.size(); ++field) {
                used[field] = used[field] || record->inputs[slot][field] != std::byte{0};
            }
        }
        for (const std::size_t field : {0U, 2U, 3U}) {
            EXPECT_TRUE(used[field]) << k_fields[field] << " of player " << slot;
        }
    }

    static constexpr const char* k_recording = "recording, tick";
};

TEST_F(Terminal, KeysDriveARecordingUntilQ) {
    const std::string file = path("keys.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"--game", "duel", "record", "--inputs", "keys", "--name", "ann", "-o", file});
    ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    EXPECT_TRUE(tmux.wait_for("alone", "space: shoot")) << tmux.screen("alone");
    EXPECT_TRUE(tmux.wait_for("alone", "0 ann (you): ")) << tmux.screen("alone");
    play_for_ticks(tmux, {"alone"}, file, 60);
    tmux.type("alone", "q");
    EXPECT_EQ(end_of(tmux, "alone"), 0);
    EXPECT_TRUE(contains(tmux.screen("alone"), "recorded ")) << tmux.screen("alone");
    expect_played(file, 0);
    const Json verified = report(0, {"verify", file});
    EXPECT_EQ(verified["verdict"], "same");
    EXPECT_GE(verified["ticks_checked"], 60U);
}

TEST_F(Terminal, TheNameIsThatOfThePersonAtTheKeys) {
    const std::string file = path("second.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"--game", "duel", "record", "--inputs", "bot", "--inputs", "1=keys", "--name", "ann",
          "-o", file});
    EXPECT_TRUE(tmux.wait_for("alone", "1 ann (you): ")) << tmux.screen("alone");
    tmux.type("alone", "q");
    EXPECT_EQ(end_of(tmux, "alone"), 0);
    const Json marks = report(0, {"info", file})["marks"];
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(marks[0]["kind"], "player_name");
    EXPECT_EQ(marks[0]["player"], 1U);
    EXPECT_EQ(marks[0]["text"], "ann");
}

TEST_F(Terminal, GoesOnFromARecordingAndBackInTimeWithoutLosingATake) {
    const std::string parent = record_bots("a.tandem", 700);
    const std::string file = path("b.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"record", "--from", parent + "@600", "--inputs", "keys", "--name", "ann", "-o", file});
    ASSERT_TRUE(tmux.wait_for("alone", "you play on in ")) << tmux.screen("alone");
    ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    play_for_ticks(tmux, {"alone"}, file, 20);
    tmux.type("alone", "BSpace");
    // Not further back than where the session began.
    ASSERT_TRUE(tmux.wait_for("alone", "back at tick 600, you play on in")) << tmux.screen("alone");
    EXPECT_TRUE(contains(tmux.screen("alone"), "space: shoot"))
        << "without its keys the picture would be larger for a moment";
    ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    tmux.type("alone", "q");
    EXPECT_EQ(end_of(tmux, "alone"), 0);
    const std::string again = path("b-2.tandem");
    const Json first = report(0, {"info", file});
    EXPECT_EQ(first["completeness"], "complete");
    EXPECT_GE(first["ticks"], 20U);
    const Json second = report(0, {"info", again});
    EXPECT_EQ(second["fork_tick"], 600U);
    EXPECT_EQ(second["parent_chain"], first["parent_chain"]);
    ASSERT_EQ(second["marks"].size(), 1U);
    EXPECT_EQ(second["marks"][0]["text"], "ann");
    EXPECT_EQ(report(0, {"verify", file})["verdict"], "same");
    EXPECT_EQ(report(0, {"info", parent})["ticks"], 700U);
    EXPECT_TRUE(tmux.wait_for("alone", "it continues ")) << tmux.screen("alone");
}

TEST_F(Terminal, IsRestoredAfterCtrlC) {
    const std::string file = path("keys.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone", {"--game", "duel", "record", "--inputs", "keys", "-o", file});
    ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    EXPECT_EQ(tmux.ask("alone", "#{alternate_on} #{cursor_flag}"), "1 0\n");
    tmux.type("alone", "C-c");
    EXPECT_EQ(end_of(tmux, "alone"), 130);
    EXPECT_EQ(report(0, {"info", file})["completeness"], "complete");
}

TEST_F(Terminal, IsRestoredAfterTermination) {
    const std::string file = path("keys.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone", {"--game", "duel", "record", "--inputs", "keys", "-o", file});
    ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    signal("alone", SIGTERM);
    EXPECT_EQ(end_of(tmux, "alone"), 143);
    EXPECT_EQ(report(0, {"info", file})["completeness"], "complete");
}

TEST_F(Terminal, IsRestoredAfterACrash) {
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"--game", "duel", "record", "--inputs", "keys", "-o", path("keys.tandem")});
    ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    signal("alone", SIGABRT);
    EXPECT_EQ(end_of(tmux, "alone"), 128 + SIGABRT);
}

TEST_F(Terminal, IsRestoredAfterQuit) {
    const std::string file = record_bots("a.tandem", 2000);
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file});
    ASSERT_TRUE(tmux.wait_for("viewer", "space pause")) << tmux.screen("viewer");
    signal("viewer", SIGQUIT);
    EXPECT_EQ(end_of(tmux, "viewer"), 128 + SIGQUIT);
}

TEST_F(Terminal, IsTheShellsWhileTheProgramIsStopped) {
    const std::string file = record_bots("a.tandem", 2000);
    Tmux tmux(path("tmux"));
    const std::string base = path("viewer");
    // A shell that controls jobs hears of the stop, and goes on when it is told to.
    open(tmux, "viewer", {"play", file, "--speed", "0.001"},
         "set -m\nsh " + base + ".inner\nstty -g > " + base + ".now\nmv " + base + ".now " + base +
             ".stopped\nread word\nfg\n");
    ASSERT_TRUE(tmux.wait_for("viewer", "space pause")) << tmux.screen("viewer");
    signal("viewer", SIGTSTP);
    EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(base + ".stopped"); }));
    EXPECT_EQ(read_file(base + ".before"), read_file(base + ".stopped"));
    EXPECT_EQ(tmux.ask("viewer", "#{alternate_on} #{cursor_flag}"), "0 1\n");
    tmux.type("viewer", "Enter");
    ASSERT_TRUE(tmux.wait_for("viewer", "space pause")) << tmux.screen("viewer");
    EXPECT_EQ(tmux.ask("viewer", "#{alternate_on} #{cursor_flag}"), "1 0\n");
    // Keys arrive one by one again.
    tmux.type("viewer", "Space");
    EXPECT_TRUE(tmux.wait_for("viewer", "paused")) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
}

TEST_F(Terminal, ThatIsGoneEndsTheSessionEvenWhereHangupsAreIgnored) {
    const std::string file = path("keys.tandem");
    {
        Tmux tmux(path("tmux"));
        open(tmux, "alone", {"--game", "duel", "record", "--inputs", "keys", "-o", file},
             "trap '' HUP\nsh " + path("alone") + ".inner\n");
        ASSERT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
        ASSERT_TRUE(wait_for_ticks(file, 1));
    }
    EXPECT_TRUE(wait_until([&] {
        const Outcome info = run({"--json", "info", file});
        return json_lines(info.out, "info").back()["completeness"] == "complete";
    }));
    EXPECT_EQ(report(0, {"info", file})["end"], "interrupted");
}

TEST_F(Terminal, ShowsThatASessionWhichGoesOnIsNotRecordedAnyMore) {
    const std::string file = path("keys.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"--game", "duel", "record", "--keep-going", "--inputs", "keys", "--sync", "tick", "-o",
          file},
         "prlimit --fsize=8000 sh " + path("alone") + ".inner\n");
    ASSERT_TRUE(tmux.wait_for("alone", "NOT RECORDED any more: ")) << tmux.screen("alone");
    EXPECT_TRUE(tmux.wait_for("alone", k_recording)) << tmux.screen("alone");
    tmux.type("alone", "q");
    EXPECT_EQ(end_of(tmux, "alone"), 5);
    EXPECT_TRUE(tmux.wait_for("alone", "nothing is recorded")) << tmux.screen("alone");
    EXPECT_EQ(report(3, {"verify", file})["verdict"], "same");
}

TEST_F(Terminal, IsRestoredAfterAnErrorThatIsThenRead) {
    const std::string file = path("precious");
    write_file(file, "years of work\n");
    Tmux tmux(path("tmux"));
    open(tmux, "alone", {"--game", "duel", "record", "--inputs", "keys", "-o", file});
    EXPECT_EQ(end_of(tmux, "alone"), 5);
    EXPECT_TRUE(tmux.wait_for("alone", "exists already")) << tmux.screen("alone");
}

TEST_F(Terminal, ShowsARecordingUntilQ) {
    const std::string file = record_bots("a.tandem", 2000);
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file});
    ASSERT_TRUE(tmux.wait_for("viewer", "space pause")) << tmux.screen("viewer");
    tmux.type("viewer", "Space");
    EXPECT_TRUE(tmux.wait_for("viewer", "paused")) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
}

TEST_F(Terminal, IsTheRemoteControlOfARecording) {
    const std::string file = record_bots("a.tandem", 2000);
    Tmux tmux(path("tmux"));
    // So slow that no tick passes by itself.
    open(tmux, "viewer", {"play", file, "--view", "terminal", "--speed", "0.001"});
    ASSERT_TRUE(tmux.wait_for("viewer", "tick 0 of 2000")) << tmux.screen("viewer");
    // 35 ticks are a second of duel.
    const std::vector<std::pair<const char*, const char*>> keys{
        {".", "tick 1 of 2000"},    {".", "tick 2 of 2000"},      {"Right", "tick 37 of 2000"},
        {"Up", "tick 387 of 2000"}, {"Left", "tick 352 of 2000"}, {"Down", "tick 2 of 2000"},
        {"Down", "tick 0 of 2000"}, {"End", "tick 2000 of 2000"}, {",", "tick 1999 of 2000"},
        {"Home", "tick 0 of 2000"}};
    for (const auto& [key, place] : keys) {
        tmux.type("viewer", key);
        EXPECT_TRUE(tmux.wait_for("viewer", place)) << key << tmux.screen("viewer");
    }
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
    EXPECT_TRUE(tmux.wait_for("viewer", "0 of 2000 ticks")) << tmux.screen("viewer");
}

TEST_F(Terminal, PlaysBackwardAtAnySpeedAndShowsAllKeys) {
    const std::string file = record_bots("a.tandem", 2000);
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file, "--from", "-100"});
    ASSERT_TRUE(tmux.wait_for("viewer", "? all keys")) << tmux.screen("viewer");
    tmux.type("viewer", "?");
    EXPECT_TRUE(tmux.wait_for("viewer", "r backward, forward")) << tmux.screen("viewer");
    tmux.type("viewer", "r");
    EXPECT_TRUE(tmux.wait_for("viewer", "playing backward")) << tmux.screen("viewer");
    tmux.type_text("viewer", "+++++");
    EXPECT_TRUE(tmux.wait_for("viewer", "tick 0 of 2000")) << tmux.screen("viewer");
    EXPECT_TRUE(tmux.wait_for("viewer", "paused unpaced")) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
}

TEST_F(Terminal, TakesOverFromARecordingIntoAFileBesideIt) {
    const std::string file = record_bots("a.tandem", 2000);
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file, "--speed", "0.001"});
    ASSERT_TRUE(tmux.wait_for("viewer", "tick 0 of 2000")) << tmux.screen("viewer");
    tmux.type_text("viewer", "g300\r");
    ASSERT_TRUE(tmux.wait_for("viewer", "tick 300 of 2000")) << tmux.screen("viewer");
    tmux.type_text("viewer", "t1");
    ASSERT_TRUE(tmux.wait_for("viewer", "you play player 1 in ")) << tmux.screen("viewer");
    ASSERT_TRUE(tmux.wait_for("viewer", k_recording)) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
    EXPECT_TRUE(tmux.wait_for("viewer", "after 300 ticks")) << tmux.screen("viewer");
    std::vector<std::string> branches;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        if (entry.path().filename().string().starts_with("duel-")) {
            branches.push_back(entry.path().string());
        }
    }
    ASSERT_EQ(branches.size(), 1U);
    EXPECT_EQ(report(0, {"info", branches[0]})["fork_tick"], 300U);
    EXPECT_EQ(report(0, {"info", file})["ticks"], 2000U);
}

TEST_F(Terminal, FollowsARecordingThatIsStillWritten) {
    const std::string file = path("live.tandem");
    const Process session(
        tandem({"--game", "duel", "record", "--realtime", "--ticks", "120", "-o", file}));
    ASSERT_TRUE(wait_for_ticks(file, 1));
    const Json played = report(0, {"play", file, "--follow", "--view", "none"});
    EXPECT_EQ(played["ticks"], 120U);
    EXPECT_EQ(played["flaw"], nullptr);
    EXPECT_EQ(played["diverged_at"], nullptr);
}

TEST_F(Terminal, ShowsARecordingFasterThanItWas) {
    // Nine minutes; at real time the test would end for want of patience.
    const std::string file = record_bots("a.tandem", 20'000);
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file, "--speed", "1000"});
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
    EXPECT_TRUE(tmux.wait_for("viewer", "20000 of 20000 ticks")) << tmux.screen("viewer");
}

TEST_F(Terminal, KeepsTheEndOfARecordingInSightAndLetsOneSeekBack) {
    const std::string file = record_bots("a.tandem", 700);
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file, "--speed", "20"});
    ASSERT_TRUE(tmux.wait_for("viewer", "the end")) << tmux.screen("viewer");
    EXPECT_TRUE(contains(tmux.screen("viewer"), "tick 700 of 700")) << tmux.screen("viewer");
    tmux.type("viewer", "Down");
    ASSERT_TRUE(tmux.wait_for("viewer", "playing")) << tmux.screen("viewer");
    ASSERT_TRUE(tmux.wait_for("viewer", "the end")) << tmux.screen("viewer");
    tmux.type("viewer", "Space");
    ASSERT_TRUE(tmux.wait_for("viewer", "paused")) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
}

TEST_F(Terminal, PausesWhereARecordingDiverges) {
    const std::string file = record_bots("a.tandem", 700, {"--plant", "100:fighters[0].health"});
    Tmux tmux(path("tmux"));
    open(tmux, "viewer", {"play", file, "--speed", "20"});
    ASSERT_TRUE(tmux.wait_for("viewer", "paused 20x   DIVERGED at tick 100"))
        << tmux.screen("viewer");
    EXPECT_TRUE(contains(tmux.screen("viewer"), "tick 101 of 700")) << tmux.screen("viewer");
    tmux.type("viewer", "Space");
    EXPECT_TRUE(tmux.wait_for("viewer", "the end")) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 1);
}

TEST_F(Terminal, KeepsTheEndOfASessionInSightUntilAKey) {
    const std::string file = path("keys.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"--game", "duel", "record", "--inputs", "keys", "--ticks", "30", "-o", file});
    EXPECT_TRUE(tmux.wait_for("alone", "it begins in ")) << tmux.screen("alone");
    EXPECT_TRUE(tmux.wait_for("alone", "space: shoot")) << tmux.screen("alone");
    ASSERT_TRUE(tmux.wait_for("alone", "any key closes this")) << tmux.screen("alone");
    EXPECT_TRUE(contains(tmux.screen("alone"), "the tick limit was reached, tick 30"));
    EXPECT_TRUE(contains(tmux.screen("alone"), " play " + file)) << tmux.screen("alone");
    EXPECT_EQ(report(0, {"info", file})["completeness"], "complete") << "nothing is at stake now";
    // What is pressed in the first moment may be a shot, and what repeats itself fast is held.
    EXPECT_TRUE(wait_until([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        tmux.type("alone", "Enter");
        return !contains(tmux.screen("alone"), "any key closes this");
    }));
    EXPECT_EQ(end_of(tmux, "alone"), 0);
    EXPECT_TRUE(contains(tmux.screen("alone"), "recorded 30 ticks")) << tmux.screen("alone");
}

TEST_F(Terminal, KeepsTheEndInSightForAMomentWhereNobodyPlays) {
    const std::string file = path("bots.tandem");
    Tmux tmux(path("tmux"));
    open(tmux, "alone",
         {"--game", "duel", "record", "--view", "terminal", "--ticks", "30", "-o", file});
    ASSERT_TRUE(tmux.wait_for("alone", "any key closes this")) << tmux.screen("alone");
    EXPECT_EQ(end_of(tmux, "alone"), 0) << "no key was pressed";
}

TEST_F(Terminal, APlayerReadsTheKeysTheCountdownTheLineAndWhoLeft) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--players", "3", "--inputs", "keys", "--name",
          "ann", "-o", host_file()});
    const std::string port = port_of(tmux, "host");
    EXPECT_TRUE(tmux.wait_for("host", "Your keys:")) << tmux.screen("host");
    EXPECT_TRUE(tmux.wait_for("host", "space: shoot")) << tmux.screen("host");
    open(tmux, "bob",
         {"join", "127.0.0.1:" + port, "--inputs", "keys", "--name", "bob", "-o", guest_file()});
    EXPECT_TRUE(tmux.wait_for("host", "1 of 2 other players is here: bob")) << tmux.screen("host");
    open(tmux, "dan",
         {"join", "127.0.0.1:" + port, "--inputs", "keys", "--name", "dan", "-o",
          path("dan.tandem")});
    EXPECT_TRUE(tmux.wait_for("host", "it begins in ")) << tmux.screen("host");
    EXPECT_TRUE(tmux.wait_for("dan", "it begins in ")) << tmux.screen("dan");
    EXPECT_TRUE(tmux.wait_for("host", "round 1: 5 frags to win it")) << tmux.screen("host");
    EXPECT_TRUE(tmux.wait_for("host", " | round trip bob: ")) << tmux.screen("host");
    EXPECT_TRUE(tmux.wait_for("bob", "delay ")) << tmux.screen("bob");
    ASSERT_TRUE(wait_for_ticks(host_file(), 1));
    tmux.type("bob", "q");
    EXPECT_TRUE(tmux.wait_for("host", "bob left")) << tmux.screen("host");
    EXPECT_EQ(end_of(tmux, "bob"), 0);
    tmux.type("dan", "q");
    EXPECT_TRUE(tmux.wait_for("host", "dan left, tick ")) << tmux.screen("host");
    EXPECT_TRUE(tmux.wait_for("host", " play " + host_file())) << tmux.screen("host");
    EXPECT_EQ(end_of(tmux, "dan"), 0);
    tmux.type("host", "q");
    EXPECT_EQ(end_of(tmux, "host"), 0);
    EXPECT_TRUE(contains(tmux.screen("host"), "dan left")) << tmux.screen("host");
}

TEST_F(Terminal, WhoeverIsWaitedForIsNamedWithTheSeconds) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--inputs", "keys", "-o", host_file()});
    const std::string port = port_of(tmux, "host");
    open(tmux, "bob",
         {"join", "127.0.0.1:" + port, "--inputs", "bot", "--name", "bob", "-o", guest_file()});
    ASSERT_TRUE(tmux.wait_for("host", "player 0, tick ")) << tmux.screen("host");
    ASSERT_TRUE(wait_for_ticks(host_file(), 1));
    signal("bob", SIGSTOP);
    EXPECT_TRUE(tmux.wait_for("host", "waiting for bob, ")) << tmux.screen("host");
    EXPECT_TRUE(contains(tmux.screen("host"), " s: ")) << tmux.screen("host");
    signal("bob", SIGCONT);
    EXPECT_TRUE(wait_until([&] { return !contains(tmux.screen("host"), "waiting for bob"); }));
    EXPECT_TRUE(tmux.wait_for("host", " s (bob")) << tmux.screen("host");
    tmux.type("host", "q");
    EXPECT_EQ(end_of(tmux, "host"), 0);
}

TEST_F(Terminal, AMatchThatWaitsForALostPlayerSaysForHowLongUntilQ) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--inputs", "keys", "-o", host_file()});
    const std::string port = port_of(tmux, "host");
    open(tmux, "bob",
         {"join", "127.0.0.1:" + port, "--inputs", "bot", "--name", "bob", "-o", guest_file()});
    ASSERT_TRUE(tmux.wait_for("host", "player 0, tick ")) << tmux.screen("host");
    ASSERT_TRUE(wait_for_ticks(host_file(), 1));
    signal("bob", SIGKILL);
    EXPECT_TRUE(tmux.wait_for("host", " more; q ends it")) << tmux.screen("host");
    EXPECT_TRUE(tmux.wait_for("host", "bob is away for ")) << tmux.screen("host");
    tmux.type("host", "q");
    EXPECT_EQ(end_of(tmux, "host"), 0);
    EXPECT_TRUE(tmux.wait_for("host", "bob was away from tick ")) << tmux.screen("host");
}

TEST_F(Terminal, KeepsTheEndOfAMatchInSightUntilQ) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--inputs", "keys", "--ticks", "60", "-o",
          host_file()});
    const std::string port = port_of(tmux, "host");
    const Outcome guest = run({"--game", "duel", "join", "127.0.0.1:" + port, "-o", guest_file()});
    EXPECT_EQ(guest.exit_code, 0) << guest;
    ASSERT_TRUE(tmux.wait_for("host", "the tick limit was reached, tick 60, "))
        << tmux.screen("host");
    tmux.type("host", "q");
    EXPECT_EQ(end_of(tmux, "host"), 0);
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

TEST_F(Terminal, AndKeysAreNotForAMatchWithoutAPace) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--inputs", "keys", "--unpaced", "--ticks", "50",
          "-o", host_file()});
    EXPECT_EQ(end_of(tmux, "host"), 2);
    EXPECT_TRUE(tmux.wait_for("host", "leave --unpaced away")) << tmux.screen("host");
    EXPECT_FALSE(std::filesystem::exists(host_file()));
}

TEST_F(Terminal, OfAMatchOfBotsHasOneLineAboutItsNetwork) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--ticks", "1000000", "-o", host_file()});
    const std::string port = port_of(tmux, "host");
    const Process guest(
        tandem({"--game", "duel", "join", "127.0.0.1:" + port, "--quiet", "-o", guest_file()}));
    ASSERT_TRUE(tmux.wait_for("host", "| delay ")) << tmux.screen("host");
    // It is drawn over, and a stall is told in it.
    guest.signal(SIGSTOP);
    ASSERT_TRUE(tmux.wait_for("host", "waiting for player 1 for 1.")) << tmux.screen("host");
    guest.signal(SIGCONT);
    ASSERT_TRUE(tmux.wait_for("host", "(player 1: stood still)")) << tmux.screen("host");
    const std::string screen = tmux.screen("host");
    EXPECT_EQ(screen.find("rtt "), screen.rfind("rtt ")) << screen;
    signal("host", SIGINT);
    EXPECT_EQ(end_of(tmux, "host"), 130);
    EXPECT_FALSE(contains(tmux.screen("host"), "rtt ")) << tmux.screen("host");
}

TEST_F(Terminal, TwoOfThemPlayAMatchWithKeys) {
    Tmux tmux(path("tmux"));
    open(tmux, "host",
         {"--game", "duel", "host", "--port", "0", "--inputs", "keys", "--name", "ann", "-o",
          host_file()});
    const std::string port = port_of(tmux, "host");
    open(tmux, "guest",
         {"--game", "duel", "join", "127.0.0.1:" + port, "--inputs", "keys", "--name", "bob", "-o",
          guest_file()});
    for (const char* window : {"host", "guest"}) {
        ASSERT_TRUE(tmux.wait_for(window, "q ends the match")) << tmux.screen(window);
        EXPECT_TRUE(tmux.wait_for(window, "| round trip ")) << tmux.screen(window);
    }
    for (const char* words : {"0 ann (you): ", "1 bob: ", "space: shoot"}) {
        EXPECT_TRUE(tmux.wait_for("host", words)) << words << tmux.screen("host");
    }
    for (const char* words : {"0 ann: ", "1 bob (you): ", "space: shoot"}) {
        EXPECT_TRUE(tmux.wait_for("guest", words)) << words << tmux.screen("guest");
    }
    play_for_ticks(tmux, {"host", "guest"}, guest_file(), 60);
    tmux.type("guest", "q");
    EXPECT_EQ(end_of(tmux, "guest"), 0);
    EXPECT_TRUE(tmux.wait_for("host", "bob left, tick ")) << tmux.screen("host");
    tmux.type("host", "q");
    EXPECT_EQ(end_of(tmux, "host"), 0);
    for (std::uint32_t slot = 0; slot < 2; ++slot) {
        expect_played(host_file(), slot);
    }
    const Json compared = report(0, {"diff", host_file(), guest_file()});
    EXPECT_EQ(compared["verdict"], "identical");
    EXPECT_GE(report(0, {"verify", host_file()})["ticks_checked"], 60U);
    // Who they were stands in the file.
    open(tmux, "viewer", {"play", guest_file()});
    EXPECT_TRUE(tmux.wait_for("viewer", "0 ann: ")) << tmux.screen("viewer");
    EXPECT_TRUE(tmux.wait_for("viewer", "1 bob: ")) << tmux.screen("viewer");
    tmux.type("viewer", "q");
    EXPECT_EQ(end_of(tmux, "viewer"), 0);
}

}  // namespace
}  // namespace tandem::end_to_end
