// SPDX-License-Identifier: MIT
// Lets the program print into a file and not into a pipe: nobody has to read that while the program
// runs.
#include <tandem/tools/process/fed_program.hpp>

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {

Result<std::unique_ptr<FedProgram>> FedProgram::start(const std::vector<std::string>& command,
                                                      const Error& missing,
                                                      const std::vector<std::string>& variables) {
    const std::string& name = command.front();
    File printed(std::tmpfile());
    if (printed == nullptr) {
        return Error{ErrorCode::io, name, std::strerror(errno)};
    }
    auto child =
        Child::start(
            {.command = command, .environment = variables, .printed_to = fileno(printed.get())})
            .within(name);
    TANDEM_TRY(child);
    if (const int failure = child->start_error(); failure != 0) {
        return failure == ENOENT ? missing : Error{ErrorCode::io, name, std::strerror(failure)};
    }
    return std::unique_ptr<FedProgram>(new FedProgram(name, *std::move(child), std::move(printed)));
}

Result<void> FedProgram::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t taken = ::write(child_.connection(), bytes.data(), bytes.size());
        if (taken >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(taken));
        } else if (errno != EINTR) {
            const Error error{ErrorCode::io, name_, std::strerror(errno)};
            auto finished = finish();
            return finished ? error : finished.error();
        }
        if (pending_signal() != 0) {
            return {};
        }
    }
    return {};
}

Result<void> FedProgram::finish() {
    child_.close_connection();
    const int signal_before = pending_signal();
    child_.ends_by(std::chrono::nanoseconds::max(),
                   [&] { return pending_signal() != signal_before; });
    const int status = child_.end();
    if (status < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
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
