// SPDX-License-Identifier: MIT
// fork and exec by hand: a thread of another probe may be running, so between the two stands
// nothing but system calls.
#include <tandem/tools/check/child.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tandem::tools::check {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

// As a shell tells that a program could not be started.
constexpr int k_not_started = 127;

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        const std::string name = text.substr(0, text.find('=') + 1);
        bool is_replaced = false;
        for (const std::string& change : changes) {
            is_replaced = is_replaced || change.starts_with(name);
        }
        if (!is_replaced) {
            variables.push_back(text);
        }
    }
    variables.insert(variables.end(), changes.begin(), changes.end());
    return variables;
}

// Nothing here allocates or locks.
[[noreturn]] void become(char** arguments, char** environment, int socket, bool leaves_folder) {
    // Ctrl-C is for check, which then ends its companions.
    setpgid(0, 0);
    const int nothing = open("/dev/null", O_RDWR);
    // What a game prints must not mix with what check prints.
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(socket, k_companion_socket);
    // A descriptor that was there already keeps its flag.
    fcntl(k_companion_socket, F_SETFD, 0);
    if (leaves_folder && chdir("/") != 0) {
        _exit(k_not_started);
    }
    execvpe(arguments[0], arguments, environment);
    _exit(k_not_started);
}

}  // namespace

Result<Child> Child::start(const ChildPlan& plan) {
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return Error{ErrorCode::io, "",
                     std::string("no socket can be made: ") + std::strerror(errno)};
    }
    std::vector<std::string> command = plan.command;
    std::vector<std::string> variables = environment_with(plan.environment);
    const std::vector<char*> arguments = pointers_to(command);
    const std::vector<char*> environment = pointers_to(variables);
    const pid_t process = fork();
    if (process == 0) {
        become(const_cast<char**>(arguments.data()), const_cast<char**>(environment.data()),
               ends[1], plan.leaves_folder);
    }
    const int failure = errno;
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return Error{ErrorCode::io, "",
                     std::string("no process can be started: ") + std::strerror(failure)};
    }
    return Child(process, ends[0]);
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)), socket_(std::exchange(other.socket_, -1)) {}

Child::~Child() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        static_cast<void>(wait_for_end());
    }
}

std::string Child::wait_for_end() {
    close(std::exchange(socket_, -1));  // whoever still listens ends now
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
    }
    return "exit code " + std::to_string(WEXITSTATUS(status));
}

std::vector<std::string> own_program(const std::vector<std::string>& arguments) {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) {
        words.push_back(word);
    }
    if (words.empty() ||
        !std::equal(words.begin() + 1, words.end(), arguments.begin(), arguments.end())) {
        return {};
    }
    return {"/proc/self/exe"};
}

std::vector<std::string> other_program(const std::string& text) {
    std::error_code ignored;
    if (std::filesystem::exists(text, ignored)) {
        return {std::filesystem::absolute(text).string()};
    }
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

std::vector<std::string> companion_command(std::vector<std::string> program,
                                           const std::string& game) {
    for (const std::string& word :
         {std::string("--game"), game, std::string("check"), std::string("--as-companion"),
          std::to_string(k_companion_socket)}) {
        program.push_back(word);
    }
    return program;
}

}  // namespace tandem::tools::check
