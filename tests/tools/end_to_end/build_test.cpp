// SPDX-License-Identifier: MIT
// A program says how it was built itself, whatever Tandem's library was built by.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

#ifndef OTHER_COMPILER
#define OTHER_COMPILER ""
#define OTHER_COMPILER_PROGRAM ""
#endif

namespace tandem::end_to_end {
namespace {

class Build : public EndToEnd {
protected:
    static std::string version_of(const Arguments& program) {
        return run_command(program + Arguments{"--version"}).out;
    }

    // What stands in the head of a recording by this program.
    std::string recorded_by(const Arguments& program) const {
        const std::string file = path("recorded");
        const Outcome outcome = run_command(program + Arguments{"record", "--force", "-o", file,
                                                                "--inputs", "bot", "--ticks", "9"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        return report(0, {"info", file}).value("build", "");
    }
};

TEST_F(Build, IsNamedAfterTheGameAndBesideTandem) {
    const std::string version = version_of(alone({}));
    EXPECT_TRUE(version.starts_with("counter, ")) << version;
    EXPECT_TRUE(contains(version, ", tandem ")) << version;
#if defined(__SANITIZE_ADDRESS__)
    EXPECT_TRUE(contains(version, ", address sanitizer")) << version;
#endif
}

TEST_F(Build, IsCalledAsItsAuthorDoesAndTellsItsOwnFlags) {
    const std::string version = version_of({IDENTIFIED_PROGRAM});
    EXPECT_TRUE(version.starts_with("counter 1a2b3c4, ")) << version;
    EXPECT_TRUE(contains(version, ", not optimised")) << version;
    const std::string recorded = recorded_by({IDENTIFIED_PROGRAM});
    EXPECT_EQ(recorded + "\n", version);
}

TEST_F(Build, OfTheGameStandsInARecordingByItsIdentity) {
    const auto made_by = [&](const Arguments& program) {
        recorded_by(program);
        return report(0, {"info", path("recorded")}).value("game_build", "");
    };
    const std::string one = made_by(alone({}));
    EXPECT_TRUE(one.starts_with("program ")) << one;
    EXPECT_EQ(made_by(alone({})), one);
    EXPECT_NE(made_by({IDENTIFIED_PROGRAM}), one);
    EXPECT_TRUE(contains(made_by({IDENTIFIED_PROGRAM}), ", not optimised"));
}

TEST_F(Build, IsThatOfItsOwnCompiler) {
    if (std::string(OTHER_COMPILER_PROGRAM).empty()) {
        GTEST_SKIP() << "this build has no program by another compiler";
    }
    const std::string version = version_of({OTHER_COMPILER_PROGRAM});
    EXPECT_TRUE(version.starts_with("counter the other, " OTHER_COMPILER)) << version;
    EXPECT_TRUE(contains(version, ", optimised")) << version;
    EXPECT_FALSE(contains(version_of(alone({})), ", " OTHER_COMPILER)) << version;
    EXPECT_EQ(recorded_by({OTHER_COMPILER_PROGRAM}) + "\n", version);
}

}  // namespace
}  // namespace tandem::end_to_end
