// SPDX-License-Identifier: MIT
// fork and exec, because only the child itself can ask Linux to end it with its parent.
#include <tandem/tools/system/fed_program.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/system/child_life.hpp>
#include <tandem/tools/system/signals.hpp>

extern char** environ;

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

Error spawn_error(const std::string& place, int number) {
    return {ErrorCode::io, place, std::strerror(number)};
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    return pointers;
}

// Whether they give this variable of the environment another value.
bool is_given(const std::vector<std::string>& variables, std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return std::any_of(variables.begin(), variables.end(),
                       [&](const std::string& given) { return given.starts_with(name); });
}

// What the child is to become. All of it stands before the fork: a child of a process with several
// threads may not even allocate.
class NextProgram {
public:
    NextProgram(std::vector<std::string> command, std::vector<std::string> variables)
        : command_(std::move(command)),
          variables_(std::move(variables)),
          words_(pointers_to(command_)),
          environment_(pointers_to(variables_)) {
        for (char** variable = environ; *variable != nullptr; ++variable) {
            if (!is_given(variables_, *variable)) {
                environment_.push_back(*variable);
            }
        }
        words_.push_back(nullptr);
        environment_.push_back(nullptr);
    }

    // In the child: reads and prints there, with the signals of a fresh start, as a process group
    // of its own that does not outlive `parent`. Returns only where that cannot be.
    void become(int input, int output, pid_t parent) {
        live_no_longer_than(parent);
        // One that this process was started without may be among them: it must neither be written
        // over before it is read, nor closed by exec.
        input = ::fcntl(input, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        output = ::fcntl(output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        ::dup2(input, STDIN_FILENO);
        ::dup2(output, STDOUT_FILENO);
        ::dup2(output, STDERR_FILENO);
        for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) {
            ::signal(number, SIG_DFL);
        }
        environ = environment_.data();
        ::execvp(words_[0], words_.data());
    }

private:
    std::vector<std::string> command_;
    std::vector<std::string> variables_;
    std::vector<char*> words_;
    std::vector<char*> environment_;
};

// 0 once the program runs, else the errno of what failed.
int start_child(NextProgram next, int input, int output, pid_t& process) {
    // Closed by exec, so that nothing comes where that succeeds.
    std::array<int, 2> failure{-1, -1};
    if (pipe2(failure.data(), O_CLOEXEC) != 0) {
        return errno;
    }
    const pid_t parent = ::getpid();
    process = ::fork();
    if (process == 0) {
        next.become(input, output, parent);
        const int number = errno;
        static_cast<void>(::write(failure[1], &number, sizeof(number)) == 0);
        ::_exit(k_not_started);
    }
    int number = process < 0 ? errno : 0;
    ::close(failure[1]);
    if (process > 0) {
        while (::read(failure[0], &number, sizeof(number)) < 0 && errno == EINTR) {
        }
        if (number != 0) {
            ::waitpid(process, nullptr, 0);
        }
    }
    ::close(failure[0]);
    return number;
}

}  // namespace

Result<std::unique_ptr<FedProgram>> FedProgram::start(const std::vector<std::string>& command,
                                                      const Error& missing,
                                                      const std::vector<std::string>& variables) {
    const std::string& name = command.front();
    // A file and no pipe: nobody has to read it while the program runs.
    File printed(std::tmpfile());
    std::array<int, 2> ends{-1, -1};
    if (printed == nullptr || pipe2(ends.data(), O_CLOEXEC) != 0) {
        return spawn_error(name, errno);
    }
    pid_t process = -1;
    const int failure = start_child({command, variables}, ends[0], fileno(printed.get()), process);
    ::close(ends[0]);
    if (failure != 0) {
        ::close(ends[1]);
        return failure == ENOENT ? missing : spawn_error(name, failure);
    }
    end_with_me(process);
    return std::unique_ptr<FedProgram>(new FedProgram(name, process, ends[1], std::move(printed)));
}

FedProgram::~FedProgram() {
    close_pipe();
    if (process_ > 0) {
        kill(-process_, SIGKILL);
        while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
        end_without_me(process_);
    }
}

void FedProgram::close_pipe() {
    if (pipe_ >= 0) {
        ::close(pipe_);
        pipe_ = -1;
    }
}

Result<void> FedProgram::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t taken = ::write(pipe_, bytes.data(), bytes.size());
        if (taken >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(taken));
        } else if (errno != EINTR) {
            const Error error = spawn_error(name_, errno);
            auto finished = finish();
            return finished ? error : finished.error();
        }
        if (pending_signal() != 0) {
            return {};
        }
    }
    return {};
}

bool FedProgram::has_ended() const {
    siginfo_t info{};
    const int looked =
        waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    return looked != 0 || info.si_pid != 0;
}

Result<void> FedProgram::finish() {
    close_pipe();
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        if (pending_signal() != 0) {
            kill(-process_, SIGKILL);
        }
    }
    end_without_me(process_);
    process_ = -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return {};
    }
    const std::string how = WIFSIGNALED(status)
                                ? "was ended by signal " + std::to_string(WTERMSIG(status))
                                : "failed with exit code " + std::to_string(WEXITSTATUS(status));
    const std::string said = last_line();
    return Error{ErrorCode::io, name_, how + (said.empty() ? "" : "; it says: " + said)};
}

std::string FedProgram::last_line() const {
    std::rewind(printed_.get());
    std::string last;
    std::string line;
    for (int letter = 0; letter != EOF;) {
        letter = std::fgetc(printed_.get());
        if (letter != EOF && letter != '\n' && letter != '\r') {
            line += static_cast<char>(letter);
        } else if (!line.empty()) {
            last = std::exchange(line, {});
        }
    }
    return last;
}

}  // namespace tandem::tools
