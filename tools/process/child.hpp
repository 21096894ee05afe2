// SPDX-License-Identifier: MIT
// A process that this one starts, talks to and ends: another program, or a copy of this one.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/process/channel.hpp>

namespace tandem::tools {

// The number of the socket in the process of another program.
inline constexpr int k_child_socket = 3;

// Another program, and the surroundings in which it starts.
struct ChildPlan {
    std::vector<std::string> command;        // program and arguments
    std::vector<std::string> environment{};  // NAME=VALUE, replaces variables of the same name here
    bool leaves_folder = false;              // runs in the root folder instead of this one
    // If this is a file, the program's output goes there. The program then has no socket: its
    // standard input is a pipe from us.
    int printed_to = -1;
};

// A process at the other end of a socket or a pipe, and all that it starts. They are a process
// group of their own, of which nothing is left at the end of its life, nor when this process ends
// or is killed. On Linux it ends with the thread that started it. A process that leaves the group
// by setsid is on its own. Several children may live at the same time.
//
// A child of a child that is a copy of this process belongs to that one's group, and ends with it
// however that ends. Until then the processes that it has started may outlive it.
class Child {
public:
    // Starts a program. Error io if no process can be made. A program that cannot be started is a
    // child that ends at once.
    static sim::Result<Child> start(const ChildPlan& plan);
    // Makes a copy of this process, which must have no other threads but those of CallWatches,
    // which take no memory outside of a call. The copy does this job with its end of the socket and
    // ends with the number that the job returns. An exception of the job aborts it.
    static sim::Result<Child> start(const std::function<int(int socket)>& job);
    ~Child();
    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;

    // The errno that says why its program could not be started; 0 if it runs.
    int start_error() const { return start_error_; }
    // This process's end.
    int connection() const { return connection_; }
    // The way over the socket. Waiting for it ends as soon as `gives_up` says true, which is asked
    // over and over and may be empty. It also ends if nothing moves and the process has ended,
    // since a process that it started may hold its socket open. Neither child nor channel may be
    // moved then.
    Channel channel(std::function<bool()> gives_up = {}) const;
    int process() const { return process_; }
    // True once it has ended; processes that it started may live on.
    bool has_ended() const;
    // Waits for its end until this time, or until `gives_up` says true, which may be empty. Returns
    // has_ended().
    bool ends_by(std::chrono::nanoseconds until, const std::function<bool()>& gives_up = {}) const;

    // Closes the connection. A companion then ends, and a program that reads its standard input is
    // at the end of it.
    void close_connection();
    // Kills all that is left of it. Returns how the process itself ended, as waitpid has it, or -1
    // if nobody can tell. It must not have been called before.
    int end();
    // Closes the connection and returns how the child then ended, as end_text does. Returns nothing
    // if it lived on and had to be killed, or had been ended before.
    std::optional<std::string> wait_for_end(
        std::chrono::nanoseconds patience = std::chrono::seconds(2));
    // Does the same for all of them at once, within one patience.
    static void end_all(const std::vector<Child*>& children, std::chrono::nanoseconds patience);

private:
    Child(int process, int connection, bool has_group);

    void kill_all() const;
    int reap() const;

    int process_ = -1;
    int connection_ = -1;
    bool has_group_ = false;
    int start_error_ = 0;
};

// Says how a process ended, from the status of waitpid: "signal 11 (Segmentation fault)", "exit
// code 2".
std::string end_text(int status);

}  // namespace tandem::tools
