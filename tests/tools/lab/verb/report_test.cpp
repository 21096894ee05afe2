// SPDX-License-Identifier: MIT
// lab report, inside of the test: what it says, refuses and leaves alone.
#include <filesystem>

#include <tests/tools/lab/lab_program.hpp>

namespace tandem::test {
namespace {

Said report(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"lab", "report"});
    return lab_program(std::move(arguments));
}

using LabReport = InFolder;

TEST_F(LabReport, SaysWhereThePageIsAndHowLarge) {
    const Said text = report({"-o", path("a/b")});
    EXPECT_EQ(text.code, 0) << text.err;
    const std::string file = path("a/b/index.html");
    const auto bytes = std::to_string(std::filesystem::file_size(file));
    EXPECT_EQ(text.out, file + ": " + bytes + " bytes; open it in any browser\n");
    const Said json = report({"-o", path("b"), "--json"});
    EXPECT_TRUE(says(json.out, "\"file\":\"" + path("b/index.html") + "\",\"bytes\":" + bytes));
}

TEST_F(LabReport, ReplacesAPageOnlyWhenForced) {
    std::filesystem::create_directory(path("a"));
    write("a/index.html", "mine");
    const Said refused = report({"-o", path("a")});
    EXPECT_EQ(refused.code, 5);
    EXPECT_TRUE(says(refused.err, "index.html: exists already; "));
    EXPECT_EQ(std::filesystem::file_size(path("a/index.html")), 4U);
    EXPECT_EQ(report({"-o", path("a"), "--force"}).code, 0);
    EXPECT_GT(std::filesystem::file_size(path("a/index.html")), 100'000U);
}

TEST_F(LabReport, RefusesWhatItWouldIgnoreAndIsRefusedElsewhere) {
    for (const std::vector<std::string>& ignored : std::vector<std::vector<std::string>>{
             {"--loop", "L1"}, {"--machine", "fast"}, {"--seconds", "1"}, {"--csv"}, {"--real"}}) {
        const Said refused = report(joined({"-o", path("a")}, ignored));
        EXPECT_EQ(refused.code, 2) << ignored.front();
        EXPECT_TRUE(says(refused.err, ignored.front() + ": lab report takes no such option"));
    }
    EXPECT_FALSE(std::filesystem::exists(path("a")));
    const Said elsewhere = lab_program({"lab", "loops", "-o", path("a")});
    EXPECT_EQ(elsewhere.code, 2);
    EXPECT_TRUE(says(elsewhere.err, "-o: lab loops takes no such option"));
    EXPECT_EQ(report({"-o", ""}).code, 2);
}

TEST_F(LabReport, StandsInTheOverviewAndIsFoundByANearName) {
    EXPECT_TRUE(says(lab_program({"lab"}).out, "\n  report    all of it on one page"));
    EXPECT_TRUE(says(lab_program({"lab", "reprt"}).err, "did you mean report?"));
}

}  // namespace
}  // namespace tandem::test
