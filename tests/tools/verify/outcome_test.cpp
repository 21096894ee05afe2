// SPDX-License-Identifier: MIT
// Outcomes in words, as JSON and as exit codes.
#include <gtest/gtest.h>

#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/verify/outcome.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using replay::VerifyReport;
using replay::VerifyVerdict;
using sim::Error;
using sim::ErrorCode;
using test::says;

Outcome outcome_of(VerifyVerdict verdict) {
    Outcome outcome;
    outcome.path = "a.tandem";
    outcome.game = "duel";
    outcome.report = VerifyReport{};
    outcome.report->verdict = verdict;
    outcome.report->ticks_checked = 300;
    if (verdict == VerifyVerdict::diverged) {
        outcome.report->divergence = replay::Divergence{sim::Tick{20}, false, ""};
    } else if (verdict == VerifyVerdict::unsaved) {
        outcome.report->unsaved = replay::Unsaved{20, 30};
    }
    return outcome;
}

TEST(Outcomes, OfAStateThatIsNotSavedAreADifference) {
    const Outcome outcome = outcome_of(VerifyVerdict::unsaved);
    EXPECT_TRUE(outcome.has_difference());
    EXPECT_FALSE(outcome.is_same());
    const auto failure = failure_of(outcome);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, ErrorCode::divergence);
    EXPECT_EQ(failure->place, "a.tandem, tick 29");
    const std::string line = json_line(facts_of(outcome));
    EXPECT_TRUE(says(line, R"("verdict":"unsaved","tick":29,)"));
    EXPECT_TRUE(says(line, R"("unsaved_from":20)"));
}

TEST(Outcomes, OfASoundFileFailInNothing) {
    const Outcome outcome = outcome_of(VerifyVerdict::same);
    EXPECT_TRUE(outcome.is_same());
    EXPECT_FALSE(failure_of(outcome));
    EXPECT_TRUE(says(json_line(facts_of(outcome)), R"("seek_seed":null,"unsaved_from":null)"));
}

TEST(Outcomes, ADifferenceBeatsADamagedFile) {
    Outcome outcome = outcome_of(VerifyVerdict::diverged);
    outcome.error = Error{ErrorCode::bad_data, "a.tandem", "the file is cut"};
    EXPECT_EQ(failure_of(outcome)->code, ErrorCode::divergence);
    outcome = outcome_of(VerifyVerdict::same);
    outcome.error = Error{ErrorCode::bad_data, "a.tandem", "the file is cut"};
    EXPECT_EQ(failure_of(outcome)->code, ErrorCode::bad_data);
    EXPECT_FALSE(outcome.is_same());
}

// Its rules may be others, so that the simulation here is not the one to be blamed.
TEST(Outcomes, OfADivergenceNameAnotherProgramThatMadeTheFile) {
    Outcome outcome = outcome_of(VerifyVerdict::diverged);
    EXPECT_FALSE(says(failure_of(outcome)->message, "program"));
    outcome.maker = own_game_build();
    ASSERT_TRUE(outcome.maker);
    EXPECT_FALSE(says(failure_of(outcome)->message, "program"));
    outcome.maker->libraries.bytes[0] ^= std::byte{1};
    EXPECT_TRUE(says(failure_of(outcome)->message, "this program made it with other libraries"));
    outcome.maker->program.bytes[0] ^= std::byte{1};
    EXPECT_TRUE(says(failure_of(outcome)->message, "; another program made it: program "));
    EXPECT_TRUE(says(failure_of(outcome)->message, "; this is program "));
    // What is not saved is not, whoever made the file.
    outcome.report = outcome_of(VerifyVerdict::unsaved).report;
    EXPECT_FALSE(says(failure_of(outcome)->message, "made it"));
}

TEST(Outcomes, AddUpToOneExitCode) {
    Sum sum;
    sum.add(outcome_of(VerifyVerdict::same));
    EXPECT_EQ(sum.code, ExitCode::ok);
    Outcome absent;
    absent.path = "absent";
    absent.error = Error{ErrorCode::io, "absent", "no such file"};
    sum.add(absent);
    EXPECT_EQ(sum.code, ExitCode::io);
    sum.add(outcome_of(VerifyVerdict::unsaved));
    EXPECT_EQ(sum.code, ExitCode::divergence);
    sum.add(Outcome{});
    EXPECT_EQ(sum.text(4),
              "1 of 4 files complete and the same, 600 ticks compared; interrupted, 1 file not "
              "begun");
}

}  // namespace
}  // namespace tandem::tools
