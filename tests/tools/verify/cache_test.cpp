// SPDX-License-Identifier: MIT
// A wrong hit is worse than a miss: every part of a key must matter, and damage must not.
#include <tandem/tools/verify/cache.hpp>

#include <filesystem>
#include <fstream>

#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::Outcome;
using tools::ProgramIdentity;
using tools::VerdictCache;

sim::Digest digest_of(int number) {
    sim::Digest digest;
    digest.bytes[3] = static_cast<std::byte>(number);
    return digest;
}

Outcome same(int number = 1) {
    Outcome outcome;
    outcome.path = "a";
    outcome.game = "duel";
    outcome.digest = digest_of(number);
    outcome.seek_seed = 5;
    outcome.report = replay::VerifyReport{};
    outcome.report->verdict = replay::VerifyVerdict::same;
    outcome.report->ticks_checked = 11;
    outcome.report->ticks_recorded = 11;
    outcome.report->chains_checked = 12;
    outcome.report->states_checked = 13;
    outcome.report->restores_checked = 14;
    outcome.report->seeks_checked = 15;
    outcome.report->chain.value = 0x0123456789abcdef;
    outcome.report->message = "11 ticks, \"all\" the same";
    return outcome;
}

const ProgramIdentity k_program{digest_of(100), digest_of(101)};

// A file and a folder do the same.
class VerdictCaches : public InFolder, public testing::WithParamInterface<const char*> {
protected:
    std::string place() const { return path(GetParam()); }
    sim::Result<VerdictCache> open(const ProgramIdentity& program = k_program,
                                   const std::string& checks = "segments") const {
        return VerdictCache::open(place(), program, checks);
    }
    void keep(const Outcome& outcome) const {
        auto cache = open();
        ASSERT_TRUE(cache) << cache.error().text();
        EXPECT_TRUE(cache->keep(outcome));
    }
    bool has(int number) const {
        auto cache = open();
        EXPECT_TRUE(cache);
        return cache && cache->find(digest_of(number));
    }
    static std::string first_line(const std::string& file) {
        std::string line;
        std::ifstream stream(file);
        std::getline(stream, line);
        return line;
    }
    static std::string last_line(const std::string& file) {
        std::string last;
        std::ifstream stream(file);
        for (std::string line; std::getline(stream, line);) {
            last = line + "\n";
        }
        return last;
    }
    // The only file that holds entries.
    std::string entry_file() const {
        if (!std::filesystem::is_directory(place())) {
            return place();
        }
        return std::filesystem::directory_iterator(place())->path().string();
    }
};

TEST_P(VerdictCaches, GiveBackTheWholeOutcome) {
    keep(same());
    auto cache = open();
    ASSERT_TRUE(cache);
    auto found = cache->find(digest_of(1));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_cached);
    found->path = "a";
    EXPECT_EQ(tools::json_line(tools::facts_of(*found)), tools::json_line(tools::facts_of(same())));
    EXPECT_EQ(found->digest, same().digest);
    EXPECT_FALSE(cache->find(digest_of(2)));
}

TEST_P(VerdictCaches, MissForAnotherProgramProcessorOrCheck) {
    keep(same());
    EXPECT_TRUE(open()->find(digest_of(1)));
    EXPECT_FALSE(open({digest_of(99), k_program.machine})->find(digest_of(1)));
    EXPECT_FALSE(open({k_program.code, digest_of(99)})->find(digest_of(1)));
    EXPECT_FALSE(open(k_program, "segments roundtrip=5")->find(digest_of(1)));
}

TEST_P(VerdictCaches, KeepNothingButTheVerdictSameOfAWholeFile) {
    std::vector<Outcome> outcomes(8, same());
    outcomes[0].report->verdict = replay::VerifyVerdict::diverged;
    outcomes[1].report->verdict = replay::VerifyVerdict::unsaved;
    outcomes[2].report->completeness = replay::Completeness::cut;
    outcomes[3].error = sim::Error{sim::ErrorCode::bad_data, "a", "damaged"};
    outcomes[4].report->ticks_checked = 10;
    outcomes[5].report->states_unusable = 1;
    sim::Fault fault;
    fault.count = 1;
    outcomes[6].report->faults.add(fault);
    outcomes[7].digest.reset();
    for (const Outcome& outcome : outcomes) {
        keep(outcome);
        EXPECT_FALSE(has(1));
    }
    keep(same());
    EXPECT_TRUE(has(1));
}

// A flipped bit anywhere is a miss that is told, never another verdict.
TEST_P(VerdictCaches, IgnoreAndCountWhatIsDamaged) {
    keep(same());
    const std::string name = entry_file();
    const std::string line = first_line(name);
    keep(same(2));
    // In a file a sound line stands beside it.
    const bool is_folder = std::filesystem::is_directory(place());
    const std::string sound = is_folder ? "" : last_line(name);
    for (std::size_t at = 0; at < line.size(); at += at < 60 ? 1 : 7) {
        SCOPED_TRACE(at);
        std::string damaged = line;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        std::ofstream(name) << damaged << '\n' << sound;
        auto cache = open();
        ASSERT_TRUE(cache) << cache.error().text();
        EXPECT_FALSE(cache->find(digest_of(1)));
        EXPECT_GT(cache->broken_entries(), 0U);
        EXPECT_TRUE(cache->find(digest_of(2)));
    }
}

TEST_P(VerdictCaches, TakeWhatSeveralProgramsKeepAtTheSameTime) {
    auto first = open();
    auto second = open();
    ASSERT_TRUE(first && second);
    EXPECT_TRUE(first->keep(same(1)));
    EXPECT_TRUE(second->keep(same(2)));
    EXPECT_TRUE(second->keep(same(1)));
    EXPECT_TRUE(first->keep(same(3)));
    for (int number = 1; number <= 3; ++number) {
        EXPECT_TRUE(has(number)) << number;
    }
}

INSTANTIATE_TEST_SUITE_P(FileAndFolder, VerdictCaches, testing::Values("file", "dir/"));

using VerdictCacheFile = InFolder;

TEST_F(VerdictCacheFile, ThatHoldsSomethingElseIsNotTouched) {
    const std::string file = write("notes.txt", "do not touch\n");
    const auto cache = VerdictCache::open(file, k_program, "segments");
    ASSERT_FALSE(cache);
    EXPECT_TRUE(says(cache.error().text(), "holds no verdict, so it may be no cache"));
    EXPECT_EQ(std::filesystem::file_size(file), 13U);
}

}  // namespace
}  // namespace tandem::test
