// SPDX-License-Identifier: MIT
// How a browser is called.
#include <tandem/tools/lab/browser/measure.hpp>

#include <algorithm>

#include <gtest/gtest.h>

namespace tandem::tools::lab::browser {
namespace {

std::vector<std::string> command_where(const std::string& variable, bool is_root) {
    return chromium_command(
        "chromium", "/p", "/f/start.html",
        [&](const std::string& name) {
            return name == variable ? std::optional<std::string>(":0") : std::nullopt;
        },
        is_root);
}
bool has(const std::vector<std::string>& command, const std::string& word) {
    return std::find(command.begin(), command.end(), word) != command.end();
}

TEST(ChromiumCommand, BeginsWithTheProgramAndEndsWithThePage) {
    const auto command = command_where("", false);
    EXPECT_EQ(command.front(), "chromium");
    EXPECT_EQ(command.back(), "/f/start.html");
    EXPECT_TRUE(has(command, "--user-data-dir=/p"));
}

TEST(ChromiumCommand, HasAWindowWhereThereIsADisplay) {
    EXPECT_TRUE(has(command_where("", false), "--headless=new"));
    EXPECT_FALSE(has(command_where("DISPLAY", false), "--headless=new"));
    EXPECT_FALSE(has(command_where("WAYLAND_DISPLAY", false), "--headless=new"));
}

TEST(ChromiumCommand, KeepsItsSandboxUnlessRootCallsIt) {
    EXPECT_FALSE(has(command_where("", false), "--no-sandbox"));
    EXPECT_TRUE(has(command_where("", true), "--no-sandbox"));
}

// Whatever a browser does by itself to a hidden page is what is measured.
TEST(ChromiumCommand, TurnsNoThrottleOff) {
    for (const std::string& word : command_where("", true)) {
        EXPECT_EQ(word.find("throttling"), std::string::npos) << word;
        EXPECT_EQ(word.find("backgrounding"), std::string::npos) << word;
    }
}

TEST(Chromium, AProgramThatIsNotThereIsOneSentence) {
    const auto started = start_chromium("/no/such/browser", "/p", "/f/start.html");
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().text(), "/no/such/browser: there is no such program");
}

}  // namespace
}  // namespace tandem::tools::lab::browser
