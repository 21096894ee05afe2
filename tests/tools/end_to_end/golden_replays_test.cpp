// SPDX-License-Identifier: MIT
// What the program says of the replay files that are never made again is what it said when they
// were made, or more.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <tests/golden/expected_json.hpp>

namespace tandem::end_to_end {
namespace {

// The files are named without their folder, which stands in no expectation.
std::string file_of(const std::string& name) { return name + ".tandem"; }

void expect_no_difference(const std::string& name, const std::string& verb, const Json& actual) {
    const Json expected = test::golden_expectation(name)[verb]["report"];
    for (const std::string& line : test::differences(expected, actual)) {
        ADD_FAILURE() << verb << " " << file_of(name) << ": " << line;
    }
}

TEST(GoldenReplays, InfoSaysWhatItSaid) {
    for (const std::string& name : test::golden_replay_names()) {
        const Outcome outcome =
            run_command(tandem({"--json", "info", file_of(name)}), test::golden_replays_folder());
        EXPECT_EQ(outcome.exit_code, test::golden_expectation(name)["info"]["exit_code"])
            << outcome;
        const std::vector<Json> lines = json_lines(outcome.out, "info");
        ASSERT_EQ(lines.size(), 1U) << outcome;
        expect_no_difference(name, "info", lines.front());
    }
}

TEST(GoldenReplays, VerifySaysWhatItSaid) {
    const std::vector<std::string> names = test::golden_replay_names();
    Arguments arguments{"--json", "verify"};
    for (const std::string& name : names) {
        arguments.push_back(file_of(name));
    }
    // All in one process, and a line for each in the same order.
    const Outcome outcome = run_command(tandem(arguments), test::golden_replays_folder());
    EXPECT_EQ(outcome.exit_code, 1) << outcome;
    const std::vector<Json> lines = json_lines(outcome.out, "verify");
    ASSERT_EQ(lines.size(), names.size()) << outcome;
    for (std::size_t i = 0; i < names.size(); ++i) {
        expect_no_difference(names[i], "verify", lines[i]);
        // Only what failed says with which code.
        EXPECT_EQ(lines[i].value("exit", 0),
                  test::golden_expectation(names[i])["verify"]["exit_code"])
            << names[i];
    }
}

// Nobody writes them, so there is nothing to wait for, in either format.
TEST(GoldenReplays, VerifyThatFollowsSaysTheSame) {
    for (const std::string& name : test::golden_replay_names()) {
        const Outcome outcome = run_command(tandem({"--json", "verify", "--follow", file_of(name)}),
                                            test::golden_replays_folder());
        EXPECT_EQ(outcome.exit_code, test::golden_expectation(name)["verify"]["exit_code"])
            << outcome;
        const std::vector<Json> lines = json_lines(outcome.out, "verify");
        ASSERT_EQ(lines.size(), 1U) << outcome;
        expect_no_difference(name, "verify", lines.front());
    }
}

TEST(GoldenReplays, InfoOfAnotherFileIsNotTaken) {
    const Outcome outcome = run_command(tandem({"--json", "info", file_of("duel_plain")}),
                                        test::golden_replays_folder());
    EXPECT_FALSE(test::differences(test::golden_expectation("duel_planted")["info"]["report"],
                                   json_lines(outcome.out, "info").front())
                     .empty());
}

}  // namespace
}  // namespace tandem::end_to_end
