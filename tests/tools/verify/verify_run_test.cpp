// SPDX-License-Identifier: MIT
// The verb verify with everything that many machines need, inside of the test.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

// A variable for as long as it lives.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) {
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() { ::unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
};

class VerifyRun : public InFolder {
protected:
    static constexpr int k_files = 9;

    VerifyRun() {
        for (const char* name : {"SLURM_PROCID", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX",
                                 "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"}) {
            ::unsetenv(name);
        }
        std::filesystem::create_directory(path("in"));
        for (int i = 1; i <= k_files; ++i) {
            record(i, {});
        }
    }
    void record(int number, const std::vector<std::string>& more) {
        expect<Counter>(
            0, joined({"record", "--ticks", std::to_string(number * 10), "-o", recording(number)},
                      more));
    }
    std::string recording(int number) const {
        return path("in/" + std::to_string(number) + ".tandem");
    }
    Said verify(std::vector<std::string> more) const {
        more.insert(more.begin(), {"verify", path("in")});
        return program<Counter>(more);
    }
    Said shard(int index, int count) const {
        return verify({"--shard", std::to_string(index) + "/" + std::to_string(count), "--report",
                       path("r" + std::to_string(index))});
    }
    static std::string content(const std::string& file) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }
};

TEST_F(VerifyRun, InAnyNumberOfShardsMergesIntoTheSameBytes) {
    EXPECT_EQ(verify({"--report", path("all")}).code, 0);
    expect<Counter>(0, {"merge", path("all"), "-o", path("one")});
    for (int i = 1; i <= 3; ++i) {
        EXPECT_EQ(shard(i, 3).code, 0);
    }
    const Said merged =
        expect<Counter>(0, {"merge", path("r3"), path("r1"), path("r2"), "-o", path("three")});
    EXPECT_TRUE(says(merged.out, "9 of 9 files complete and the same, 0 different, 450 ticks"));
    EXPECT_EQ(content(path("three")), content(path("one")));
    EXPECT_GT(content(path("one")).size(), 1000U);
}

TEST_F(VerifyRun, FollowsAPlanThatWasPrintedBefore) {
    const Said split = verify({"--split", "3", "--json"});
    ASSERT_EQ(split.code, 0);
    EXPECT_EQ(std::count(split.out.begin(), split.out.end(), '\n'), k_files);
    const std::string plan = write("plan.jsonl", split.out);
    for (const char* of : {"1/3", "2/3", "3/3"}) {
        const std::string name = path("plan-") + of[0];
        expect<Counter>(0, {"verify", "--plan", plan, "--shard", of, "--report", name});
        EXPECT_EQ(shard(of[0] - '0', 3).code, 0);
        EXPECT_EQ(content(name), content(path("r") + of[0])) << "it is the plan of the shards too";
    }
}

TEST_F(VerifyRun, GoesOnWithTheReportOfAKilledShard) {
    ASSERT_EQ(verify({"--report", path("whole")}).code, 0);
    const std::string whole = content(path("whole"));
    for (std::size_t cut = whole.find('\n') + 1; cut < whole.size(); cut += 97) {
        SCOPED_TRACE(cut);
        const std::string file = write("killed", whole.substr(0, cut));
        ASSERT_EQ(verify({"--report", file}).code, 0);
        expect<Counter>(0, {"merge", file, "-o", path("again"), "--force"});
        expect<Counter>(0, {"merge", path("whole"), "-o", path("once"), "--force"});
        ASSERT_EQ(content(path("again")), content(path("once")));
    }
    const Said again = verify({"--report", path("whole")});
    EXPECT_EQ(again.code, 0);
    EXPECT_TRUE(says(again.err, "9 files of 9 stand in "));
    EXPECT_EQ(content(path("whole")), whole);
}

TEST_F(VerifyRun, KeepsADivergenceOfTheReportItGoesOnWith) {
    record(4, {"--plant", "5:ticks", "--force"});
    EXPECT_EQ(verify({"--report", path("r")}).code, 1);
    EXPECT_EQ(verify({"--report", path("r")}).code, 1);
    expect<Counter>(1, {"merge", path("r")});
}

TEST_F(VerifyRun, MergesWithAMissingShardToAThree) {
    EXPECT_EQ(shard(1, 2).code, 0);
    const Said merged = expect<Counter>(3, {"merge", path("r1")});
    EXPECT_TRUE(says(merged.err, "shard 2/2 is missing"));
    EXPECT_EQ(shard(2, 2).code, 0);
    expect<Counter>(3, {"merge", path("r1"), path("r2"), path("r1")});
    expect<Counter>(0, {"merge", path("r1"), path("r2")});
}

TEST_F(VerifyRun, SimulatesInASecondNightOnlyWhatChanged) {
    const std::vector<std::string> night{"--json", "--cache", path("cache/")};
    const Said first = verify(night);
    EXPECT_EQ(first.code, 0) << first.err;
    EXPECT_TRUE(says(first.err, "0 verdicts from "));
    const Said second = verify(night);
    EXPECT_TRUE(says(second.err, "9 verdicts from "));
    EXPECT_EQ(second.out, first.out) << "a verdict is told alike, wherever it comes from";
    record(3, {"--seed", "7", "--force"});
    EXPECT_TRUE(says(verify(night).err, "8 verdicts from "));
    EXPECT_TRUE(says(verify(night).err, "9 verdicts from "));
    // Other checks are other verdicts.
    EXPECT_TRUE(says(verify({"--cache", path("cache/"), "--seek-storm", "2"}).err, "0 verdicts"));
    record(4, {"--plant", "5:ticks", "--force"});
    EXPECT_EQ(verify(night).code, 1);
    EXPECT_EQ(verify(night).code, 1) << "a divergence is never kept";
}

TEST_F(VerifyRun, WritesAJunitReportButNeverOverARecording) {
    EXPECT_EQ(verify({"--junit", path("j.xml")}).code, 0);
    EXPECT_TRUE(says(content(path("j.xml")), "<testsuites tests=\"9\" failures=\"0\""));
    EXPECT_EQ(verify({"--junit", path("j.xml")}).code, 5);
    EXPECT_EQ(verify({"--junit", path("j.xml"), "--force"}).code, 0);
    EXPECT_EQ(verify({"--junit", recording(1), "--force"}).code, 2);
    EXPECT_EQ(verify({}).code, 0) << "the recording is untouched";
}

TEST_F(VerifyRun, TellsGitBisectWhatItUnderstands) {
    EXPECT_EQ(verify({"--bisect"}).code, 0);
    const auto one = [&](const std::string& file) {
        return program<Counter>({"verify", file, "--bisect"}).code;
    };
    EXPECT_EQ(one(path("absent")), 125);
    EXPECT_EQ(one(write("foreign.tandem", "hello")), 125);
    EXPECT_EQ(program<Leaky>({"verify", recording(1), "--bisect"}).code, 125) << "another game";
    expect<Counter>(125, {"verify", "--bisect"});
    // Cut before its first tick.
    std::filesystem::copy_file(recording(9), path("empty.tandem"));
    std::filesystem::resize_file(path("empty.tandem"),
                                 std::filesystem::file_size(path("empty.tandem")) / 2);
    EXPECT_TRUE(
        says(program<Counter>({"verify", path("empty.tandem")}).out, "nothing was compared"));
    EXPECT_EQ(one(path("empty.tandem")), 125);
    // A cut recording that agrees as far as it goes is no mark against a build.
    recorded<Counter>("cut.tandem", {"--ticks", "300"});
    std::filesystem::resize_file(path("cut.tandem"),
                                 std::filesystem::file_size(path("cut.tandem")) - 9);
    expect<Counter>(3, {"verify", path("cut.tandem")});
    EXPECT_EQ(one(path("cut.tandem")), 0);
    record(4, {"--plant", "5:ticks", "--force"});
    EXPECT_EQ(verify({"--bisect"}).code, 1);
    expect<Counter>(1, {"verify", path("absent"), recording(4), "--bisect"});
}

TEST_F(VerifyRun, RefusesOptionsThatContradictEachOther) {
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--split", "2", "--shard", "1/2"},
          {"--plan", path("plan"), "--shard", "1/2"},
          {"--bisect", "--shard", "1/2"},
          {"--shard", "3/2"},
          {"--shard", "auto"}}) {
        const Said said = verify(more);
        EXPECT_EQ(said.code, more.front() == "--bisect" ? 125 : 2) << more.front();
        EXPECT_NE(said.err, "");
    }
    expect<Counter>(2, {"verify"});
    expect<Counter>(2, {"verify", "--plan", path("plan")});
}

TEST_F(VerifyRun, TakesItsShardFromKubernetes) {
    const Variable count("TANDEM_SHARDS", "3");
    for (const char* index : {"0", "1", "2"}) {
        const Variable variable("JOB_COMPLETION_INDEX", index);
        EXPECT_EQ(verify({"--shard", "auto", "--report", path("k") + index}).code, 0);
    }
    expect<Counter>(0, {"merge", path("k2"), path("k0"), path("k1")});
}

TEST_F(VerifyRun, TakesItsShardFromBazelAndTouchesItsFile) {
    const Variable count("TEST_TOTAL_SHARDS", "2");
    const Variable index("TEST_SHARD_INDEX", "1");
    const Variable status("TEST_SHARD_STATUS_FILE", path("status"));
    const Said said = verify({"--shard", "auto"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(says(said.err, "shard 2/2: "));
    EXPECT_TRUE(std::filesystem::exists(path("status")));
}

TEST_F(VerifyRun, TakesItsShardFromSlurm) {
    const Variable least("SLURM_ARRAY_TASK_MIN", "1");
    const Variable count("SLURM_ARRAY_TASK_COUNT", "2");
    for (const char* id : {"1", "2"}) {
        const Variable variable("SLURM_ARRAY_TASK_ID", id);
        EXPECT_EQ(verify({"--shard", "auto", "--report", path("s") + id}).code, 0);
    }
    expect<Counter>(0, {"merge", path("s2"), path("s1")});
}

TEST_F(VerifyRun, WritesNoJUnitReportOverWhatItReads) {
    const Said split = verify({"--split", "1", "--json"});
    const std::string plan = write("plan.jsonl", split.out);
    const std::string in = path("in");
    for (const auto& [option, more] :
         {std::pair<std::string, std::vector<std::string>>{"--plan", {"--shard", "1/1"}},
          {"--report", {in}},
          {"--cache", {in}}}) {
        const Said said =
            expect<Counter>(2, joined({"verify", "--force", "--junit", plan, option, plan}, more));
        EXPECT_TRUE(says(said.err, "is the file of " + option));
    }
    std::ifstream kept(plan);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), split.out);
}

TEST_F(VerifyRun, EndsWhereItsReportCannotBeWritten) {
    const Said said = verify({"--report", path("absent/r")});
    EXPECT_EQ(said.code, 5);
    EXPECT_EQ(said.out, "");
}

}  // namespace
}  // namespace tandem::test
