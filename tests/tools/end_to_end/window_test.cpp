// SPDX-License-Identifier: MIT
// A person at a window, on a display of the test's own: keys and the pointer drive the session, and
// whatever becomes of the window costs nothing that was recorded.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include <tandem/replay/recording/cursor.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/tools/end_to_end/match.hpp>
#include <tests/tools/end_to_end/screen.hpp>
#include <tests/tools/end_to_end/tmux.hpp>

namespace tandem::end_to_end {
namespace {

class Window : public MatchTest {
protected:
    void SetUp() override {
        if (!Screen::is_possible()) {
            GTEST_SKIP() << "Xvfb or xdotool is not installed, so there is no display for a window";
        }
        // A window that cannot be is refused before the file is looked for.
        const Outcome outcome = run({"play", path("none"), "--view", "window"});
        if (contains(outcome.err, "is not installed")) {
            GTEST_SKIP() << "SDL2 is not installed";
        }
        screen_.emplace();
    }

    // The display of this test alone.
    const Screen& screen() const { return *screen_; }
    std::string keys_file() const { return path("keys.tandem"); }
    // A person records in a window that has the keys, and has played a tick.
    Process record_by_keys() const {
        Process session(screen().here(tandem({"--game", "duel", "record", "--inputs", "keys",
                                              "--view", "window", "-o", keys_file()})));
        screen().seen_at(keys_window());
        EXPECT_TRUE(wait_for_ticks(keys_file(), 1));
        return session;
    }
    std::string keys_window() const { return screen().window("duel: recording"); }
    // A recording of bots stands at its first tick in a window that has the keys.
    Process play_bots() const {
        Process player(screen().here(tandem({"--json", "play", record_bots("a.tandem", 2000),
                                             "--view", "window", "--speed", "0.001"})));
        screen().seen_at(bots_window());
        return player;
    }
    std::string bots_window() const { return screen().window("a.tandem"); }
    // A person hosts a match in a window.
    Host host_by_keys(const Arguments& more = {}) const {
        return start_host(
            screen().here(tandem({"--game", "duel"})),
            Arguments{"--inputs", "keys", "--view", "window", "-o", host_file()} + more);
    }
    std::string host_window() const { return screen().window("duel: host"); }

    // Whether the player ever used this field of the input, which has it at that place.
    static bool has_used(const std::string& file, std::size_t field) {
        const auto replay = replay::Replay::open(file);
        if (!replay) {
            ADD_FAILURE() << replay.error().text();
            return false;
        }
        replay::Cursor cursor(*replay);
        for (std::uint64_t tick = 0; tick < replay->ticks(); ++tick) {
            const auto bytes = cursor.record(sim::Tick{tick});
            if (!bytes) {
                ADD_FAILURE() << bytes.error().text();
                return false;
            }
            const auto record = sim::parse_record(replay->header().input_schema,
                                                  replay->header().setup.slots, *bytes);
            if (record && record->inputs[0][field] != std::byte{0}) {
                return true;
            }
        }
        return false;
    }
    static constexpr std::size_t k_forward = 0;
    static constexpr std::size_t k_buttons = 3;

    // How far a recording was played when the person ended it.
    static std::uint64_t ticks_of(const Outcome& outcome) {
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        return json_lines(outcome.out, "play").back()["ticks"];
    }

private:
    std::optional<Screen> screen_;
};

TEST_F(Window, ShowsARecordingAndGoesWhereKeysAndThePointerSay) {
    Process player = play_bots();
    const std::string window = bots_window();
    EXPECT_TRUE(wait_until([&] {
        const std::string picture = screen().picture(window);
        // Smooth edges of two fighters, text and a bar.
        return contains(picture, "960x720 ") && std::stoi(picture.substr(8)) > 40;
    })) << screen().picture(window);
    // By number, a tick further, then by the bar: its middle is the picture's, roughly.
    screen().act({"type", "g500"});
    screen().type("Return");
    screen().type("period");
    screen().type("q");
    EXPECT_EQ(ticks_of(player.wait()), 501U);
}

TEST_F(Window, ItsBarSeeks) {
    Process player = play_bots();
    const std::string window = bots_window();
    EXPECT_TRUE(wait_until([&] { return contains(screen().picture(window), "960x720 "); }));
    // Somewhere above the lowest lines, right of the middle.
    Arguments clicks;
    for (int y = 719; y > 480; y -= 12) {
        clicks = clicks +
                 Arguments{"mousemove", "--window", window, "700", std::to_string(y), "click", "1"};
    }
    screen().act(clicks);
    screen().type("q");
    const std::uint64_t ticks = ticks_of(player.wait());
    EXPECT_GT(ticks, 1000U);
    EXPECT_LT(ticks, 2000U);
}

TEST_F(Window, IsDrawnInItsNewSizeAndAsSmallAsItGets) {
    Process player = play_bots();
    const std::string window = bots_window();
    screen().act({"windowmove", "--sync", window, "0", "0"});
    for (const std::string size : {"700x500 ", "1270x790 ", "130x125 ", "40x30 "}) {
        const std::size_t cross = size.find('x');
        screen().act(
            {"windowsize", "--sync", window, size.substr(0, cross), size.substr(cross + 1)});
        EXPECT_TRUE(wait_until([&] {
            const std::string picture = screen().picture(window);
            return contains(picture, size) && std::stoi(picture.substr(size.size())) > 2;
        })) << size
            << screen().picture(window);
    }
    screen().type("q");
    EXPECT_EQ(player.wait().exit_code, 0);
}

TEST_F(Window, ATapIsNeverLost) {
    Process session = record_by_keys();
    // Down and up within one tick of 28 ms, once.
    screen().act({"key", "--delay", "0", "w", "space"});
    const std::uint64_t now = report(0, {"info", keys_file()})["ticks"];
    ASSERT_TRUE(wait_for_ticks(keys_file(), now + 40));
    screen().type("q");
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_TRUE(has_used(keys_file(), k_forward));
    EXPECT_TRUE(has_used(keys_file(), k_buttons));
    EXPECT_EQ(report(0, {"verify", keys_file()})["verdict"], "same");
}

TEST_F(Window, ThatIsClosedEndsARecordingInOrder) {
    Process session = record_by_keys();
    screen().close(keys_window());
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_EQ(report(0, {"info", keys_file()})["completeness"], "complete");
}

TEST_F(Window, ThatIsClosedEndsAMatchOnBothSidesInOrder) {
    Host host = host_by_keys();
    Process guest(screen().here(tandem({"--game", "duel", "join", address_of(host), "--inputs",
                                        "bot", "--view", "window", "-o", guest_file()})));
    const std::string window = host_window();
    // Nobody looks at either window: a match does not wait for that.
    ASSERT_TRUE(wait_for_ticks(guest_file(), 40));
    screen().close(window);
    const Outcome host_outcome = host.process.wait();
    const Outcome guest_outcome = guest.wait();
    EXPECT_EQ(host_outcome.exit_code, 0) << host_outcome;
    EXPECT_EQ(guest_outcome.exit_code, 0) << guest_outcome;
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

TEST_F(Window, TheEndOfAMatchStaysUntilAKeyWithItsFileFinished) {
    Host host = host_by_keys({"--ticks", "40"});
    const Outcome guest =
        run({"--game", "duel", "join", address_of(host), "--inputs", "bot", "-o", guest_file()});
    EXPECT_EQ(guest.exit_code, 0) << guest;
    EXPECT_TRUE(wait_until([&] {
        const Outcome info = run({"--json", "info", host_file()});
        return json_lines(info.out, "info").back()["completeness"] == "complete";
    }));
    const std::string window = host_window();
    EXPECT_TRUE(host.process.is_running()) << "a person has not seen it yet";
    // The next match can have its port.
    Process next(tandem({"--game", "duel", "host", "--port", host.port, "-o", path("next")}));
    EXPECT_TRUE(next.wait_for_err("on UDP port " + host.port)) << next.err();
    screen().seen_at(window);
    // What is pressed in the first moment may be a shot, and what repeats itself fast is held.
    EXPECT_TRUE(wait_until([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        run_command(screen().here({"xdotool", "key", "Return"}));
        return !host.process.is_running();
    }));
    EXPECT_EQ(host.process.wait().exit_code, 0);
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

TEST_F(Window, WhoseDisplayVanishesLosesNothingAndSaysSo) {
    Process session = record_by_keys();
    Process player(screen().here(
        tandem({"play", record_bots("a.tandem", 2000), "--view", "window", "--speed", "0.1"})));
    EXPECT_TRUE(screen().wait_for_picture(bots_window()));
    screen().vanish();
    for (Process* process : {&session, &player}) {
        const Outcome outcome = process->wait();
        EXPECT_EQ(outcome.exit_code, 5) << outcome;
        EXPECT_TRUE(contains(outcome.err, "the display has vanished")) << outcome;
        expect_one_sentence(outcome);
    }
    EXPECT_EQ(report(0, {"info", keys_file()})["completeness"], "complete");
    EXPECT_EQ(report(0, {"verify", keys_file()})["verdict"], "same");
}

TEST_F(Window, ThatAnotherProgramDestroysLosesNothingAndSaysSo) {
    Process session = record_by_keys();
    EXPECT_EQ(run_command(screen().here({"xdotool", "windowclose", keys_window()})).exit_code, 0);
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_EQ(report(0, {"verify", keys_file()})["verdict"], "same");
}

TEST_F(Window, WhoseDisplayVanishesEndsAMatchInOrder) {
    Host host = start_host(screen().here(tandem({"--game", "duel"})),
                           {"--inputs", "bot", "--view", "window", "-o", host_file()});
    Process guest(tandem({"--game", "duel", "join", address_of(host), "-o", guest_file()}));
    host_window();
    ASSERT_TRUE(wait_for_ticks(guest_file(), 20));
    screen().vanish();
    const Outcome host_outcome = host.process.wait();
    EXPECT_EQ(host_outcome.exit_code, 5) << host_outcome;
    EXPECT_TRUE(contains(host_outcome.err, "the display has vanished")) << host_outcome;
    EXPECT_EQ(guest.wait().exit_code, 0);
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

TEST_F(Window, ThatNobodyLooksAtWaitsAloneAndPlaysOnInAMatch) {
    Process session = record_by_keys();
    Host host = host_by_keys();
    Process guest(tandem({"--game", "duel", "join", address_of(host), "-o", guest_file()}));
    screen().seen_at(host_window());
    ASSERT_TRUE(wait_for_ticks(guest_file(), 1));
    // The one that is not looked at stands still while the other one plays on.
    std::uint64_t stood_at = 0;
    EXPECT_TRUE(wait_until([&] {
        const std::uint64_t now = report(0, {"info", keys_file()})["ticks"];
        return std::exchange(stood_at, now) == now && now > 0;
    }));
    const std::uint64_t then = report(0, {"info", host_file()})["ticks"];
    ASSERT_TRUE(wait_for_ticks(host_file(), then + 70));
    EXPECT_LE(report(0, {"info", keys_file()})["ticks"], stood_at + 35);
    screen().seen_at(keys_window());
    EXPECT_TRUE(wait_for_ticks(keys_file(), stood_at + 70));
    ASSERT_TRUE(wait_for_ticks(host_file(), then + 140));
    screen().type("q");
    EXPECT_EQ(session.wait().exit_code, 0);
    screen().seen_at(host_window());
    screen().type("q");
    EXPECT_EQ(host.process.wait().exit_code, 0);
    EXPECT_EQ(guest.wait().exit_code, 0);
    EXPECT_EQ(report(0, {"diff", host_file(), guest_file()})["verdict"], "identical");
}

// The key right of Tab writes a letter of another alphabet there.
TEST_F(Window, KeysCountByTheirPlacesWhereTheirLettersAreNotLatin) {
    if (run_command(screen().here({"setxkbmap", "ru"})).exit_code != 0) {
        GTEST_SKIP() << "setxkbmap is not installed or knows no such keyboard";
    }
    Process session = record_by_keys();
    // Keycodes of X: W and Q.
    screen().act({"key", "25"});
    const std::uint64_t now = report(0, {"info", keys_file()})["ticks"];
    ASSERT_TRUE(wait_for_ticks(keys_file(), now + 40));
    screen().act({"key", "24"});
    const Outcome outcome = session.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_TRUE(has_used(keys_file(), k_forward));
}

TEST_F(Window, WithoutADisplayIsRefusedBeforeThereIsAFile) {
    const std::string file = path("keys.tandem");
    // The latter would be content with a window that nobody sees.
    for (const char* driver : {"SDL_VIDEODRIVER=x11", "SDL_VIDEODRIVER="}) {
        const Outcome outcome =
            run_command(Arguments{"env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", driver} +
                        tandem({"--game", "duel", "record", "--inputs", "keys", "--view", "window",
                                "-o", file}));
        EXPECT_EQ(outcome.exit_code, 2) << outcome;
        EXPECT_TRUE(contains(outcome.err, "there is no display for a window")) << outcome;
        EXPECT_TRUE(contains(outcome.err, "--view terminal")) << outcome;
        EXPECT_FALSE(std::filesystem::exists(file));
    }
}

TEST_F(Window, WithoutSdlIsRefusedInOneSentence) {
    const std::string file = record_bots("a.tandem", 10);
    const Outcome outcome = run_command(without_sdl(tandem({"play", file, "--view", "window"})));
    if (is_refused_mount(outcome)) {
        GTEST_SKIP() << "mount namespaces are not permitted here";
    }
    EXPECT_EQ(outcome.exit_code, 2) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "apt-get install libsdl2-2.0-0")) << outcome;
}

// Whoever looks on, and how often: the session is the same.
TEST_F(Window, NoViewChangesTheChain) {
    Tmux tmux(path("tmux"));
    const auto record = [&](const std::string& name) {
        return tandem({"--game", "duel", "--json", "record", "--realtime", "--ticks", "140",
                       "--seed", "7", "-o", path(name + ".tandem"), "--view",
                       name.substr(0, name.find('-'))});
    };
    std::string words;
    for (const std::string& word : record("terminal")) {
        words += " '" + word + "'";
    }
    write_file(path("script"), "exec" + words + "\n");
    EXPECT_TRUE(tmux.open("viewer", path("script")));
    std::vector<Process> sessions;
    sessions.emplace_back(record("none"));
    for (const std::string rate : {"30", "60", "144"}) {
        sessions.emplace_back(screen().here(record("window-" + rate) + Arguments{"--fps", rate}));
    }
    // All of them are seen, be it one after the other on a slow machine.
    bool is_terminal_seen = false;
    std::set<std::string> seen;  // the processes of windows: one may open a second in place of it
    EXPECT_TRUE(wait_until([&] {
        is_terminal_seen = is_terminal_seen || contains(tmux.screen("viewer"), "recording, tick");
        std::istringstream windows(run_command(screen().here({"xdotool", "search", "--onlyvisible",
                                                              "--name", "duel: recording"}))
                                       .out);
        for (std::string window; windows >> window;) {
            const std::string process =
                run_command(screen().here({"xdotool", "getwindowpid", window})).out;
            if (!process.empty()) {
                seen.insert(process);  // else it is gone again
            }
        }
        return (is_terminal_seen && seen.size() == 3) ||
               std::none_of(sessions.begin(), sessions.end(),
                            [](Process& session) { return session.is_running(); });
    }));
    EXPECT_TRUE(is_terminal_seen);
    EXPECT_EQ(seen.size(), 3U);
    for (Process& session : sessions) {
        const Outcome outcome = session.wait();
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
    }
    const std::string first = path("none.tandem");
    for (const std::string name : {"terminal", "window-30", "window-60", "window-144"}) {
        const std::string file = path(name + ".tandem");
        EXPECT_TRUE(wait_until([&] {
            const Outcome outcome = run({"--json", "info", file});
            return outcome.exit_code == 0 &&
                   json_lines(outcome.out, "info").back()["completeness"] == "complete";
        })) << name;
        EXPECT_EQ(report(0, {"diff", first, file})["verdict"], "identical") << name;
    }
}

}  // namespace
}  // namespace tandem::end_to_end
