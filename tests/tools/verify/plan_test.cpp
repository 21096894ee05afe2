// SPDX-License-Identifier: MIT
// Plans give every file to one shard, and all shards about as much to do.
#include <tandem/tools/verify/plan.hpp>

#include <algorithm>

#include <tandem/sim/math/random.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::make_plan;
using tools::Plan;
using tools::PlannedFile;

using Plans = InFolder;

TEST_F(Plans, GiveTheLongestFileFirstToWhoHasTheLeast) {
    const Plan plan = make_plan({{"a", 10}, {"b", 70}, {"c", 50}, {"d", 10}, {"e", 30}}, 2);
    EXPECT_EQ(plan.files_of(1), (std::vector<std::string>{"a", "b", "d"}));
    EXPECT_EQ(plan.files_of(2), (std::vector<std::string>{"c", "e"}));
    EXPECT_EQ(plan.ticks_of(1), 90U);
    EXPECT_EQ(plan.ticks_of(2), 80U);
}

TEST_F(Plans, SpreadFilesWithoutTicksToo) {
    const Plan plan = make_plan({{"a"}, {"b"}, {"c"}, {"d"}}, 4);
    for (std::uint32_t shard = 1; shard <= 4; ++shard) {
        EXPECT_EQ(plan.files_of(shard).size(), 1U);
    }
}

// What greedy promises: no shard has more than the mean and one longest file.
TEST_F(Plans, AreBalancedAndAlwaysTheSame) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        std::vector<PlannedFile> files;
        std::uint64_t sum = 0;
        std::uint64_t longest = 0;
        const auto count = random.between(1U, 300U);
        const auto shards = random.between(1U, 20U);
        for (std::uint32_t i = 0; i < count; ++i) {
            files.push_back({std::to_string(i), random.below(100'000U), 1});
            sum += files.back().ticks;
            longest = std::max(longest, files.back().ticks);
        }
        const Plan plan = make_plan(files, shards);
        std::size_t planned = 0;
        for (std::uint32_t shard = 1; shard <= shards; ++shard) {
            EXPECT_LE(plan.ticks_of(shard), sum / shards + longest);
            planned += plan.files_of(shard).size();
        }
        EXPECT_EQ(planned, files.size());
        const Plan again = make_plan(files, shards);
        for (std::size_t i = 0; i < files.size(); ++i) {
            EXPECT_EQ(plan.files[i].shard, again.files[i].shard);
        }
    }
}

TEST_F(Plans, ReadTheTicksOfEachFile) {
    recorded<Counter>("a.tandem", {"--ticks", "50"});
    const auto files = tools::read_ticks({path("a.tandem"), path("absent")}, {});
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].ticks, 50U);
    EXPECT_EQ(files[1].ticks, 0U);
}

TEST_F(Plans, ComeBackAsTheyWerePrinted) {
    const Plan plan = make_plan({{"a", 10}, {"b\n\"", 70}, {"c", 50}}, 2);
    std::string text;
    for (const PlannedFile& file : plan.files) {
        text += tools::json_line(tools::plan_facts(plan, file)) + "\n";
    }
    const auto read = tools::read_plan(write("plan.jsonl", text));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->shards, 2U);
    EXPECT_EQ(read->files_of(1), plan.files_of(1));
    EXPECT_EQ(read->files_of(2), plan.files_of(2));
    EXPECT_EQ(read->list_digest(), plan.list_digest());
}

TEST_F(Plans, ThatAreNoneAreRefusedWithTheirLine) {
    const std::string good = R"({"shard":1,"shards":2,"ticks":5,"file":"a"})";
    for (const auto& [content, words] :
         {std::pair<std::string, std::string>{"", "line 1: is missing"},
          {"hello\n", "line 1: is no file of a plan"},
          {good + "\n" + R"({"shard":3,"shards":2,"ticks":5,"file":"b"})" + "\n", "line 2: "},
          {good + "\n" + R"({"shard":1,"shards":3,"ticks":5,"file":"b"})" + "\n", "line 2: "},
          {good + "\n" + good + "\n", "line 2: names a file that an earlier line has"}}) {
        const auto read = tools::read_plan(write("plan.jsonl", content));
        ASSERT_FALSE(read) << content;
        EXPECT_EQ(read.error().code, sim::ErrorCode::bad_data);
        EXPECT_TRUE(says(read.error().text(), words));
    }
}

}  // namespace
}  // namespace tandem::test
