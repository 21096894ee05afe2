// SPDX-License-Identifier: MIT
// What the command line may ask of a match.
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/tools/lab/match/request.hpp>
#include <tandem/tools/lab/verb/lab.hpp>
#include <tandem/tools/program/cli/help.hpp>
#include <tandem/tools/view/progress.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
using Given = std::vector<std::pair<const char*, const char*>>;

sim::Result<MatchRequest> request_of(const Given& given) {
    tools::Arguments arguments(tools::lab_verb().options);
    for (const auto& [option, value] : given) {
        arguments.give(option, value);
    }
    return make_match_request(arguments);
}

std::string refusal_of(const Given& given) {
    const auto request = request_of(given);
    EXPECT_FALSE(request);
    if (request) {
        return "";
    }
    EXPECT_EQ(request.error().code, sim::ErrorCode::usage);
    return request.error().text();
}

TEST(MatchRequest, DefaultsAreEveryArmFiveTimesWithinNinetySeconds) {
    const auto request = request_of({});
    ASSERT_TRUE(request);
    EXPECT_EQ(request->arms.size(), arms().size());
    EXPECT_EQ(request->repeats, 5U);
    EXPECT_EQ(request->fast_cost_ns, 10'000'000U);
    EXPECT_EQ(request->slow_cost_ns, 100'000'000U);
    std::uint32_t seconds = 0;
    for (const Arm* arm : request->arms) {
        seconds += request->seconds_of(*arm);
    }
    EXPECT_LE(seconds, 70U);  // and the rest for starting and ending
}

// Words only, however the lines are broken.
std::string words_of(const std::string& text) {
    std::string words;
    for (const char letter : text) {
        const bool is_blank = letter == ' ' || letter == '\n';
        if (!is_blank || !words.ends_with(' ')) {
            words += is_blank ? ' ' : letter;
        }
    }
    return words;
}

// The page has it in words that somebody wrote.
TEST(MatchRequest, HelpAndThePageSayHowLongAMatchTakesByDefault) {
    const auto request = request_of({});
    ASSERT_TRUE(request);
    const std::string time = tools::duration_text(request->seconds_in_all());
    const std::string help = tools::verb_help({.games = {"duel", "swarm"}}, tools::lab_verb());
    EXPECT_TRUE(says(words_of(help), "take about " + time));
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/tools/CLI.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(says(words_of(page), "how long it will take: all of it about " + time + "."));
    EXPECT_LE(request->seconds_in_all(), 90U);
}

TEST(MatchRequest, TakesWhatIsGiven) {
    const auto request = request_of({{"--arm", "V-same,F-int"},
                                     {"--arm", "V-fair"},
                                     {"--seconds", "3"},
                                     {"--repeats", "2"},
                                     {"--machine", "0:200,1:19"},
                                     {"--output", "folder"},
                                     {"--force", "true"}});
    ASSERT_TRUE(request);
    ASSERT_EQ(request->arms.size(), 3U);
    EXPECT_EQ(request->arms[0]->name, "V-fair");
    EXPECT_EQ(request->seconds_of(*request->arms[0]), 3U);
    EXPECT_EQ(request->repeats, 2U);
    // The fast one comes first whatever the order.
    EXPECT_EQ(request->fast_cost_ns, 20'000'000U);
    EXPECT_EQ(request->slow_cost_ns, 200'000'000U);
    EXPECT_EQ(request->folder, "folder");
    EXPECT_TRUE(request->force);
}

TEST(MatchRequest, EveryRefusalNamesItsOption) {
    for (const char* seconds : {"1", "0", "3601", "-2", "2.5", "", "x"}) {
        EXPECT_EQ(refusal_of({{"--seconds", seconds}}).rfind("--seconds", 0), 0U);
    }
    EXPECT_EQ(refusal_of({{"--arm", "V"}}).rfind("--arm", 0), 0U);
    for (const char* machines : {"normal", "normal,slow,fast", "fast,slow", "normal,1:1000"}) {
        EXPECT_EQ(refusal_of({{"--machine", machines}}).rfind("--machine", 0), 0U) << machines;
    }
    EXPECT_NE(refusal_of({{"--machine", "none,slow"}}), "");
}

}  // namespace
}  // namespace tandem::test
