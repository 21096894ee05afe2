// SPDX-License-Identifier: MIT
// posix_spawn, because between fork and exec nothing of ours has to happen.
#include <tandem/tools/system/fed_program.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

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

// How the child is made: what it reads and where it prints to, with the signals of a fresh start.
class SpawnPlan {
public:
    SpawnPlan(int input, int output) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        sigset_t usual;
        sigemptyset(&usual);
        for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) {
            sigaddset(&usual, number);
        }
        posix_spawnattr_setsigdefault(&attributes_, &usual);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    int start(const std::vector<std::string>& command, const std::vector<std::string>& variables,
              pid_t& process) const {
        std::vector<std::string> words = command;
        std::vector<std::string> ours = variables;
        std::vector<char*> environment = pointers_to(ours);
        for (char** variable = environ; *variable != nullptr; ++variable) {
            if (!is_given(variables, *variable)) {
                environment.push_back(*variable);
            }
        }
        std::vector<char*> pointers = pointers_to(words);
        pointers.push_back(nullptr);
        environment.push_back(nullptr);
        return posix_spawnp(&process, pointers[0], &actions_, &attributes_, pointers.data(),
                            environment.data());
    }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

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
    const int failure =
        SpawnPlan(ends[0], fileno(printed.get())).start(command, variables, process);
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
        end_with_me(0);
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
    process_ = -1;
    end_with_me(0);
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
