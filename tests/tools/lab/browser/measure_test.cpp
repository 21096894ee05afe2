// SPDX-License-Identifier: MIT
// Browsers that answer, end, hang and lie: shell scripts that are given a browser's options.
#include <tandem/tools/lab/browser/measure.hpp>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include <tandem/tools/system/environment.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/lab/browser/sent_figures.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::browser;
using std::chrono::milliseconds;

// `post ORIGIN NAME BODY [LENGTH]` sends, and prints the first line of the answer into the file
// "said". What is refused by its length need not be sent.
constexpr const char* k_script_head = R"sh(#!/bin/bash
for page; do :; done
address=$(sed 's/.*location.replace("\([^"]*\)").*/\1/' "$page")
port=${address#http://127.0.0.1:}; port=${port%%/*}
token=${address#*report=}; token=${token%%&*}
own=http://127.0.0.1:$port
post() {
    exec 3<>/dev/tcp/127.0.0.1/$port
    printf 'POST /%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nOrigin: %s\r\nContent-Length: %s\r\n\r\n%s' \
        "$2" "$port" "$1" "${4-${#3}}" "$3" >&3
    IFS= read -r said <&3
    echo "$said" >> "${BASH_SOURCE%/*}/said"
}
)sh";

class MeasuredInABrowser : public InFolder {
protected:
    MeasuredInABrowser() : before_(tools::own_environment()("TMPDIR")) {
        std::filesystem::create_directory(path("temporary"));
        ::setenv("TMPDIR", path("temporary").c_str(), 1);
    }
    ~MeasuredInABrowser() override {
        if (before_) {
            ::setenv("TMPDIR", before_->c_str(), 1);
        } else {
            ::unsetenv("TMPDIR");
        }
    }

    sim::Result<BrowserFigures> with(const std::string& script,
                                     milliseconds patience = std::chrono::seconds(60)) {
        const std::string program = write("browser", k_script_head + script);
        ::chmod(program.c_str(), S_IRWXU);
        MeasureOrder order{.program = program};
        order.patience = patience;
        std::ostringstream out;
        std::ostringstream err;
        tools::Console console(out, err, "tandem");
        return measure({{"lab.html", "page"}}, order, console);
    }
    std::string error_with(const std::string& script,
                           milliseconds patience = std::chrono::seconds(60)) {
        const auto figures = with(script, patience);
        return figures ? "none" : figures.error().text();
    }
    bool left_nothing() const { return std::filesystem::is_empty(path("temporary")); }
    std::string sent() const { return write("sent", k_sent_all); }

private:
    std::optional<std::string> before_;
};

TEST_F(MeasuredInABrowser, ItsFiguresAreRead) {
    const auto figures = with("body=$(cat '" + sent() +
                              "'; echo x); post $own figures-$token \"${body%x}\"; sleep 60");
    ASSERT_TRUE(figures) << figures.error().text();
    EXPECT_EQ(figures->agent, "A browser/1");
    EXPECT_TRUE(left_nothing());
}

TEST_F(MeasuredInABrowser, OneThatEndsIsOneSentence) {
    EXPECT_EQ(error_with("exit 0"), "the browser ended before it had sent its figures");
    EXPECT_TRUE(says(error_with("echo 'cannot open display'; exit 1"),
                     "failed with exit code 1; it says: cannot open display"));
    EXPECT_TRUE(left_nothing());
}

TEST_F(MeasuredInABrowser, OneThatNeverAnswersIsEndedWithWhatItStarted) {
    // Until the machine had the time to start its child within its patience.
    std::string child;
    for (milliseconds patience(1'000); child.empty() && patience <= milliseconds(64'000);
         patience *= 4) {
        const std::string error =
            error_with("sleep 600 & echo $! > '" + path("child") + "'; wait", patience);
        ASSERT_TRUE(says(
            error, "no figures came within " + std::to_string(patience.count() / 1'000) + " s; "));
        EXPECT_TRUE(left_nothing());
        child = std::filesystem::exists(path("child")) ? content_of(path("child")) : "";
    }
    ASSERT_TRUE(child.ends_with('\n'));
    // A process that has ended may still be waited for by whoever inherits it.
    const std::string state = "/proc/" + child.substr(0, child.find('\n')) + "/cmdline";
    EXPECT_TRUE(!std::filesystem::exists(state) || content_of(state).empty());
}

TEST_F(MeasuredInABrowser, APageThatFailsIsToldInItsWords) {
    EXPECT_EQ(error_with("post $own failure-$token $'no worker\\x1b[2J'; sleep 60"),
              "the page could not measure: no worker\\x1b[2J");
}

TEST_F(MeasuredInABrowser, WhatIsNoFiguresIsBadData) {
    const auto figures = with("post $own figures-$token nonsense; sleep 60");
    ASSERT_FALSE(figures);
    EXPECT_EQ(figures.error().code, sim::ErrorCode::bad_data);
}

TEST_F(MeasuredInABrowser, OtherPagesNamesAndSizesAreRefused) {
    const std::string error = error_with(R"sh(
post http://elsewhere.example figures-$token x
post $own figures-00000000000000000000000000000000 x
post $own lab.html x
post $own figures-$token "" 70000
)sh");
    EXPECT_TRUE(says(error, "ended before it had sent its figures"));
    const std::string said = content_of(path("said"));
    EXPECT_TRUE(says(said, "403 Forbidden"));
    EXPECT_TRUE(says(said, "404 Not Found"));
    EXPECT_TRUE(says(said, "413 Content Too Large"));
    EXPECT_FALSE(says(said, "204"));
}

// What a program was called with is everybody's to read on a machine, and a folder of mode 0700 is
// not.
TEST_F(MeasuredInABrowser, TheTokenStandsInAFolderOfThisUserAlone) {
    const std::string error = error_with(R"sh(
echo "$@" > "${BASH_SOURCE%/*}/called"
echo "$token" > "${BASH_SOURCE%/*}/token"
stat -c %a "${page%/*}" > "${BASH_SOURCE%/*}/mode"
)sh");
    EXPECT_TRUE(says(error, "ended before it had sent its figures"));
    const std::string token = content_of(path("token"));
    ASSERT_EQ(token.size(), 33U) << token;
    EXPECT_TRUE(says(content_of(path("called")), "/start.html"));
    EXPECT_FALSE(says(content_of(path("called")), token.substr(0, 32)));
    EXPECT_EQ(content_of(path("mode")), "700\n");
}

// Where no TMPDIR is meant it must not be the folder that the person is in.
TEST_F(MeasuredInABrowser, ItsPageHasAWholePathWhateverTmpdirSays) {
    const std::string here = std::filesystem::current_path().string();
    const std::string script = "echo \"$page\" > \"${BASH_SOURCE%/*}/page\"";
    const std::pair<std::string, std::string> cases[] = {{"", "/tmp/"}, {".", here + "/"}};
    for (const auto& [folder, begins] : cases) {
        ::setenv("TMPDIR", folder.c_str(), 1);
        EXPECT_TRUE(says(error_with(script), "ended before it had sent its figures"));
        EXPECT_TRUE(content_of(path("page")).starts_with(begins)) << content_of(path("page"));
    }
}

TEST_F(MeasuredInABrowser, WithoutAFolderForItsPageIsOneSentenceThatNamesTmpdir) {
    for (const std::string& folder : {path("none"), write("file", "")}) {
        ::setenv("TMPDIR", folder.c_str(), 1);
        EXPECT_TRUE(
            says(error_with("exit 0"), folder + ": no folder for the page can be made here: "));
        EXPECT_TRUE(says(error_with("exit 0"), "; let TMPDIR name a folder that can be written"));
    }
}

TEST(PatienceOfABrowser, GrowsWithWhatIsMeasured) {
    MeasureOrder order;
    const auto usual = patience_of(order);
    order.window *= 2;
    EXPECT_GT(patience_of(order), usual);
    order.patience = milliseconds(5);
    EXPECT_EQ(patience_of(order), milliseconds(5));
}

}  // namespace
}  // namespace tandem::test
