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
// group by setsid is on its own. Several may live at the same time.
//
// A child of a child that is a copy of this process belongs to that one's group, and ends with it
// however that ends; until then what it has started may outlive it.
class Child {
public:
    // Error io where no process can be made. A program that cannot be started is one that ends at
    // once.
    static sim::Result<Child> start(const ChildPlan& plan);
    // A copy of this process, which must have no other thread but those of CallWatches, which take
    // no memory outside of a call. It does this job with its end of the socket and ends with what
    // that returns; what it throws aborts it.
    static sim::Result<Child> start(const std::function<int(int socket)>& job);
    ~Child();
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;

    int socket() const { return socket_; }
    int process() const { return process_; }
    // Whether it has ended; what it started may live on.
    bool has_ended() const;
    // Closes the socket, upon which a companion ends, and says how it did: "signal 11 (Segmentation
    // fault)", "exit code 2". Nothing where it lived on and had to be killed. Once.
    std::optional<std::string> wait_for_end(
        std::chrono::nanoseconds patience = std::chrono::seconds(2));
    // The same for all of them at once, within one patience.
    static void end_all(const std::vector<Child*>& children, std::chrono::nanoseconds patience);

private:
    Child(int process, int socket, bool has_group);

    bool ends_by(std::chrono::nanoseconds until) const;
    void close_socket();
    void kill_all() const;
    int reap() const;
    int end();

    int process_ = -1;
    int socket_ = -1;
    bool has_group_ = false;
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
