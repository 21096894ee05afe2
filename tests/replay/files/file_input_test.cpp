// SPDX-License-Identifier: MIT
// Reading what is there: live, cut, missing, no file at all.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <tandem/replay/files/file_input.hpp>
#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
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
    EXPECT_EQ(folder.error().text(), folder_ + ": is a folder, not a replay file");
    std::filesystem::create_symlink(path_, path_);
    EXPECT_EQ(replay::open_source(path_).error().text(),
              path_ + ": cannot be opened: Too many levels of symbolic links");
    const auto device = Replay::open("/dev/null");
    ASSERT_FALSE(device);
    EXPECT_EQ(
        device.error().text(),
        "/dev/null: is a device, and only files and pipes are read; write what it gives into a "
        "file first");
}

TEST_F(InputFile, ThatIsAPipeIsReadToItsEndAndMayBeOpenedTwice) {
    const Recorded recorded = record<Counter>({});
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    // Its writer comes later than its reader, and in pieces.
    std::thread writer([&] {
        std::ofstream pipe(path_, std::ios::binary);
        for (const std::byte byte : recorded.file) {
            pipe.put(static_cast<char>(byte)).flush();
        }
    });
    for (int i = 0; i < 2; ++i) {
        const auto replay = Replay::open(path_);
        ASSERT_TRUE(replay) << replay.error().text();
        EXPECT_EQ(replay->completeness(), Completeness::complete);
        EXPECT_EQ(replay->ticks(), 100U);
    }
    writer.join();
}

TEST_F(InputFile, OfNoBytesIsSaidToHoldNothing) {
    write_text("");
    const auto empty = Replay::open(path_);
    ASSERT_FALSE(empty);
    EXPECT_NE(empty.error().text().find("the file is empty, so nothing was recorded"),
              std::string::npos)
        << empty.error().text();
}

// As a disk that lost power may leave it. Reading it all would take minutes.
TEST_F(InputFile, HolesAreNotReadInTheSearchForTheNextBlock) {
    constexpr std::uint64_t k_hole_bytes = std::uint64_t{64} << 40;
    const Recorded recorded = record<Counter>({.end = std::nullopt});
    auto output = create();
    ASSERT_TRUE(output->append(recorded.file));
    ASSERT_TRUE(output->close());
    const auto before = Replay::open(path_);
    ASSERT_TRUE(before);
    const auto end = std::filesystem::file_size(path_);
    std::error_code failure;
    std::filesystem::resize_file(path_, end + k_hole_bytes, failure);
    if (failure) {
        // This file system has no files of that size, so the hole is what it can be.
        std::filesystem::resize_file(path_, end + (std::uint64_t{1} << 40));
    }
    std::ofstream(path_, std::ios::app) << "x";
    const auto opened = replay::open_source(path_);
    ASSERT_TRUE(opened);
    EXPECT_GT(opened->source->next_data(end + 8'192), end + (std::uint64_t{1} << 39));
    EXPECT_EQ(opened->source->next_data(0), 0U);
    const auto replay = Replay::open(path_);
    ASSERT_TRUE(replay) << replay.error().text();
    EXPECT_EQ(replay->ticks(), before->ticks());
    EXPECT_TRUE(replay->flaw());
}

TEST_F(InputFile, HasTheSizeThatItHadWhenItWasOpened) {
    write_text("0123456789");
    const auto opened = replay::open_source(path_);
    ASSERT_TRUE(opened);
    const replay::ByteSource& source = *opened->source;
    sim::Bytes bytes(100);
    std::ofstream(path_, std::ios::app) << "and more";
    EXPECT_EQ(source.size(), 10U);
    EXPECT_EQ(source.read(4, bytes).value(), 6U);
    EXPECT_EQ(sim::as_text(sim::ByteView(bytes).first(6)), "456789");
    EXPECT_EQ(source.read(10, bytes).value(), 0U);
    EXPECT_EQ(source.read(1'000, bytes).value(), 0U);
    std::filesystem::resize_file(path_, 3);
    EXPECT_EQ(source.read(0, bytes).value(), 3U) << "it shrank meanwhile";
}

TEST_F(InputFile, ThatIsAPipeMustBeWrittenAndGiveSomething) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const auto pipe = replay::open_file(path_, replay::calls::Opening::reading);
    ASSERT_TRUE(pipe.is_open());
    EXPECT_EQ(replay::copy_pipe(path_, pipe.get()).error().text(),
              path_ + ": is a pipe that nobody writes, or that gave nothing");
    std::ofstream(path_) << "kept";
    const auto kept = replay::copy_pipe(path_, pipe.get());
    ASSERT_TRUE(kept);
    EXPECT_EQ(replay::size_of_regular(*kept), 4U);
}

// A user who ends a command that waits for a pipe is obeyed.
TEST_F(InputFile, ThatIsAPipeIsGivenUpAtASignal) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const auto pipe = replay::open_file(path_, replay::calls::Opening::reading);
    std::ofstream writer(path_);
    writer << "a part" << std::flush;
    struct sigaction before {};
    struct sigaction interrupting {};
    interrupting.sa_handler = [](int) {};
    ASSERT_EQ(::sigaction(SIGUSR1, &interrupting, &before), 0);
    std::atomic<bool> is_done = false;
    std::string message;
    std::thread reader([&] {
        message = replay::copy_pipe(path_, pipe.get()).error().message;
        is_done = true;
    });
    while (!is_done) {
        ::pthread_kill(reader.native_handle(), SIGUSR1);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    reader.join();
    ::sigaction(SIGUSR1, &before, nullptr);
    EXPECT_EQ(message, "is a pipe, and reading it was interrupted");
}

TEST_F(InputFile, LargerThanTheBoundIsNotRead) {
    write_text("0123456789");
    EXPECT_TRUE(replay::read_file(path_, 10));
    EXPECT_FALSE(replay::read_file(path_, 9));
}

}  // namespace
}  // namespace tandem::test
