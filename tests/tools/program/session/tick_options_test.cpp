// SPDX-License-Identifier: MIT
// Numbers of ticks, from the beginning and from the end.
#include <tandem/tools/program/session/tick_options.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using replay::TickRange;

class TickOptions : public testing::Test {
protected:
    TickOptions() {
        replay::BufferOutput output;
        replay::Recorder recorder(output);
        sim::Timeline timeline(sim::erase<test::Counter>(), &recorder);
        EXPECT_TRUE(timeline.start(test::make_setup(timeline.simulation().info(), 2)));
        while (timeline.ticks_done() < 20) {
            EXPECT_TRUE(
                timeline.advance(test::bot_record(timeline.simulation(), timeline.ticks_done())));
        }
        EXPECT_TRUE(timeline.end(sim::EndReason::tick_limit));
        file_.emplace(*replay::Replay::parse(output.bytes()));
        replay::BufferOutput part;
        EXPECT_TRUE(replay::trim(
            *file_, {5, 20}, [] { return sim::erase<test::Counter>(); }, part));
        later_.emplace(*replay::Replay::parse(part.bytes()));
    }

    static Arguments given(const std::vector<std::pair<std::string, std::string>>& options) {
        Arguments arguments({from_option("a"), to_option("b"), at_option("c")});
        for (const auto& [name, value] : options) {
            arguments.give(name, value);
        }
        return arguments;
    }
    static void expect_range(const replay::Replay& file, const std::string& from,
                             const std::string& to, TickRange expected) {
        const auto range = tick_range(given({{"--from", from}, {"--to", to}}), file);
        ASSERT_TRUE(range) << range.error().text();
        EXPECT_EQ(range->from, expected.from);
        EXPECT_EQ(range->to, expected.to);
    }
    static std::string range_error(const replay::Replay& file, const std::string& from,
                                   const std::string& to) {
        const auto range = tick_range(given({{"--from", from}, {"--to", to}}), file);
        return range ? "" : range.error().text();
    }

    std::optional<replay::Replay> file_;   // ticks 0 to 19
    std::optional<replay::Replay> later_;  // ticks 5 to 19
};

TEST_F(TickOptions, CountFromTheBeginningAndFromTheEnd) {
    expect_range(*file_, "0", "20", {0, 20});
    expect_range(*file_, "3", "-1", {3, 19});
    expect_range(*file_, "-20", "-19", {0, 1});
    expect_range(*later_, "-15", "20", {5, 20});
    const auto all = tick_range(given({}), *later_);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->from, 5U);
    EXPECT_EQ(all->to, 20U);
}

TEST_F(TickOptions, OutsideOfTheFileAreRefusedWithWhatItHolds) {
    EXPECT_TRUE(
        test::says(range_error(*file_, "21", "21"), "--from 21: the file holds ticks 0 to 19"));
    EXPECT_TRUE(
        test::says(range_error(*later_, "4", "20"), "--from 4: the file holds ticks 5 to 19"));
    for (const char* from : {"-21", "-18446744073709551615", "-99999999999999999999"}) {
        EXPECT_TRUE(test::says(range_error(*file_, from, "20"), std::string("--from ") + from));
    }
    EXPECT_TRUE(test::says(range_error(*file_, "9", "8"), "--to 8: this lies before the start"));
    EXPECT_TRUE(test::says(range_error(*file_, "9", "9"), "--from 9: so there is no tick to take"));
    EXPECT_TRUE(test::says(range_error(*file_, "20", "20"), "there is no tick to take"));
    for (const char* word : {"", "-", "x", "1x", "1.5", "--1", "+1"}) {
        EXPECT_TRUE(test::says(range_error(*file_, word, "20"), "expected a whole number")) << word;
    }
}

TEST_F(TickOptions, OfAStateCountLikeAllOthers) {
    for (const auto& [text, ticks] :
         {std::pair("0", 0), {"20", 20}, {"-0", 20}, {"-1", 19}, {"-20", 0}}) {
        const auto at = ticks_at(given({{"--at", text}}), *file_);
        ASSERT_TRUE(at) << at.error().text();
        EXPECT_EQ(*at, static_cast<std::uint64_t>(ticks)) << text;
    }
    for (const char* text : {"21", "-21", "x"}) {
        EXPECT_FALSE(ticks_at(given({{"--at", text}}), *file_)) << text;
    }
    EXPECT_FALSE(ticks_at(given({{"--at", "4"}}), *later_));
    const auto end = ticks_at(given({}), *file_);
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, 20U);
}

}  // namespace
}  // namespace tandem::tools
