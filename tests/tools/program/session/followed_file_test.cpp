// SPDX-License-Identifier: MIT
// A file that a session is still writing is read again, and the player goes on with it.
#include <tandem/tools/program/session/followed_file.hpp>

#include <filesystem>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;
using test::Counter;

class Followed : public test::InFolder {
protected:
    void SetUp() override {
        output_ = *replay::FileOutput::create(path("a.tandem"));
        recorder_ = std::make_unique<replay::Recorder>(*output_,
                                                       replay::RecorderOptions{.block_ticks = 10});
        timeline_ = std::make_unique<sim::Timeline>(sim::erase<Counter>(), recorder_.get());
        ASSERT_TRUE(timeline_->start(test::make_setup(timeline_->simulation().info(), 2)));
        play_to(20);
    }
    void play_to(std::uint64_t ticks) {
        while (timeline_->ticks_done() < ticks) {
            ASSERT_TRUE(timeline_->advance(
                test::bot_record(timeline_->simulation(), timeline_->ticks_done())));
        }
    }
    void end() {
        ASSERT_TRUE(timeline_->end(sim::EndReason::tick_limit));
        ASSERT_TRUE(output_->close());
    }
    FollowedFile open() const {
        replay::GrowingFile file(path("a.tandem"));
        auto replay = file.read();
        EXPECT_TRUE(replay);
        return {std::move(file), std::move(*replay)};
    }
    static bool read_more(FollowedFile& file, replay::Player& player, milliseconds now) {
        const auto more = file.read_more(player, now);
        EXPECT_TRUE(more) << more.error().text();
        return more && *more;
    }

    std::unique_ptr<replay::FileOutput> output_;
    std::unique_ptr<replay::Recorder> recorder_;
    std::unique_ptr<sim::Timeline> timeline_;
};

TEST_F(Followed, GrowsWithItsFileAndEndsWithItsSession) {
    FollowedFile file = open();
    EXPECT_TRUE(file.is_live());
    EXPECT_EQ(file.replay().end_tick(), 20U);
    auto player = replay::Player::create(file.replay(), sim::erase<Counter>());
    ASSERT_TRUE(player);
    ASSERT_TRUE(player->seek(20));
    EXPECT_FALSE(read_more(file, *player, milliseconds(0)));
    play_to(40);
    EXPECT_TRUE(read_more(file, *player, milliseconds(500)));
    EXPECT_EQ(file.replay().end_tick(), 40U);
    EXPECT_FALSE(player->at_end());
    play_to(60);
    // Not at every picture.
    EXPECT_FALSE(read_more(file, *player, milliseconds(510)));
    end();
    EXPECT_TRUE(read_more(file, *player, milliseconds(1'000)));
    EXPECT_FALSE(file.is_live());
    EXPECT_EQ(file.replay().completeness(), replay::Completeness::complete);
    ASSERT_TRUE(player->seek(60));
    EXPECT_EQ(player->chain(), timeline_->chain());
    EXPECT_FALSE(read_more(file, *player, milliseconds(9'000)));
}

TEST_F(Followed, AWriterThatIsGoneIsNoticedAlthoughNothingChanges) {
    FollowedFile file = open();
    auto player = replay::Player::create(file.replay(), sim::erase<Counter>());
    ASSERT_TRUE(player);
    EXPECT_FALSE(read_more(file, *player, milliseconds(0)));
    timeline_.reset();
    recorder_.reset();
    output_.reset();
    EXPECT_FALSE(read_more(file, *player, milliseconds(500)));
    EXPECT_TRUE(read_more(file, *player, milliseconds(2'500)));
    EXPECT_EQ(file.replay().completeness(), replay::Completeness::cut);
}

TEST_F(Followed, AnotherFileUnderItsNameIsAnError) {
    FollowedFile file = open();
    auto player = replay::Player::create(file.replay(), sim::erase<Counter>());
    ASSERT_TRUE(player);
    end();
    std::filesystem::remove(path("a.tandem"));
    EXPECT_EQ(
        test::program<Counter>({"record", "--ticks", "200", "--seed", "7", "-o", path("a.tandem")})
            .code,
        0);
    const auto more = file.read_more(*player, milliseconds(0));
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().code, sim::ErrorCode::bad_data);
    EXPECT_TRUE(test::says(more.error().text(), "a.tandem: the file no longer begins with the 20"));
}

}  // namespace
}  // namespace tandem::tools
