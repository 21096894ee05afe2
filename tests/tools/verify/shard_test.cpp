// SPDX-License-Identifier: MIT
// The variables of each scheduler, set by hand, and every way in which they can be wrong.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/verify/shard.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using Variables = std::map<std::string, std::string>;
using test::says;

sim::Result<Shard> shard_of(const Variables& variables, const std::string& text = "auto") {
    return parse_shard(text, [&](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

void expect_shard(const std::string& wanted, const Variables& variables,
                  const std::string& text = "auto") {
    const auto shard = shard_of(variables, text);
    ASSERT_TRUE(shard) << shard.error().text();
    EXPECT_EQ(shard_text(*shard), wanted);
}

void expect_refused(const std::vector<std::string>& words, const Variables& variables,
                    const std::string& text = "auto") {
    const auto shard = shard_of(variables, text);
    ASSERT_FALSE(shard);
    EXPECT_EQ(shard.error().code, sim::ErrorCode::usage);
    for (const std::string& word : words) {
        EXPECT_TRUE(says(shard.error().text(), word));
    }
}

TEST(Shards, ByHandCountFromOne) {
    expect_shard("1/1", {}, "1/1");
    expect_shard("3/8", {}, "3/8");
    for (const char* text : {"0/8", "9/8", "8", "/8", "3/", "a/8", "3/8x", "-1/8", "3/0", "",
                             "auto/0", "auto/x", "1/1000001"}) {
        SCOPED_TRACE(text);
        expect_refused({"expected I/N"}, {}, text);
    }
}

TEST(Shards, OfASlurmArrayBeginAnywhere) {
    const auto task = [](const char* id, const char* least, const char* count) {
        return Variables{{"SLURM_ARRAY_TASK_ID", id},
                         {"SLURM_ARRAY_TASK_MIN", least},
                         {"SLURM_ARRAY_TASK_COUNT", count}};
    };
    expect_shard("1/8", task("0", "0", "8"));
    expect_shard("8/8", task("8", "1", "8"));
    expect_shard("3/4", task("12", "10", "4"));
    Variables step = task("6", "2", "4");
    step["SLURM_ARRAY_TASK_STEP"] = "2";
    step["SLURM_ARRAY_TASK_MAX"] = "8";
    expect_shard("3/4", step);
    expect_shard("3/4", task("12", "10", "4"), "auto/4");
}

TEST(Shards, OfASlurmArrayWithGapsAreRefused) {
    Variables gaps{{"SLURM_ARRAY_TASK_ID", "7"},
                   {"SLURM_ARRAY_TASK_MIN", "1"},
                   {"SLURM_ARRAY_TASK_COUNT", "3"}};
    expect_refused({"SLURM_ARRAY_TASK_ID is 7", "has gaps"}, gaps);
    gaps["SLURM_ARRAY_TASK_ID"] = "3";
    gaps["SLURM_ARRAY_TASK_MAX"] = "7";
    expect_refused({"has gaps"}, gaps);
}

TEST(Shards, OfSrunAreItsRanks) {
    const Variables rank{{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "2"}, {"SLURM_NTASKS", "4"}};
    expect_shard("3/4", rank);
    // Each task of an array starts several.
    Variables in_array = rank;
    in_array["SLURM_ARRAY_TASK_ID"] = "2";
    in_array["SLURM_ARRAY_TASK_MIN"] = "1";
    in_array["SLURM_ARRAY_TASK_COUNT"] = "2";
    expect_shard("7/8", in_array);
    expect_refused({"SLURM_NTASKS is missing"}, {{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "2"}});
    expect_refused({"SLURM_PROCID is 4 and SLURM_NTASKS is 4"},
                   {{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "4"}, {"SLURM_NTASKS", "4"}});
}

// It has the variables of its first rank, but is one process.
TEST(Shards, OfASlurmBatchScriptKnowNoRanks) {
    expect_shard("2/2", {{"SLURM_ARRAY_TASK_ID", "2"},
                         {"SLURM_ARRAY_TASK_MIN", "1"},
                         {"SLURM_ARRAY_TASK_COUNT", "2"},
                         {"SLURM_PROCID", "0"},
                         {"SLURM_NTASKS", "4"}});
    expect_shard("1/1", {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}});
    expect_refused({"SLURM_NTASKS is 4", "SLURM_STEP_ID is missing", "srun"},
                   {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}});
}

TEST(Shards, OfKubernetesNeedTheirNumberFromSomewhere) {
    expect_shard("1/5", {{"JOB_COMPLETION_INDEX", "0"}, {"TANDEM_SHARDS", "5"}});
    expect_shard("5/5", {{"JOB_COMPLETION_INDEX", "4"}}, "auto/5");
    expect_refused({"TANDEM_SHARDS is missing", "auto/N"}, {{"JOB_COMPLETION_INDEX", "0"}});
    expect_refused({"JOB_COMPLETION_INDEX is 5"}, {{"JOB_COMPLETION_INDEX", "5"}}, "auto/5");
    expect_refused({"the scheduler has 5 shards, and auto/4 says otherwise"},
                   {{"JOB_COMPLETION_INDEX", "0"}, {"TANDEM_SHARDS", "5"}}, "auto/4");
}

TEST(Shards, OfBazelTouchItsFile) {
    const auto shard = shard_of({{"TEST_SHARD_INDEX", "2"},
                                 {"TEST_TOTAL_SHARDS", "3"},
                                 {"TEST_SHARD_STATUS_FILE", "/tmp/status"}});
    ASSERT_TRUE(shard);
    EXPECT_EQ(shard_text(*shard), "3/3");
    EXPECT_EQ(shard->status_file, "/tmp/status");
    expect_refused({"TEST_TOTAL_SHARDS is missing"}, {{"TEST_SHARD_INDEX", "2"}});
    expect_refused({"TEST_SHARD_INDEX is missing"}, {{"TEST_TOTAL_SHARDS", "2"}});
}

TEST(Shards, OfNobodyOrOfTwoSchedulersAreRefusedByName) {
    expect_refused(
        {"SLURM_ARRAY_TASK_ID", "SLURM_PROCID", "JOB_COMPLETION_INDEX", "TEST_SHARD_INDEX"}, {});
    expect_refused({"SLURM_PROCID", "TEST_SHARD_INDEX"}, {{"SLURM_PROCID", "0"},
                                                          {"SLURM_NTASKS", "2"},
                                                          {"TEST_SHARD_INDEX", "0"},
                                                          {"TEST_TOTAL_SHARDS", "2"}});
}

TEST(Shards, OfVariablesThatAreNoNumbersAreRefusedByName) {
    expect_refused({"TEST_TOTAL_SHARDS is \"many\""},
                   {{"TEST_SHARD_INDEX", "0"}, {"TEST_TOTAL_SHARDS", "many"}});
    expect_refused({"SLURM_NTASKS is \"\""}, {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", ""}});
    expect_refused({"TEST_SHARD_INDEX is 0 and TEST_TOTAL_SHARDS is 0"},
                   {{"TEST_SHARD_INDEX", "0"}, {"TEST_TOTAL_SHARDS", "0"}});
}

}  // namespace
}  // namespace tandem::tools

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
