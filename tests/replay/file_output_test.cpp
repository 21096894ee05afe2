// SPDX-License-Identifier: MIT
// Files on a real disk: exclusive, replaced only by what stands, live while written, whole after a
// kill.
#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tests/replay/file_fixture.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::Completeness;
using replay::FileOutput;
using replay::Replay;

using OutputFile = FileTest;

sim::ByteView text(std::string_view characters) { return sim::as_bytes(characters); }

TEST_F(OutputFile, HoldsWhatWasRecorded) {
    const Recorded recorded = record<Counter>({});
    auto output = create();
    ASSERT_TRUE(output->append(recorded.file));
    ASSERT_TRUE(output->close());
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay) << replay.error().text();
    EXPECT_EQ(replay->completeness(), Completeness::complete);
    EXPECT_EQ(replay->ticks(), 100U);
}

TEST_F(OutputFile, ThatExistsIsNotTouchedWithoutForce) {
    write_text("precious");
    const auto output = FileOutput::create(path_);
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, sim::ErrorCode::io);
    EXPECT_EQ(output.error().text(),
              path_ + ": exists already; choose another name or use --force to replace it");
    EXPECT_EQ(read_text(), "precious");
}

TEST_F(OutputFile, IsReplacedByForceOnlyOnceTheNewHeaderStands) {
    write_text("precious");
    auto output = create({.force = true});
    EXPECT_EQ(read_text(), "precious");
    ASSERT_TRUE(output->append(text("header")));
    EXPECT_EQ(read_text(), "precious");
    ASSERT_TRUE(output->flush());
    EXPECT_EQ(read_text(), "header");
    ASSERT_TRUE(output->append(text(" and more")));
    ASSERT_TRUE(output->close());
    EXPECT_EQ(read_text(), "header and more");
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, WhoseHeaderNeverStoodLeavesTheOldOneAndNoLitter) {
    write_text("precious");
    {
        auto output = create({.force = true});
        ASSERT_TRUE(output->append(text("half a header")));
    }
    EXPECT_EQ(read_text(), "precious");
    EXPECT_EQ(files(), 1U);
    std::filesystem::remove(path_);
    { auto output = create(); }
    EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFile, IsNotReplacedWhereItIsNoFileOrBeingWritten) {
    ASSERT_TRUE(std::filesystem::create_directory(path_));
    const auto over_folder = FileOutput::create(path_, {.force = true});
    ASSERT_FALSE(over_folder);
    EXPECT_NE(over_folder.error().message.find("no regular file"), std::string::npos);
    std::filesystem::remove(path_);
    auto live = create();
    ASSERT_TRUE(live->append(text("header")));
    ASSERT_TRUE(live->flush());
    const auto over_live = FileOutput::create(path_, {.force = true});
    ASSERT_FALSE(over_live);
    EXPECT_NE(over_live.error().message.find("another session is writing"), std::string::npos);
}

TEST_F(OutputFile, CannotBeCreatedWhereThereIsNoFolder) {
    const auto output = FileOutput::create(folder_ + "/missing/session.tandem");
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, sim::ErrorCode::io);
    EXPECT_NE(output.error().message.find("cannot be created"), std::string::npos);
}

// The kernel's limit on file size stands for a full disk: it fails in mid-write just so.
TEST_F(OutputFile, ThatCannotGrowNamesTheByteAndEndsWithAWholeBlock) {
    const Recorded recorded = record<Counter>({.options = {.block_ticks = 10}});
    const auto blocks = list_blocks(recorded.file);
    auto output = create();
    rlimit old_limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
    auto* old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{blocks[6].offset + 3, old_limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    sim::Result<void> result;
    for (const BlockPlace& block : blocks) {
        result = output->append(sim::ByteView(recorded.file).subspan(block.offset, block.bytes));
        if (result) {
            result = output->flush();
        }
        if (!result) {
            break;
        }
    }
    ::setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, sim::ErrorCode::io);
    EXPECT_EQ(result.error().place, path_ + ", byte " + std::to_string(blocks[6].offset));
    EXPECT_NE(result.error().message.find("stand and can be opened"), std::string::npos)
        << result.error().text();
    output.reset();
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->sound_bytes(), replay->bytes());
    EXPECT_EQ(replay->ticks(), 30U);
}

// kill -9 in the middle of a session, told apart from any orderly way out.
TEST_F(OutputFile, OfAKilledProcessOpensAndLacksLessThanABlock) {
    int ticks_pipe[2];
    ASSERT_EQ(::pipe(ticks_pipe), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto output = FileOutput::create(path_);
        replay::Recorder recorder(**output, {.block_ticks = 10});
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        static_cast<void>(timeline.start(make_setup(timeline.simulation().info(), 2)));
        for (std::uint64_t tick = 0;; ++tick) {
            static_cast<void>(timeline.advance(bot_record(timeline.simulation(), tick)));
            static_cast<void>(!::write(ticks_pipe[1], "t", 1));
        }
    }
    ::close(ticks_pipe[1]);
    constexpr std::uint64_t k_ticks = 137;
    char tick = 0;
    for (std::uint64_t i = 0; i < k_ticks; ++i) {
        ASSERT_EQ(::read(ticks_pipe[0], &tick, 1), 1);
    }
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    ::close(ticks_pipe[0]);
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay) << replay.error().text();
    EXPECT_EQ(replay->completeness(), Completeness::cut);
    EXPECT_GT(replay->ticks() + 10, k_ticks);
}

}  // namespace
}  // namespace tandem::test
