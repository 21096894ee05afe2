// SPDX-License-Identifier: MIT
// What is no other build of the game is told and not suffered. Real ones are asked by the
// end-to-end tests.
#include <tandem/tools/program/trial/asked_program.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

class AskedProgram : public test::InFolder {
protected:
    // Why a script of the shell with these lines is not asked.
    std::string refused(const std::string& lines, AskHooks hooks = {}) const {
        const std::string script = write("script", lines + "\n");
        const auto started = start_asked_program(
            {"/bin/sh", script}, sim::GameModel<test::Counter>::game_info(), std::move(hooks));
        EXPECT_FALSE(started);
        return started ? "" : started.error().message;
    }
};

TEST_F(AskedProgram, OneThatCannotBeStartedIsNamed) {
    const auto started =
        start_asked_program({path("nope")}, sim::GameModel<test::Counter>::game_info(), {});
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, sim::ErrorCode::io);
    EXPECT_TRUE(test::says(started.error().message, "nope does not exist"));
}

TEST_F(AskedProgram, OneThatEndsAtOnceIsNoBuildOfTheGame) {
    EXPECT_TRUE(test::says(refused("exit 3"), "its process ended by exit code 3"));
    EXPECT_TRUE(test::says(refused("kill -9 $$"), "its process ended by signal 9"));
}

TEST_F(AskedProgram, OneThatTalksNonsenseIsNoBuildOfTheGame) {
    EXPECT_TRUE(test::says(refused("printf '\\003\\000\\000\\000abc' >&3; sleep 60"),
                           "what arrived is no hello"));
    EXPECT_TRUE(test::says(refused("printf '\\377\\377\\377\\377abc' >&3; sleep 60"),
                           "it announced a message of 4294967295 bytes"));
}

TEST_F(AskedProgram, OneThatHangsIsKilled) {
    AskHooks hooks;
    hooks.greeting_patience = std::chrono::milliseconds(50);
    EXPECT_TRUE(
        test::says(refused("sleep 600", hooks), "it did not answer within 50 ms and was killed"));
}

TEST_F(AskedProgram, AnInterruptEndsTheWait) {
    AskHooks hooks;
    int asked = 0;
    hooks.is_interrupted = [&asked] { return ++asked == 1; };
    EXPECT_TRUE(test::says(refused("sleep 600", hooks), "interrupted"));
}

}  // namespace
}  // namespace tandem::tools
