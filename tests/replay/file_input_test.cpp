// SPDX-License-Identifier: MIT
// Reading what is there: live, cut, missing, no file at all.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <tandem/replay/file_input.hpp>
#include <tests/replay/file_fixture.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::Completeness;
using replay::Replay;
using InputFile = FileTest;

TEST_F(InputFile, IsLiveWhileItsWriterHoldsItAndCutAfterwards) {
    const Recorded recorded = record<Counter>({.end = std::nullopt});
    auto output = create();
    ASSERT_TRUE(output->append(recorded.file));
    ASSERT_TRUE(output->flush());
    auto replay = Replay::open(path_);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->completeness(), Completeness::live);
    ASSERT_TRUE(output->close());
    replay = Replay::open(path_);
    ASSERT_TRUE(replay);
    EXPECT_EQ(replay->completeness(), Completeness::cut);
    EXPECT_NE(replay->flaw()->text().find(path_ + ", byte "), std::string::npos);
}

TEST_F(InputFile, ThatIsMissingOrAFolderIsAnErrorOfIo) {
    const auto missing = Replay::open(path_);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, sim::ErrorCode::io);
    EXPECT_EQ(missing.error().text(), path_ + ": there is no such file");
    const auto folder = Replay::open(folder_);
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, sim::ErrorCode::io);
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const auto pipe = Replay::open(path_);
    ASSERT_FALSE(pipe);
    EXPECT_EQ(pipe.error().text(), path_ + ": is no regular file");
}

TEST_F(InputFile, LargerThanTheBoundIsNotRead) {
    write_text("0123456789");
    EXPECT_TRUE(replay::read_file(path_, 10));
    EXPECT_FALSE(replay::read_file(path_, 9));
}

}  // namespace
}  // namespace tandem::test
