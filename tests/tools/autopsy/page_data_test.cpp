// SPDX-License-Identifier: MIT
// The script is given what was computed, and nothing in it can end its element.
#include <tandem/tools/autopsy/sections.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tests/tools/autopsy/a_page.hpp>

namespace tandem::tools::autopsy {
namespace {

nlohmann::json data_of(const PageFacts& facts) {
    return nlohmann::json::parse(script_data(page_data(facts)));
}

TEST(PageData, NothingInItIsMarkup) {
    const std::string text = script_data({{"a", test::k_hostile}, {"b", "&amp;"}});
    EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(text)["a"], test::k_hostile);
}

TEST(PageData, HasEveryBucketAndEveryRun) {
    const PageFacts facts = test::hostile_facts();
    const nlohmann::json data = data_of(facts);
    EXPECT_EQ(data["span"], nlohmann::json::parse("[0,200]"));
    EXPECT_EQ(data["exact"], nlohmann::json::parse("[0,200]"));
    EXPECT_EQ(data["tick"], 120);
    EXPECT_EQ(data["healed"], 160);
    ASSERT_EQ(data["lanes"].size(), facts.inputs.lanes.size());
    for (std::size_t i = 0; i < facts.inputs.lanes.size(); ++i) {
        const LaneSide& side = facts.inputs.lanes[i].sides[0];
        const nlohmann::json& lane = data["lanes"][i];
        ASSERT_EQ(lane["sides"][0]["runs"].size(), side.runs.size());
        for (std::size_t run = 0; run < side.runs.size(); ++run) {
            const nlohmann::json& told = lane["sides"][0]["runs"][run];
            EXPECT_EQ(told[0], side.runs[run].first_tick);
            ASSERT_EQ(told.size(), side.runs[run].is_present ? 3U : 1U);
            if (side.runs[run].is_present) {
                EXPECT_EQ(data["texts"][told[1].get<std::size_t>()], side.runs[run].text);
            }
        }
        ASSERT_EQ(lane["sides"][0]["present"].size(), side.buckets.size());
        for (std::size_t bucket = 0; bucket < side.buckets.size(); ++bucket) {
            EXPECT_EQ(lane["sides"][0]["present"][bucket], side.buckets[bucket].present);
            EXPECT_EQ(lane["sides"][0]["changes"][bucket], side.buckets[bucket].changes);
        }
    }
}

TEST(PageData, ASideThatIsAsTheFirstIsNotRepeated) {
    const nlohmann::json data = data_of(test::hostile_facts());
    EXPECT_TRUE(data["lanes"][0]["sides"][1].is_null());
    EXPECT_FALSE(data["lanes"][7]["sides"][1].is_null());
    EXPECT_EQ(data["lanes"][7]["differ"], nlohmann::json::parse("[[120,1]]"));
}

TEST(PageData, TheHistoryPartsAtTheTickAndNotAtTheBucket) {
    PageFacts facts = test::hostile_facts();
    facts.buckets = TickBuckets({0, 200}, 3);
    facts.chain = chain_lane_of(facts.buckets, 120, true);
    EXPECT_EQ(data_of(facts)["chain"],
              nlohmann::json::parse(R"([[0,120,"equal"],[120,200,"differ"]])"));
}

}  // namespace
}  // namespace tandem::tools::autopsy
