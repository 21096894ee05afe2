// SPDX-License-Identifier: MIT
// A program is new once it is another file, whole, executable and closed. The time is told, so that
// nothing is waited for.
#include <tandem/tools/system/watched_program.hpp>

#include <filesystem>
#include <fstream>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using namespace std::chrono_literals;

class Watched : public test::InFolder {
protected:
    // As a linker leaves it.
    std::string build(const std::string& content) const {
        const std::string next = write("next", content);
        std::filesystem::permissions(next, std::filesystem::perms::owner_all);
        std::filesystem::rename(next, path("program"));
        return path("program");
    }
};

TEST_F(Watched, WhatStandsThereIsNotNew) {
    WatchedProgram program(build("one"));
    EXPECT_FALSE(program.is_rebuilt(0s));
    EXPECT_FALSE(program.is_rebuilt(100s));
    EXPECT_FALSE(program.is_stale());
}

TEST_F(Watched, ANewOneIsToldOnceAndOnlyWhenItHasSettled) {
    WatchedProgram program(build("one"));
    build("two");
    EXPECT_TRUE(program.is_stale());
    EXPECT_FALSE(program.is_rebuilt(10s)) << "it may not be whole";
    EXPECT_FALSE(program.is_rebuilt(10s + WatchedProgram::k_settles_in / 2));
    EXPECT_TRUE(program.is_rebuilt(10s + WatchedProgram::k_settles_in));
    EXPECT_FALSE(program.is_stale());
    EXPECT_FALSE(program.is_rebuilt(100s)) << "it is known now";
    program.forget();
    EXPECT_TRUE(program.is_stale());
    EXPECT_TRUE(program.is_rebuilt(100s));
}

TEST_F(Watched, OneThatGrowsInPiecesHasNotSettled) {
    WatchedProgram program(build("one"));
    std::filesystem::remove(path("program"));
    EXPECT_FALSE(program.is_rebuilt(1s)) << "there is none";
    EXPECT_FALSE(program.is_rebuilt(2s)) << "there is none";
    for (int piece = 0; piece < 5; ++piece) {
        build(std::string(10 + static_cast<std::size_t>(piece), 'x'));
        EXPECT_FALSE(program.is_rebuilt(10s * (piece + 1)));
    }
    EXPECT_TRUE(program.is_rebuilt(100s));
}

TEST_F(Watched, OneThatIsNotExecutableOrEmptyIsNotWhole) {
    WatchedProgram program(build("one"));
    build("two");
    std::filesystem::permissions(path("program"), std::filesystem::perms::owner_read);
    EXPECT_FALSE(program.is_rebuilt(1s));
    EXPECT_FALSE(program.is_rebuilt(10s));
    build("");
    EXPECT_FALSE(program.is_rebuilt(20s));
    EXPECT_FALSE(program.is_rebuilt(30s));
    std::filesystem::remove(path("program"));
    std::filesystem::create_directory(path("program"));
    EXPECT_FALSE(program.is_rebuilt(40s));
    EXPECT_FALSE(program.is_rebuilt(50s));
}

TEST_F(Watched, OneThatSomebodyStillWritesIsNotWhole) {
    WatchedProgram program(build("one"));
    build("two");
    EXPECT_FALSE(program.is_rebuilt(1s));
    {
        std::ofstream linker(path("program"), std::ios::app);
        EXPECT_FALSE(program.is_rebuilt(10s));
        EXPECT_TRUE(program.is_stale());
    }
    EXPECT_FALSE(program.is_rebuilt(10s + WatchedProgram::k_settles_in / 2));
    EXPECT_TRUE(program.is_rebuilt(20s));
}

TEST(OwnProgramPath, IsThatOfThisTest) {
    const auto own = own_program_path();
    ASSERT_TRUE(own) << own.error().text();
    EXPECT_TRUE(std::filesystem::equivalent(*own, "/proc/self/exe"));
}

}  // namespace
}  // namespace tandem::tools
