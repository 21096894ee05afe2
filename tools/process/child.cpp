// SPDX-License-Identifier: MIT
// Calls fork and exec itself. A game may have threads running, so only system calls may stand
// between the two. And only the child itself can ask Linux to end it with its parent.
#include <tandem/tools/process/child.hpp>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>

#include <fcntl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

// The time after which an end is noticed at the latest.
constexpr std::chrono::milliseconds k_glance{2};
// The exit code of a child that could not become what it was made for, as shells have it.
constexpr int k_not_started = 127;

std::vector<char*> pointers_to(std::vector<std::string>& texts);
std::vector<std::string> environment_with(const std::vector<std::string>& changes);

// This process knows this of its children. Several children may live at the same time.
struct Living {
    std::mutex mutex;
    std::size_t count = 0;
    std::vector<int> connections{};  // this process's ends
    int subreaper_before = 0;        // the setting before the first of them
    // True if this process is itself a child, and a copy of its parent. Its own children then
    // belong to its group, so that nothing of it is left if it is killed.
    bool is_copy = false;
};
Living& living();
int set_subreaper(int is_wanted);
void add_living(int connection);
void remove_living();
void close_living(int connection);
void forget_living();
void live_no_longer_than(pid_t parent, pid_t group);
void reset_signals();
void close_streams();
void feed_streams(int input, int output);
void become(char** arguments, char** environment, const ChildPlan& plan, int connection);

struct Ends {
    int here = -1;
    int there = -1;
};

Result<Ends> make_ends(bool is_pipe);

struct Forked {
    int process = -1;
    int connection = -1;
    bool has_group = false;  // it is the leader of its own group, which has the same number
};

template <class Live>
Result<Forked> fork_with(const Ends& ends, Live live);

}  // namespace

Result<Child> Child::start(const ChildPlan& plan) {
    const bool is_fed = plan.printed_to >= 0;
    std::vector<std::string> command = plan.command;
    std::vector<std::string> variables = environment_with(plan.environment);
    std::vector<char*> arguments = pointers_to(command);
    std::vector<char*> environment = pointers_to(variables);
    // The pipe is closed by exec, so that nothing comes if exec succeeds.
    const auto failure = make_ends(true);
    TANDEM_TRY(failure);
    auto ends = make_ends(is_fed);
    if (!ends) {
        close(failure->here);
        close(failure->there);
        return ends.error();
    }
    if (is_fed) {
        std::swap(ends->here, ends->there);
    }
    const auto forked = fork_with(*ends, [&](int connection) {
        become(arguments.data(), environment.data(), plan, connection);
        const int number = errno;
        static_cast<void>(::write(failure->there, &number, sizeof(number)) == 0);
    });
    close(failure->there);
    int number = 0;
    while (forked && ::read(failure->here, &number, sizeof(number)) < 0 && errno == EINTR) {
    }
    close(failure->here);
    TANDEM_TRY(forked);
    Child child(forked->process, forked->connection, forked->has_group);
    child.start_error_ = number;
    return child;
}

Result<Child> Child::start(const std::function<int(int socket)>& job) {
    const auto ends = make_ends(false);
    TANDEM_TRY(ends);
    // An exception of the job must not unwind this process's affairs in the copy: it aborts there.
    const auto forked = fork_with(*ends, [&](int socket) noexcept {
        close_streams();
        forget_living();
        _exit(job(socket));
    });
    return forked ? Result<Child>(Child(forked->process, forked->connection, forked->has_group))
                  : forked.error();
}

Child::Child(int process, int connection, bool has_group)
    : process_(process), connection_(connection), has_group_(has_group) {
    add_living(connection_);
    if (has_group_) {
        end_with_me(process_);
    }
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      connection_(std::exchange(other.connection_, -1)),
      has_group_(other.has_group_),
      start_error_(other.start_error_) {}

Child::~Child() { static_cast<void>(wait_for_end(std::chrono::nanoseconds(0))); }

Channel Child::channel(std::function<bool()> gives_up) const {
    return Channel(connection_, [this, gives_up = std::move(gives_up)](bool is_idle) {
        return (gives_up && gives_up()) || (is_idle && has_ended());
    });
}

bool Child::has_ended() const {
    // Leaves the process to be waited for: until then nobody else can get the group's number.
    siginfo_t info{};
    const int looked =
        waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    return (looked == 0 && info.si_pid != 0) || (looked != 0 && errno == ECHILD);
}

bool Child::ends_by(std::chrono::nanoseconds until, const std::function<bool()>& gives_up) const {
    while (process_ > 0 && !has_ended()) {
        if (steady_now() >= until || (gives_up && gives_up())) {
            return false;
        }
        sleep_until(steady_now() + k_glance);
    }
    return true;
}

void Child::close_connection() {
    if (connection_ >= 0) {
        close_living(std::exchange(connection_, -1));
    }
}

void Child::kill_all() const { kill(has_group_ ? -process_ : process_, SIGKILL); }

// Returns the status of the process itself, or -1 if nobody can tell it.
int Child::reap() const {
    // A process that was killed and is still not gone hangs in the kernel: nothing more can be
    // done then.
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
        // Processes whose parent is not gone yet are not ours yet.
        if (reaped > 0 || (kill(all, 0) != 0 && errno == ESRCH) || steady_now() >= until) {
            return status;
        }
        sleep_until(steady_now() + k_glance);
    }
}

int Child::end() {
    close_connection();
    kill_all();
    const int status = reap();
    if (has_group_) {
        end_without_me(process_);
    }
    remove_living();
    process_ = -1;
    return status;
}

std::optional<std::string> Child::wait_for_end(std::chrono::nanoseconds patience) {
    if (process_ <= 0) {
        return std::nullopt;
    }
    close_connection();  // a child that still listens ends now
    const bool has_ended_itself = ends_by(steady_now() + patience);
    const int status = end();
    return has_ended_itself ? std::optional(end_text(status)) : std::nullopt;
}

void Child::end_all(const std::vector<Child*>& children, std::chrono::nanoseconds patience) {
    for (Child* child : children) {
        child->close_connection();
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

std::string end_text(int status) {
    if (status < 0) {
        return "an unknown cause";
    }
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
    }
    return "exit code " + std::to_string(WEXITSTATUS(status));
}

namespace {

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

Living& living() {
    static Living all;
    return all;
}

// Sets whether a grandchild that outlives its parent becomes ours to wait for. Returns the setting
// before.
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

void add_living(int connection) {
    const std::lock_guard lock(living().mutex);
    living().connections.push_back(connection);
    if (living().count++ == 0) {
        living().subreaper_before = set_subreaper(1);
    }
}

// Notes the end of a child. As long as another child lives, its orphans are ours.
void remove_living() {
    const std::lock_guard lock(living().mutex);
    if (--living().count == 0) {
        set_subreaper(living().subreaper_before);
    }
}

void close_living(int connection) {
    const std::lock_guard lock(living().mutex);
    std::erase(living().connections, connection);
    close(connection);
}

// Forgets the parent's children in a copy of this process. The other end of a connection must hear
// when the parent closes it.
void forget_living() {
    for (const int connection : living().connections) {
        close(connection);
    }
    living().connections.clear();
    living().count = 0;
    living().is_copy = true;
    end_nobody_with_me();
}

// Puts this process into that group, or by 0 into one of its own, so that Ctrl-C is for the parent
// alone. On Linux it ends when the thread that forked it ends, however that happens, and so does
// the program that it becomes, unless that gains rights; elsewhere only the parent can end it.
void live_no_longer_than(pid_t parent, pid_t group) {
    setpgid(0, group);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    // The parent may have ended before this end was asked for.
    if (getppid() != parent) {
        _exit(k_not_started);
    }
}

// Gives signals their usual effect, because the parent has its own ways with them.
void reset_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        struct sigaction action {};
        sigaction(number, nullptr, &action);
        if (number == SIGPIPE || action.sa_handler != SIG_IGN) {
            action.sa_handler = SIG_DFL;
            sigaction(number, &action, nullptr);
        }
    }
}

// Replaces standard input and output by nothing, because a game must not print into our output.
// Standard error stays if there is one. The socket has none of these numbers: it stands above them.
void close_streams() {
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

// Sets the standard streams. If this process was started without a standard stream, a file may have
// that stream's number. This file must neither be written over before it is read, nor be closed by
// exec.
void feed_streams(int input, int output) {
    output = fcntl(output, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
}

// Becomes the program. Returns only if that is not possible; errno says why.
void become(char** arguments, char** environment, const ChildPlan& plan, int connection) {
    if (plan.printed_to >= 0) {
        feed_streams(connection, plan.printed_to);
    } else {
        close_streams();
        // A copy keeps the limits on files as this process has them: it gets them as errors.
        signal(SIGXFSZ, SIG_DFL);
        dup2(connection, k_child_socket);  // this number, unlike the socket itself, outlives exec
    }
    if (!plan.leaves_folder || chdir("/") == 0) {
        execvpe(arguments[0], arguments, environment);
    }
}

// Makes both ends with numbers above those that have a meaning in a child, which this process may
// have closed or may be using for something else. In a pipe, `here` is the end to read from.
Result<Ends> make_ends(bool is_pipe) {
    int ends[2] = {-1, -1};
    int made =
        is_pipe ? pipe2(ends, O_CLOEXEC) : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    for (int& end : ends) {
        const int low = end;
        end = made == 0 ? fcntl(low, F_DUPFD_CLOEXEC, k_child_socket + 1) : -1;
        made = end < 0 ? -1 : made;
        const int failure = errno;
        close(low);
        errno = failure;
    }
    if (made != 0) {
        const int failure = errno;
        close(ends[0]);
        return Error{ErrorCode::io, "",
                     std::string(is_pipe ? "no pipe" : "no socket") +
                         " can be made: " + std::strerror(failure) +
                         (failure == EMFILE ? "; raise the limit on open files (ulimit -n)" : "")};
    }
    return Ends{ends[0], ends[1]};
}

// Forks. The new process calls `live` with its end of the connection. Before that nothing allocates
// or locks there.
template <class Live>
Result<Forked> fork_with(const Ends& ends, Live live) {
    const pid_t parent = getpid();
    const pid_t group = living().is_copy ? getpgrp() : 0;
    const pid_t process = fork();
    if (process == 0) {
        live_no_longer_than(parent, group);
        reset_signals();
        close(ends.here);
        live(ends.there);
        _exit(k_not_started);
    }
    const int failure = errno;
    close(ends.there);
    if (process < 0) {
        close(ends.here);
        return Error{ErrorCode::io, "",
                     std::string("no process can be started: ") + std::strerror(failure) +
                         (failure == EAGAIN ? "; raise the limit on processes (ulimit -u)" : "")};
    }
    // Both sides do this, so that the group is there for both. It fails once the child has become
    // another program, but then the child has done it itself.
    setpgid(process, group == 0 ? process : group);
    return Forked{process, ends.here, group == 0};
}

}  // namespace
}  // namespace tandem::tools
