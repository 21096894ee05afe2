// SPDX-License-Identifier: MIT
// verify --follow inside of the test: what it goes with, and files that nobody writes any more.
#include <filesystem>
#include <fstream>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class VerifyFollow : public InFolder {
protected:
    std::string recorded(const std::vector<std::string>& more = {}) const {
        return InFolder::recorded<Counter>("a.tandem", joined({"--ticks", "300"}, more));
    }
    // Both ways say the same about the file.
    template <class Game>
    void expect_as_without(int code, const std::string& file) const {
        for (const std::string form : {"--json", "--quiet"}) {
            const Said with = program<Game>({form, "verify", "--follow", file});
            const Said without = program<Game>({form, "verify", file});
            EXPECT_EQ(with.code, code) << with.err;
            EXPECT_EQ(without.code, code);
            EXPECT_EQ(with.out, without.out);
            EXPECT_EQ(with.err, without.err);
        }
    }
    static void flip_bit(const std::string& file, std::uintmax_t at) {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(at));
        const int byte = stream.get();
        stream.seekp(static_cast<std::streamoff>(at));
        stream.put(static_cast<char>(byte ^ 1));
    }
    void expect_refused(const std::vector<std::string>& more, const std::string& why) const {
        const Said said = expect<Counter>(2, joined({"verify", "--follow"}, more));
        EXPECT_TRUE(says(said.err, "--follow: " + why)) << said.err;
    }
};

TEST_F(VerifyFollow, OfAFileThatNobodyWritesIsVerify) {
    const std::string file = recorded();
    expect_as_without<Counter>(0, file);
    expect_as_without<Leaky>(6, file);
    flip_bit(file, std::filesystem::file_size(file) / 2);
    expect_as_without<Counter>(3, file);
    flip_bit(file, std::filesystem::file_size(file) / 2);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 9);
    expect_as_without<Counter>(3, file);
    std::filesystem::resize_file(file, 10);
    expect_as_without<Counter>(3, file);
    expect_as_without<Counter>(5, path("missing.tandem"));
    expect_as_without<Counter>(1, recorded({"--plant", "200:ticks", "--force"}));
}

// Not only when its session ends.
TEST_F(VerifyFollow, OfALiveFileThatTheGameCannotPlayEndsAtOnce) {
    auto output = *replay::FileOutput::create(path("live.tandem"));
    replay::Recorder recorder(*output, {.block_ticks = 10});
    sim::Timeline timeline(sim::erase<Reshaped<false>>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    while (timeline.ticks_done() < 20) {
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), timeline.ticks_done())));
    }
    expect_as_without<Counter>(6, path("live.tandem"));
    expect_as_without<Reshaped<true>>(6, path("live.tandem"));
}

TEST_F(VerifyFollow, GoesWithAJUnitReportAndRoundTripsAndExitCodesForBisect) {
    const std::string file = recorded({"--plant", "200:ticks"});
    expect<Counter>(1, {"verify", "--follow", file, "--junit", path("a.xml"), "--roundtrip-every",
                        "50", "--bisect"});
    EXPECT_TRUE(std::filesystem::exists(path("a.xml")));
    expect<Counter>(125, {"verify", "--follow", path("missing"), "--bisect"});
}

TEST_F(VerifyFollow, RefusesWhatNeedsSeveralFilesOrAWholeOne) {
    const std::string file = recorded();
    const std::string one = "follows one file; name one recording, and no folder or plan";
    expect_refused({file, path("b.tandem")}, one);
    expect_refused({path("")}, one);
    expect_refused({"--plan", path("plan"), "--shard", "1/2"}, one);
    expect_refused({file, "--jobs", "2"},
                   "simulates on one thread, as the file grows; leave --jobs away");
    expect_refused({file, "--seek-storm", "5"}, "only goes forward; leave --seek-storm away");
    const std::string not_whole = "follows one file, which is not whole yet; leave ";
    expect_refused({file, "--shard", "1/1"}, not_whole + "--shard away");
    expect_refused({file, "--split", "2"}, not_whole + "--split away");
    expect_refused({file, "--report", path("r")}, not_whole + "--report away");
    expect_refused({file, "--cache", path("c")}, not_whole + "--cache away");
}

}  // namespace
}  // namespace tandem::test
