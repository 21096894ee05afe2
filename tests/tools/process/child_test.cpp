// SPDX-License-Identifier: MIT
// A child's process starts under its own surroundings, and its end is told.
#include <tandem/tools/process/child.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools {
namespace {

std::string end_of(const std::string& script) {
    auto child = Child::start(ChildPlan{{"/bin/sh", "-c", script}, {"TANDEM_TEST=there"}, true});
    EXPECT_TRUE(child);
    // Until it has closed its end.
    sim::Bytes message;
    EXPECT_FALSE(Channel(child->connection()).receive(message));
    return child->wait_for_end().value_or("no end");
}

// A message of one byte, in a shell.
constexpr const char* k_say_x = "printf '\\001\\000\\000\\000x' >&3; ";

sim::Result<Child> start_shell(const std::string& script) {
    return Child::start(ChildPlan{{"/bin/sh", "-c", script}});
}

// True where the script came to its k_say_x.
bool has_spoken(const Child& child) {
    sim::Bytes message;
    return Channel(child.connection()).receive(message, 1) && message.size() == 1;
}

bool is_there(int process) { return ::kill(process, 0) == 0; }

int subreaper() {
    int is_set = 0;
    ::prctl(PR_GET_CHILD_SUBREAPER, &is_set);
    return is_set;
}

// This group, of killed orphans, has to be gone when they are reaped.
void expect_reapable(int group) {
    while (::waitpid(-group, nullptr, 0) > 0) {
    }
    EXPECT_FALSE(is_there(-group));
}

// Takes these numbers out of use while it lives.
class Closed {
public:
    explicit Closed(unsigned numbers) {
        for (int number = 0; number <= k_child_socket; ++number) {
            const bool is_closed = (numbers >> number & 1U) != 0;
            kept_[number] = is_closed ? ::fcntl(number, F_DUPFD_CLOEXEC, k_above) : -1;
        }
        for (int number = 0; number <= k_child_socket; ++number) {
            if ((numbers >> number & 1U) != 0) {
                ::close(number);
            }
        }
        numbers_ = numbers;
    }
    ~Closed() {
        for (int number = 0; number <= k_child_socket; ++number) {
            if ((numbers_ >> number & 1U) == 0) {
                continue;
            }
            ::close(number);
            if (kept_[number] >= 0) {
                ::dup2(kept_[number], number);
                ::close(kept_[number]);
            }
        }
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

private:
    static constexpr int k_above = 50;
    int kept_[k_child_socket + 1] = {};
    unsigned numbers_ = 0;
};

TEST(Children, EndWithACodeOrASignal) {
    EXPECT_EQ(end_of("exit 3"), "exit code 3");
    EXPECT_TRUE(end_of("kill -SEGV $$").starts_with("signal 11 ("));
}

TEST(Children, HaveSurroundingsOfTheirOwn) {
    EXPECT_EQ(end_of("test \"$TANDEM_TEST$PWD\" = there/ || exit 9"), "exit code 0");
    // Their output goes nowhere, and the socket is where it was said to be.
    EXPECT_EQ(end_of("echo lost; test -S /proc/self/fd/3 || exit 9"), "exit code 0");
}

TEST(Children, ThatCannotBeStartedEndAtOnce) {
    auto child = Child::start(ChildPlan{{"/no/such/program"}});
    ASSERT_TRUE(child);
    EXPECT_EQ(child->start_error(), ENOENT);
    EXPECT_EQ(child->wait_for_end(), "exit code 127");
    EXPECT_EQ(child->wait_for_end(), std::nullopt);
}

TEST(Children, HaveTheirSocketWhicheverNumbersAreInUse) {
    constexpr unsigned k_all = 1U << (k_child_socket + 1);
    for (unsigned closed = 0; closed < k_all; ++closed) {
        bool is_same_socket = false;
        std::optional<std::string> end;
        {
            const Closed without(closed);
            auto child = start_shell("test -c /proc/self/fd/0 -a -c /proc/self/fd/1 || exit 9; " +
                                     std::string(k_say_x) + "test -e /proc/self/fd/2");
            is_same_socket = child && child->connection() > k_child_socket && has_spoken(*child);
            end = child ? child->wait_for_end() : std::nullopt;
        }
        EXPECT_TRUE(is_same_socket) << closed;
        EXPECT_EQ(end, "exit code 0") << closed;
    }
}

TEST(Children, ThatCloseTheirSocketAndLiveOnAreKilled) {
    auto child = start_shell("exec 3>&-; sleep 1000");
    ASSERT_TRUE(child);
    const int process = child->process();
    sim::Bytes message;
    EXPECT_FALSE(Channel(child->connection()).receive(message));
    EXPECT_FALSE(child->has_ended());
    EXPECT_EQ(child->wait_for_end(std::chrono::milliseconds(50)), std::nullopt);
    EXPECT_FALSE(is_there(-process));
}

TEST(Children, TakeWhatTheyStartedAlong) {
    int process = 0;
    {
        auto child = start_shell("(sleep 1000 & sleep 1000) & sleep 1000 & " +
                                 std::string(k_say_x) + "wait");
        ASSERT_TRUE(child);
        process = child->process();
        EXPECT_TRUE(has_spoken(*child));
        EXPECT_EQ(::getpgid(process), process);
    }
    EXPECT_FALSE(is_there(-process));
}

TEST(Children, ThatEndBeforeWhatTheyStartedHaveEnded) {
    auto child = start_shell("sleep 1000 & " + std::string(k_say_x) + "exit 5");
    ASSERT_TRUE(child);
    const int process = child->process();
    // Its own child holds its socket: nothing tells its end but the process itself.
    EXPECT_TRUE(has_spoken(*child));
    sim::Bytes message;
    Channel patient(child->connection(),
                    [&](bool is_idle) { return is_idle && child->has_ended(); });
    EXPECT_FALSE(patient.receive(message));
    EXPECT_EQ(child->wait_for_end(), "exit code 5");
    EXPECT_FALSE(is_there(-process));
}

TEST(Children, MayBeACopyOfThisProcess) {
    int here = 1;
    const int parent = ::getpid();
    auto child = Child::start([&](int socket) {
        here = 2;
        sim::Bytes message;
        Channel channel(socket);
        static_cast<void>(channel.send(sim::Bytes(1)));
        return channel.receive(message) || ::getppid() != parent ? 1 : 7;
    });
    ASSERT_TRUE(child);
    EXPECT_TRUE(has_spoken(*child));
    EXPECT_EQ(child->start_error(), 0);
    EXPECT_EQ(child->wait_for_end(std::chrono::hours(1)), "exit code 7");
    EXPECT_EQ(here, 1);
}

TEST(Children, EndWithASecondSignalToTheirParent) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    EXPECT_EXIT(
        {
            const SignalGuard guard;
            // The second of the three has ended before.
            std::vector<sim::Result<Child>> children;
            for (int i = 0; i < 3; ++i) {
                children.push_back(start_shell("sleep 1000 & " + std::string(k_say_x) + "wait"));
                const int process = has_spoken(*children.back()) ? children.back()->process() : 0;
                static_cast<void>(!::write(ends[1], &process, sizeof process));
            }
            children[1]->wait_for_end(std::chrono::seconds(0));
            ::raise(SIGINT);
            ::raise(SIGINT);
        },
        testing::ExitedWithCode(130), "");
    for (int i = 0; i < 3; ++i) {
        int process = 0;
        ASSERT_EQ(::read(ends[0], &process, sizeof process), static_cast<ssize_t>(sizeof process));
        ASSERT_GT(process, 0);
        // Orphans now, and this process's to reap.
        expect_reapable(process);
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(Children, DoNotEndWithEachOther) {
    const int before = subreaper();
    {
        auto first = start_shell("sleep 1000");
        auto second = start_shell(k_say_x + std::string("read line <&3; ") + k_say_x);
        ASSERT_TRUE(first && second);
        EXPECT_TRUE(has_spoken(*second));
        EXPECT_EQ(first->wait_for_end(std::chrono::seconds(0)), std::nullopt);
        EXPECT_EQ(subreaper(), 1) << "what the second one leaves behind would be nobody's";
        ASSERT_EQ(::write(second->connection(), "\n", 1), 1);
        EXPECT_TRUE(has_spoken(*second));
        EXPECT_EQ(second->wait_for_end(std::chrono::hours(1)), "exit code 0");
    }
    EXPECT_EQ(subreaper(), before);
}

TEST(Children, HearTheEndOfTheirSocketWhoeverWasStartedLater) {
    const auto listen = [](int socket) {
        sim::Bytes message;
        return Channel(socket).receive(message) ? 1 : 7;
    };
    auto first = Child::start(listen);
    auto second = Child::start(listen);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->wait_for_end(std::chrono::minutes(1)), "exit code 7");
    EXPECT_EQ(second->wait_for_end(std::chrono::minutes(1)), "exit code 7");
}

TEST(Children, ThatThrowHarmNoOther) {
    auto first = start_shell("read line <&3; " + std::string(k_say_x));
    ASSERT_TRUE(first);
    auto second = Child::start([](int) -> int {
        ::close(STDERR_FILENO);
        throw std::runtime_error("thrown by a game");
    });
    ASSERT_TRUE(second);
    const auto end = second->wait_for_end(std::chrono::minutes(1));
    EXPECT_TRUE(end && end->starts_with("signal 6 (")) << end.value_or("no end");
    ASSERT_EQ(::write(first->connection(), "\n", 1), 1);
    EXPECT_TRUE(has_spoken(*first));
}

TEST(Children, AreEndedAllAtOnce) {
    int until_second[2] = {-1, -1};
    int from_first[2] = {-1, -1};
    ASSERT_EQ(::pipe2(until_second, O_CLOEXEC), 0);
    ASSERT_EQ(::pipe2(from_first, O_CLOEXEC), 0);
    // The first one ends only when the second one has.
    auto first = Child::start([&](int) {
        ::close(until_second[1]);
        char nothing = 0;
        return ::read(until_second[0], &nothing, 1) == 0 && ::write(from_first[1], "x", 1) == 1 ? 0
                                                                                                : 1;
    });
    auto second = Child::start([](int socket) {
        sim::Bytes message;
        return Channel(socket).receive(message) ? 1 : 0;
    });
    ASSERT_TRUE(first && second);
    const std::vector<int> processes{first->process(), second->process()};
    ::close(until_second[1]);
    ::close(from_first[1]);
    Child::end_all({&*first, &*second}, std::chrono::minutes(1));
    char said = 0;
    EXPECT_EQ(::read(from_first[0], &said, 1), 1) << "it was killed and not waited for";
    for (const int process : processes) {
        EXPECT_FALSE(is_there(process));
    }
    EXPECT_EQ(first->wait_for_end(), std::nullopt);
    ::close(until_second[0]);
    ::close(from_first[0]);
}

TEST(Children, OfACopyEndWithItHoweverItEnds) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe2(ends, 0), 0);
    auto child = Child::start([](int) {
        const auto other = start_shell("sleep 1000 & (sleep 1000 & sleep 1000) & " +
                                       std::string(k_say_x) + "wait");
        if (other && has_spoken(*other)) {
            ::raise(SIGKILL);
        }
        return 0;
    });
    ASSERT_TRUE(child);
    const auto end = child->wait_for_end(std::chrono::minutes(1));
    EXPECT_TRUE(end && end->starts_with("signal 9 (")) << end.value_or("no end");
    ::close(ends[1]);
    pollfd waiting{ends[0], POLLIN, 0};
    EXPECT_EQ(::poll(&waiting, 1, 10'000), 1) << "whoever lives still holds the other end";
    ::close(ends[0]);
}

TEST(Children, OfACopyAreEndedByItToo) {
    auto child = Child::start([](int) {
        auto other = start_shell(std::string(k_say_x) + "sleep 1000");
        const int process = other && has_spoken(*other) ? other->process() : 0;
        other->wait_for_end(std::chrono::seconds(0));
        return process > 0 && !is_there(process) ? 7 : 1;
    });
    ASSERT_TRUE(child);
    EXPECT_EQ(child->wait_for_end(std::chrono::minutes(1)), "exit code 7");
}

}  // namespace
}  // namespace tandem::tools
