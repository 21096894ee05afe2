// SPDX-License-Identifier: MIT
// One report, however many threads make it.
#include <atomic>
#include <filesystem>
#include <set>
#include <thread>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Absentminded = SeldomForgetful<100>;

// Tells how many of it were stepped at the same time.
struct Crowded : BrokenBase {
    static constexpr std::string_view name = "crowded";
    static inline std::atomic<int> inside{0};
    static inline std::atomic<int> most{0};
    void step(Inputs<Input> inputs) {
        const int now = ++inside;
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        std::this_thread::yield();
        add(inputs);
        --inside;
    }
};

class VerifyPool : public InFolder {
protected:
    // The same words and objects with any number of threads; gives those of one.
    template <class Game>
    static Said verified(const std::vector<std::string>& more) {
        Said of_one;
        for (const char* jobs : {"1", "2", "3", "8"}) {
            const Said said = program<Game>(joined({"--json", "verify", "--jobs", jobs}, more));
            if (of_one.code == -1) {
                of_one = said;
            }
            EXPECT_EQ(said.out, of_one.out) << jobs;
            EXPECT_EQ(said.err, of_one.err) << jobs;
            EXPECT_EQ(said.code, of_one.code) << jobs;
        }
        return of_one;
    }
};

TEST_F(VerifyPool, GivesTheSameReportForEveryNumberOfThreads) {
    recorded<Counter>("long.tandem", {"--ticks", "5000"});
    recorded<Counter>("planted.tandem", {"--ticks", "3000", "--plant", "1234:ticks"});
    recorded<Counter>("short.tandem", {"--ticks", "10"});
    const std::string cut = recorded<Counter>("cut.tandem", {"--ticks", "3000"});
    std::filesystem::resize_file(cut, std::filesystem::file_size(cut) * 2 / 3);
    const std::string damaged = recorded<Counter>("damaged.tandem", {"--ticks", "10"});
    std::filesystem::resize_file(damaged, 20);
    const Said said = verified<Counter>(
        {path(""), path("absent"), "--roundtrip-every", "7", "--seek-storm", "5", "--seed", "9"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, R"("verdict":"diverged","tick":1234,)"));
    EXPECT_TRUE(says(said.out, R"("seeks_checked":5,"seek_seed":9,)"));
}

TEST_F(VerifyPool, GivesTheSameVerdictOfAForgottenField) {
    const std::string file = recorded<Absentminded>("a.tandem", {"--ticks", "5000"});
    const Said said = verified<Absentminded>({file});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, R"("verdict":"unsaved")"));
    EXPECT_TRUE(says(said.out, R"("path":"total")"));
    EXPECT_TRUE(says(said.out, "a state that was restored does not go on as the recording does"));
}

// In a short recording there is no keyframe to begin with: verify says `same`, and these find it.
TEST_F(VerifyPool, FindsAForgottenFieldByRoundTripsAndBySeeks) {
    const std::string file = recorded<Absentminded>("a.tandem", {"--ticks", "150"});
    EXPECT_EQ(verified<Absentminded>({file}).code, 0);
    const Said trips = verified<Absentminded>({file, "--roundtrip-every", "60"});
    EXPECT_EQ(trips.code, 1);
    EXPECT_TRUE(says(trips.out, R"("verdict":"unsaved","tick":99,)"));
    const Said storm = verified<Absentminded>({file, "--seek-storm", "40"});
    EXPECT_EQ(storm.code, 1);
    EXPECT_TRUE(says(storm.out, R"("verdict":"unsaved")"));
    EXPECT_TRUE(says(storm.out, "of 40 (seed 1), from "));
}

TEST_F(VerifyPool, PutsAllThreadsToOneFile) {
    const std::string file = recorded<Crowded>("a.tandem", {"--ticks", "20000"});
    Crowded::most = 0;
    expect<Crowded>(0, {"verify", file, "--jobs", "4"});
    EXPECT_GT(Crowded::most, 1);
}

TEST_F(VerifyPool, SaysHowManySeeksOfWhichSeedItMade) {
    const std::string file = recorded<Counter>("a.tandem", {"--ticks", "100"});
    const Said said = expect<Counter>(0, {"verify", file, "--seek-storm", "3", "--seed", "5"});
    EXPECT_TRUE(says(said.out, ", 3 seeks with seed 5, chain "));
}

}  // namespace
}  // namespace tandem::test
