// SPDX-License-Identifier: MIT
// fork and exec by hand: a game may have threads running, so between the two stands nothing but
// system calls.
#include <tandem/tools/check/child.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <sstream>
#include <utility>

#include <fcntl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/system/child_life.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools::check {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

// How soon an end is noticed.
constexpr std::chrono::milliseconds k_glance{2};

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

// What this process knows of its children, several of which may live at the same time.
struct Living {
    std::mutex mutex;
    std::size_t count = 0;
    std::vector<int> sockets{};  // this process's ends
    int subreaper_before = 0;    // what was so before the first of them
    // Whether this process is itself a child, and a copy of its parent. Its own children belong to
    // its group then, so that nothing of it is left where it is killed.
    bool is_copy = false;
};
Living& living() {
    static Living all;
    return all;
}

// Where a child's own child outlives it, that becomes ours to wait for. Gives what was so before.
int set_subreaper(int is_wanted) {
    int before = 0;
#ifdef __linux__
    prctl(PR_GET_CHILD_SUBREAPER, &before);
    prctl(PR_SET_CHILD_SUBREAPER, is_wanted);
#else
    static_cast<void>(is_wanted);
#endif
    return before;
}

void add_living(int socket) {
    const std::lock_guard lock(living().mutex);
    living().sockets.push_back(socket);
    if (living().count++ == 0) {
        living().subreaper_before = set_subreaper(1);
    }
}

// As long as another one lives, the orphans of that are ours.
void remove_living() {
    const std::lock_guard lock(living().mutex);
    if (--living().count == 0) {
        set_subreaper(living().subreaper_before);
    }
}

void close_living(int socket) {
    const std::lock_guard lock(living().mutex);
    std::erase(living().sockets, socket);
    close(socket);
}

// In a copy of this process: the children it had are its parent's affair. Whoever is at the other
// end of a socket must hear when the parent closes it.
void forget_living() {
    for (const int socket : living().sockets) {
        close(socket);
    }
    living().sockets.clear();
    living().count = 0;
    living().is_copy = true;
    end_nobody_with_me();
}

// What a new process does before all else. Nothing here allocates or locks.
void set_up_child(pid_t parent, pid_t group) {
    live_no_longer_than(parent, group);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        // check has its own ways with these.
        struct sigaction action {};
        sigaction(number, nullptr, &action);
        if (number == SIGPIPE || action.sa_handler != SIG_IGN) {
            action.sa_handler = SIG_DFL;
            sigaction(number, &action, nullptr);
        }
    }
    // What a game prints must not mix with what check prints. Of these none is the socket, which
    // stands above all of them.
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    if (fcntl(STDERR_FILENO, F_GETFD) < 0) {
        dup2(nothing, STDERR_FILENO);
    }
    if (nothing > STDERR_FILENO) {
        close(nothing);
    }
}

[[noreturn]] void become(char** arguments, char** environment, int socket, bool leaves_folder) {
    // A copy goes on with limits on files as this process has them: errors that are told.
    signal(SIGXFSZ, SIG_DFL);
    dup2(socket, k_companion_socket);  // which, unlike the socket itself, outlives exec
    if (leaves_folder && chdir("/") != 0) {
        _exit(k_not_started);
    }
    execvpe(arguments[0], arguments, environment);
    _exit(k_not_started);
}

struct Ends {
    int here = -1;
    int there = -1;
};

// Both above the numbers that a child gives a meaning to, which this process may have closed or be
// using for something else.
Result<Ends> make_socket() {
    int ends[2] = {-1, -1};
    int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    for (int& end : ends) {
        const int low = end;
        end = made == 0 ? fcntl(low, F_DUPFD_CLOEXEC, k_companion_socket + 1) : -1;
        made = end < 0 ? -1 : made;
        const int failure = errno;
        close(low);
        errno = failure;
    }
    if (made != 0) {
        const int failure = errno;
        close(ends[0]);
        return Error{ErrorCode::io, "",
                     std::string("no socket can be made: ") + std::strerror(failure) +
                         (failure == EMFILE ? "; raise the limit on open files (ulimit -n)" : "")};
    }
    return Ends{ends[0], ends[1]};
}

struct Forked {
    int process = -1;
    int socket = -1;
    bool has_group = false;  // one of its own, with the same number
};

// `live` is what the new process does, with its end of the socket.
template <class Live>
Result<Forked> fork_with_socket(Live live) {
    const auto ends = make_socket();
    if (!ends) {
        return ends.error();
    }
    const pid_t parent = getpid();
    const pid_t group = living().is_copy ? getpgrp() : 0;
    const pid_t process = fork();
    if (process == 0) {
        set_up_child(parent, group);
        close(ends->here);
        live(ends->there);
        _exit(k_not_started);
    }
    const int failure = errno;
    close(ends->there);
    if (process < 0) {
        close(ends->here);
        return Error{ErrorCode::io, "",
                     std::string("no process can be started: ") + std::strerror(failure) +
                         (failure == EAGAIN ? "; raise the limit on processes (ulimit -u)" : "")};
    }
    // Both sides do this, so that the group is there for both; once it has become another program
    // this fails, and it has done so itself.
    setpgid(process, group == 0 ? process : group);
    return Forked{process, ends->here, group == 0};
}

bool is_executable(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<Child> Child::start(const ChildPlan& plan) {
    std::vector<std::string> command = plan.command;
    std::vector<std::string> variables = environment_with(plan.environment);
    std::vector<char*> arguments = pointers_to(command);
    std::vector<char*> environment = pointers_to(variables);
    const auto forked = fork_with_socket([&](int socket) {
        become(arguments.data(), environment.data(), socket, plan.leaves_folder);
    });
    return forked ? Result<Child>(Child(forked->process, forked->socket, forked->has_group))
                  : forked.error();
}

Result<Child> Child::start(const std::function<int(int socket)>& job) {
    // What the job throws must not unwind this process's affairs in the copy: it aborts there.
    const auto forked = fork_with_socket([&](int socket) noexcept {
        forget_living();
        _exit(job(socket));
    });
    return forked ? Result<Child>(Child(forked->process, forked->socket, forked->has_group))
                  : forked.error();
}

Child::Child(int process, int socket, bool has_group)
    : process_(process), socket_(socket), has_group_(has_group) {
    add_living(socket_);
    if (has_group_) {
        end_with_me(process_);
    }
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      has_group_(other.has_group_) {}

Child::~Child() { static_cast<void>(wait_for_end(std::chrono::nanoseconds(0))); }

bool Child::has_ended() const {
    // Left to be waited for: until then the group's number is nobody else's.
    siginfo_t info{};
    const int looked =
        waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    return (looked == 0 && info.si_pid != 0) || (looked != 0 && errno == ECHILD);
}

bool Child::ends_by(std::chrono::nanoseconds until) const {
    while (process_ > 0 && !has_ended()) {
        if (steady_now() >= until) {
            return false;
        }
        sleep_until(steady_now() + k_glance);
    }
    return true;
}

void Child::close_socket() {
    if (socket_ >= 0) {
        close_living(std::exchange(socket_, -1));
    }
}

void Child::kill_all() const { kill(has_group_ ? -process_ : process_, SIGKILL); }

// The status of the process itself, or -1 where nobody can tell.
int Child::reap() const {
    // What was killed and is still not gone hangs in the kernel; nothing more can be done then.
    constexpr std::chrono::seconds k_reaping_patience{10};
    const int all = has_group_ ? -process_ : process_;
    int status = -1;
    const auto until = steady_now() + k_reaping_patience;
    for (;;) {
        int other = 0;
        const pid_t reaped = waitpid(all, &other, WNOHANG);
        status = reaped == process_ ? other : status;
        if (reaped > 0 && has_group_) {
            continue;
        }
        // Those whose parent is not gone yet are not ours yet.
        if (reaped > 0 || (kill(all, 0) != 0 && errno == ESRCH) || steady_now() >= until) {
            return status;
        }
        sleep_until(steady_now() + k_glance);
    }
}

int Child::end() {
    kill_all();
    const int status = reap();
    if (has_group_) {
        end_without_me(process_);
    }
    remove_living();
    process_ = -1;
    return status;
}

void Child::end_all(const std::vector<Child*>& children, std::chrono::nanoseconds patience) {
    for (Child* child : children) {
        child->close_socket();
    }
    const auto until = steady_now() + patience;
    for (const Child* child : children) {
        child->ends_by(until);
    }
    for (const Child* child : children) {
        if (child->process_ > 0) {
            child->kill_all();
        }
    }
    for (Child* child : children) {
        static_cast<void>(child->wait_for_end(std::chrono::nanoseconds(0)));
    }
}

std::optional<std::string> Child::wait_for_end(std::chrono::nanoseconds patience) {
    if (process_ <= 0) {
        return std::nullopt;
    }
    close_socket();  // whoever still listens ends now
    const bool has_ended_itself = ends_by(steady_now() + patience);
    const int status = end();
    if (!has_ended_itself) {
        return std::nullopt;
    }
    if (status < 0) {
        return "an unknown cause";
    }
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

Result<void> check_command(const std::vector<std::string>& command) {
    const auto no_start = [](const std::string& why) { return Error{ErrorCode::io, "", why}; };
    if (command.empty()) {
        return no_start("no program is named");
    }
    const std::string& program = command.front();
    std::error_code ignored;
    if (program.find('/') != program.npos) {
        if (is_executable(program)) {
            return {};
        }
        return no_start(!std::filesystem::exists(program, ignored) ? program + " does not exist"
                        : std::filesystem::is_directory(program, ignored)
                            ? program + " is a folder"
                            : program + " is not executable");
    }
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/bin:/usr/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (is_executable((folder.empty() ? "." : folder) + "/" + program)) {
            return {};
        }
    }
    return no_start(program + " does not exist, neither here nor in a folder of PATH");
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
