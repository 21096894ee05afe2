// SPDX-License-Identifier: MIT
// Starting a companion's process, under surroundings of its own, and the end of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/registry.hpp>

namespace tandem::tools::check {

// The number of the socket in the companion's process; --as-companion names it.
inline constexpr int k_companion_socket = 3;

struct ChildPlan {
    std::vector<std::string> command;      // program and arguments
    std::vector<std::string> environment;  // NAME=VALUE, in place of what has that name here
    bool leaves_folder = false;            // runs in the root folder instead of this one
};

// A process that speaks over a socket, and what it starts: a process group of its own, of which
// nothing is left at the end of its life, nor when this process ends or is killed. Who leaves the
// group by setsid is on its own.
class Child {
public:
    // Error io where no process can be made. A program that cannot be started is one that ends at
    // once.
    static sim::Result<Child> start(const ChildPlan& plan);
    // A copy of this process, which must have no other thread. It does this job with its end of the
    // socket and ends with what that returns.
    static sim::Result<Child> start(const std::function<int(int socket)>& job);
    ~Child();
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;

    int socket() const { return socket_; }
    // Also the number of its group.
    int process() const { return process_; }
    // Whether it has ended; what it started may live on.
    bool has_ended() const;
    // Closes the socket, upon which a companion ends, and says how it did: "signal 11 (Segmentation
    // fault)", "exit code 2". Nothing where it lived on and had to be killed. Once.
    std::optional<std::string> wait_for_end(
        std::chrono::nanoseconds patience = std::chrono::seconds(2));

private:
    Child(int process, int socket);

    bool ends_within(std::chrono::nanoseconds patience) const;
    int kill_and_reap() const;

    int process_ = -1;
    int socket_ = -1;
    int subreaper_before_ = 0;
};

// Whether the arguments that `run` was given are those of this process: only then would the same
// program, started again with other ones, reach `run` again. Where they are, how to start it; else
// nothing.
std::vector<std::string> own_program(const std::vector<std::string>& arguments);

// --against: a program, or a program and its arguments separated by blanks ("qemu-s390x game").
std::vector<std::string> other_program(const std::string& text);

// Whether such a command's program can be started; the error (io) is "./nope does not exist". A
// name without a slash is looked for where the shell looks.
sim::Result<void> check_command(const std::vector<std::string>& command);

// `program` as the companion of `game`.
std::vector<std::string> companion_command(std::vector<std::string> program,
                                           const std::string& game);

}  // namespace tandem::tools::check
