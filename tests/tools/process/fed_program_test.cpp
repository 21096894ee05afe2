// SPDX-License-Identifier: MIT
// Other programs fed by a pipe: all of it arrives, and their failures are told in their words.
#include <tandem/tools/process/fed_program.hpp>

#include <csignal>
#include <filesystem>

#include <sys/wait.h>
#include <unistd.h>

#include <tandem/tools/system/signals.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::FedProgram;

const sim::Error k_missing{sim::ErrorCode::io, "it", "is not installed"};

class Fed : public InFolder {
protected:
    std::unique_ptr<FedProgram> start(const std::string& script) const {
        auto started = FedProgram::start({"sh", "-c", script, "sh", path("out")}, k_missing);
        EXPECT_TRUE(started);
        return started ? std::move(*started) : nullptr;
    }
    std::string out() const { return content_of(path("out")); }

    // Writing to a program that has ended is an error only where SIGPIPE is ignored.
    tools::SignalGuard signals_;
};

TEST_F(Fed, GetsAllOfIt) {
    const auto program = start("cat > \"$1\"");
    const std::string piece(100'000, 'x');
    EXPECT_TRUE(program->write("begin"));
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(program->write(piece));
    }
    EXPECT_TRUE(program->finish());
    EXPECT_EQ(out().size(), 5 + 20 * piece.size());
}

TEST_F(Fed, ItsFailureIsItsLastLine) {
    const auto program = start("cat >/dev/null; echo first; echo 'the disk is full' >&2; exit 3");
    EXPECT_TRUE(program->write("something"));
    const auto finished = program->finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().text(), "sh: failed with exit code 3; it says: the disk is full");
}

TEST_F(Fed, WhatEndsBeforeItHasReadAllIsAnError) {
    const auto program = start("echo 'not today'; exit 1");
    const std::string piece(100'000, 'x');
    sim::Result<void> written;
    for (int i = 0; i < 100 && written; ++i) {
        written = program->write(piece);
    }
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().text(), "sh: failed with exit code 1; it says: not today");
}

TEST_F(Fed, HasTheVariablesThatItIsGivenAndThoseOfThisProcess) {
    const auto started = FedProgram::start(
        {"sh", "-c", "echo \"$HOME and ${PATH:+a path}\" > \"$1\"", "sh", path("out")}, k_missing,
        {"HOME=this"});
    ASSERT_TRUE(started);
    EXPECT_TRUE((*started)->finish());
    EXPECT_EQ(out(), "this and a path\n");
}

TEST_F(Fed, ItsEndIsSeenWithoutWaitingForIt) {
    const auto stays = start("cat >/dev/null");
    EXPECT_FALSE(stays->has_ended());
    const auto ends = start("exit 4");
    while (!ends->has_ended()) {
    }
    const auto finished = ends->finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().text(), "sh: failed with exit code 4");
    EXPECT_TRUE(stays->finish());
}

TEST_F(Fed, WhatIsNotThereIsToldAsTheCallerSays) {
    const auto started = FedProgram::start({"tandem-has-no-such-program"}, k_missing);
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().text(), "it: is not installed");
}

TEST_F(Fed, WhoIsNotFinishedIsEnded) {
    {
        const auto program = start("sleep 1000; touch \"$1\"");
        EXPECT_TRUE(program->write("something"));
    }
    EXPECT_FALSE(std::filesystem::exists(path("out")));
}

// As a service manager may start this process. What is opened first then has those numbers.
TEST_F(Fed, IsFedAndHeardWhereThisProcessHasNoStandardStreams) {
    const pid_t closed = ::fork();
    if (closed == 0) {
        for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
            ::close(number);
        }
        const auto program = start("cat > \"$1\"; echo not today; exit 3");
        const bool is_fed = program && program->write("all of it");
        const auto finished = is_fed ? program->finish() : sim::Result<void>();
        const bool is_heard = !finished && finished.error().text() ==
                                               "sh: failed with exit code 3; it says: not today";
        ::_exit(is_heard ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(closed, &status, 0), closed);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(out(), "all of it");
}

#ifdef __linux__
TEST_F(Fed, EndsWithAProcessThatIsKilled) {
    const pid_t killed = ::fork();
    if (killed == 0) {
        const auto program = start("echo $$ > \"$1.new\"; mv \"$1.new\" \"$1\"; exec sleep 1000");
        while (!std::filesystem::exists(path("out"))) {
        }
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(killed, &status, 0), killed);
    ASSERT_TRUE(WIFSIGNALED(status));
    std::string process = out();
    ASSERT_TRUE(process.ends_with('\n'));
    process.pop_back();
    // Whoever inherits it may let it stand there a while, as a process without a command.
    const std::string command = "/proc/" + process + "/cmdline";
    while (std::filesystem::exists(command) && !content_of(command).empty()) {
    }
}
#endif

}  // namespace
}  // namespace tandem::test
