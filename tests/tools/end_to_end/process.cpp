// SPDX-License-Identifier: MIT
// Output goes into memory files, which can be read while the program runs and never block it.
#include <tests/tools/end_to_end/process.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <ostream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::end_to_end {
namespace {

constexpr std::chrono::seconds k_patience{120};
constexpr std::chrono::milliseconds k_glance{2};
// What execvp failing gives, by the shells' convention.
constexpr int k_not_started = 127;

std::int64_t now_ms() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string content_of(int file) {
    std::string content;
    std::array<char, 1 << 16> buffer;
    for (;;) {
        const ssize_t got =
            ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(content.size()));
        if (got <= 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

// In the child, between fork and exec.
void become(const std::vector<char*>& arguments, const std::string& folder, int out, int err,
            pid_t parent) {
    // ctest may have been started in the background, where shells ignore these.
    for (const int number : {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE}) {
        std::signal(number, SIG_DFL);
    }
    // A test that is killed takes its programs with it.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = ::open("/dev/null", O_RDONLY);
    const bool is_ready = ::getppid() == parent && ::dup2(nothing, STDIN_FILENO) >= 0 &&
                          ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(err, STDERR_FILENO) >= 0 &&
                          (folder.empty() || ::chdir(folder.c_str()) == 0);
    if (is_ready) {
        ::execvp(arguments[0], arguments.data());
    }
    ::_exit(k_not_started);
}

}  // namespace

Arguments operator+(Arguments first, const Arguments& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
    stream << "$";
    for (const std::string& argument : outcome.command) {
        stream << ' ' << argument;
    }
    if (outcome.exit_code < 0) {
        stream << "\nended by signal " << outcome.signal;
    } else {
        stream << "\nexit code " << outcome.exit_code;
    }
    return stream << "\nstdout:\n" << outcome.out << "stderr:\n" << outcome.err;
}

Process::Process(Arguments command, const std::string& folder)
    : command_(std::move(command)),
      out_(::memfd_create("stdout", MFD_CLOEXEC)),
      err_(::memfd_create("stderr", MFD_CLOEXEC)) {
    std::vector<char*> arguments;
    for (std::string& argument : command_) {
        arguments.push_back(argument.data());
    }
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) {
        become(arguments, folder, out_, err_, parent);
    }
    EXPECT_GT(pid_, 0) << "no process could be made";
}

Process::Process(Process&& other) noexcept
    : command_(std::move(other.command_)),
      pid_(std::exchange(other.pid_, -1)),
      status_(other.status_),
      is_over_(std::exchange(other.is_over_, true)),
      out_(std::exchange(other.out_, -1)),
      err_(std::exchange(other.err_, -1)) {}

Process::~Process() {
    if (!is_over_ && pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, &status_, 0);
    }
    for (const int file : {out_, err_}) {
        if (file >= 0) {
            ::close(file);
        }
    }
}

void Process::signal(int number) const {
    if (!is_over_) {
        ::kill(pid_, number);
    }
}

bool Process::is_running() {
    is_over_ = is_over_ || ::waitpid(pid_, &status_, WNOHANG) == pid_;
    return !is_over_;
}

Outcome Process::wait() {
    if (!wait_until([this] { return !is_running(); })) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, &status_, 0);
        is_over_ = true;
        ADD_FAILURE() << "this program hung and was killed: " << command_.front();
    }
    Outcome outcome;
    outcome.command = command_;
    outcome.exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
    outcome.signal = WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
    outcome.out = out();
    outcome.err = err();
    return outcome;
}

std::string Process::out() const { return content_of(out_); }
std::string Process::err() const { return content_of(err_); }

bool Process::wait_for_err(std::string_view text) {
    const auto has_text = [&] { return err().find(text) != std::string::npos; };
    static_cast<void>(wait_until([&] { return has_text() || !is_running(); }));
    return has_text();
}

Outcome run_command(const Arguments& command, const std::string& folder) {
    return Process(command, folder).wait();
}

void sleep_a_little() { std::this_thread::sleep_for(k_glance); }

Patience::Patience()
    : until_ms_(now_ms() +
                std::chrono::duration_cast<std::chrono::milliseconds>(k_patience).count()) {}

bool Patience::is_over() const { return now_ms() >= until_ms_; }

}  // namespace tandem::end_to_end
