// SPDX-License-Identifier: MIT
// A display without a screen for tests: windows open there, somebody types and points.
#pragma once

#include <string>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {

// An X server of the test's own, which dies with it.
class Screen {
public:
    // It says its number once it takes windows. Without -noreset it would start anew whenever the
    // last program leaves it, xdotool as well, and lose whoever comes at that moment.
    Screen()
        : server_({"Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp",
                   "-noreset"}) {
        EXPECT_TRUE(wait_until([&] { return contains(server_.out(), "\n"); }));
        const std::string number = server_.out();
        name_ = ":" + number.substr(0, number.find('\n'));
    }

    static bool is_possible() {
        return run_command({"sh", "-c", "command -v Xvfb && command -v xdotool"}).exit_code == 0;
    }
    // The command with its windows here.
    Arguments here(const Arguments& command) const {
        return Arguments{"env", "DISPLAY=" + name_, "SDL_VIDEODRIVER=x11"} + command;
    }
    // The number of the first window with such a title, once it is there.
    std::string window(const std::string& title) const {
        std::string number;
        EXPECT_TRUE(wait_until([&] {
            number = run_command(here({"xdotool", "search", "--onlyvisible", "--name", title})).out;
            return !number.empty();
        })) << title;
        return number.substr(0, number.find('\n'));
    }
    // What a person does, in xdotool's words.
    void act(const Arguments& what) const {
        const Outcome outcome = run_command(here(Arguments{"xdotool"} + what));
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
    }
    void seen_at(const std::string& window) const { act({"windowfocus", "--sync", window}); }
    // A key by xdotool's name.
    void type(const std::string& key) const { act({"key", key}); }
    void close(const std::string& window) const {
        EXPECT_EQ(run_command(here({CLOSE_WINDOW_PROGRAM, window})).exit_code, 0);
    }
    // How many colours the window shows, and its size: "960x720 57".
    std::string picture(const std::string& window) const {
        return run_command(here({"sh", "-c",
                                 "import -window " + window +
                                     " png:- | identify -format '%wx%h %k' png:-"}))
            .out;
    }
    // Waits until it shows more than its ground. Before, X's library may have words of its own for
    // a display that is lost.
    bool wait_for_picture(const std::string& window) const {
        return wait_until([&] {
            const std::string seen = picture(window);
            const std::size_t colours = seen.find(' ');
            return colours != std::string::npos && std::stoi(seen.substr(colours)) > 2;
        });
    }
    // As if somebody pulled the plug.
    void vanish() const { server_.signal(9); }

private:
    Process server_;
    std::string name_;
};

// The command on a machine without SDL2: it is hidden from this program alone, behind a mount of
// its own.
inline Arguments without_sdl(const Arguments& command) {
    const std::string hide =
        "for lib in $(ldconfig -p | sed -n 's/.*libSDL2-2.0.so.0 .*=> //p'); do "
        "mount --bind /dev/null \"$(readlink -f $lib)\" || exit 77; done; exec \"$@\"";
    return Arguments{"unshare", "--mount", "--map-root-user", "sh", "-c", hide, "sh"} + command;
}
// Whether this machine does not let anybody hide it.
inline bool is_refused_mount(const Outcome& outcome) {
    return outcome.exit_code == 77 || contains(outcome.err, "unshare:");
}

}  // namespace tandem::end_to_end
