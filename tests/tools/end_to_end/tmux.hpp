// SPDX-License-Identifier: MIT
// A terminal for tests: somebody types, and what stands on the screen is read.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {

// A tmux server of the test's own, which dies with it.
class Tmux {
public:
    explicit Tmux(std::string socket)
        : socket_(std::move(socket)), server_(command({"-D", "-f", "/dev/null"})) {}

    struct Size {
        int columns = 100;
        int rows = 30;
    };

    bool open(const std::string& window, const std::string& script) {
        return open(window, script, Size{});
    }
    bool open(const std::string& window, const std::string& script, Size size) {
        return wait_until([&] {
            return tell({"new-session", "-d", "-s", window, "-x", std::to_string(size.columns),
                         "-y", std::to_string(size.rows), "sh", script})
                           .exit_code == 0 ||
                   !server_.is_running();
        });
    }
    void resize(const std::string& window, Size size) const {
        EXPECT_EQ(tell({"resize-window", "-t", window, "-x", std::to_string(size.columns), "-y",
                        std::to_string(size.rows)})
                      .exit_code,
                  0);
    }
    // A key by its name, such as "Left", or a letter.
    void type(const std::string& window, const std::string& key) const {
        EXPECT_EQ(tell({"send-keys", "-t", window, key}).exit_code, 0);
    }
    void type_text(const std::string& window, const std::string& text) const {
        EXPECT_EQ(tell({"send-keys", "-l", "-t", window, text}).exit_code, 0);
    }
    std::string screen(const std::string& window) const {
        return tell({"capture-pane", "-p", "-t", window}).out;
    }
    // One of tmux's formats, such as "#{alternate_on}".
    std::string ask(const std::string& window, const std::string& format) const {
        return tell({"display-message", "-p", "-t", window, format}).out;
    }
    bool wait_for(const std::string& window, std::string_view text) const {
        return wait_until([&] { return contains(screen(window), text); });
    }

private:
    Arguments command(const Arguments& arguments) const {
        return Arguments{"tmux", "-u", "-S", socket_} + arguments;
    }
    // -N: never by a server that would start of itself and outlive the test.
    Outcome tell(const Arguments& arguments) const {
        return run_command(command(Arguments{"-N"} + arguments));
    }

    std::string socket_;
    Process server_;
};

}  // namespace tandem::end_to_end
