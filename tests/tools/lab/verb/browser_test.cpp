// SPDX-License-Identifier: MIT
// lab browser, inside of the test: what it refuses before it starts anything.
#include <tandem/tools/lab/browser/page.hpp>
#include <tests/tools/lab/lab_program.hpp>

namespace tandem::test {
namespace {

Said browser(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"lab", "browser"});
    return lab_program(std::move(arguments));
}

TEST(LabBrowser, RunsMdnsLoopsAlone) {
    const Said said = browser({"--loop", "M1,L1"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "a browser runs MDN's loops, M0a to M5, found L1"));
    EXPECT_TRUE(says(browser({"--loop", "X9"}).err, "found 'X9'"));
}

TEST(LabBrowser, DecidesTheClaimsThatABrowserCan) {
    EXPECT_TRUE(says(browser({"--claim", "C14"}).err, "no browser decides 'C14'"));
    EXPECT_TRUE(says(browser({"--article", "mdn"}).err, "lab browser takes no such option"));
}

TEST(LabBrowser, RefusesRunsThatItsPageWouldCutShort) {
    const Said said = browser({"--seconds", "61"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "--seconds: a run in a browser lasts at most 60 seconds, found 61"));
    EXPECT_FALSE(
        says(browser({"--seconds", "60", "--browser", "/no/such/browser"}).err, "at most"));
}

TEST(LabBrowser, RefusesWhatItWouldIgnore) {
    EXPECT_EQ(browser({"--machine", "slow"}).code, 2);
    EXPECT_EQ(browser({"--repaired"}).code, 2);
    EXPECT_EQ(lab_program({"lab", "loops", "--browser", "x"}).code, 2);
}

TEST(LabBrowser, ABrowserThatIsNotThereOrAPageThatIsNotIsOneSentence) {
    const Said said = browser({"--browser", "/no/such/browser"});
    const bool has_page = !tools::lab::browser::page_files().empty();
    EXPECT_EQ(said.code, has_page ? 5 : 2);
    EXPECT_TRUE(says(said.err, has_page ? "/no/such/browser: there is no such program"
                                        : "this build carries no page"));
}

}  // namespace
}  // namespace tandem::test
