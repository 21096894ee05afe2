// SPDX-License-Identifier: MIT
// Programs as children of a test: started without a shell, watched, signalled, and never left
// behind.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace tandem::end_to_end {

using Arguments = std::vector<std::string>;
Arguments operator+(Arguments first, const Arguments& second);

// How a program ended.
struct Outcome {
    Arguments command;
    int exit_code = -1;  // -1 where a signal ended it
    int signal = 0;      // which
    std::string out;
    std::string err;
};
// Everything a failure's message needs.
std::ostream& operator<<(std::ostream& stream, const Outcome& outcome);

class Process {
public:
    // `folder` is where it runs, the test's own where empty. Standard input is empty. Signals are
    // as in a fresh login, whatever the test itself ignores.
    explicit Process(Arguments command, const std::string& folder = "");
    // Kills it if it still runs.
    ~Process();
    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;

    pid_t id() const { return pid_; }
    // Sends a signal.
    void signal(int number) const;
    // Waits for its end. A program that hangs is killed after a time that no sound one needs, and
    // the test fails.
    Outcome wait();
    bool is_running();

    // What it wrote so far.
    std::string out() const;
    std::string err() const;
    // Waits until it has written `text` to stderr; false where it ended without.
    bool wait_for_err(std::string_view text);

private:
    Arguments command_;
    pid_t pid_ = -1;
    int status_ = 0;
    bool is_over_ = false;
    int out_ = -1;
    int err_ = -1;
};

Outcome run_command(const Arguments& command, const std::string& folder = "");

// Asks `condition` over and over until it holds; false after a time that no sound program needs.
// The one way in which tests here wait: no test asserts a time.
template <class Condition>
bool wait_until(Condition condition);

void sleep_a_little();
// A clock that only ends hangs.
class Patience {
public:
    Patience();
    bool is_over() const;

private:
    std::int64_t until_ms_;
};

template <class Condition>
bool wait_until(Condition condition) {
    for (const Patience patience; !patience.is_over(); sleep_a_little()) {
        if (condition()) {
            return true;
        }
    }
    return condition();
}

}  // namespace tandem::end_to_end
