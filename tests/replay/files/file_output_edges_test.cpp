// SPDX-License-Identifier: MIT
// Signals, a full disk, a disk that fails late, readers that have the old file open and links can
// come between a file's first byte and its end.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <tandem/replay/files/file_input.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tests/replay/disk_faults.hpp>
#include <tests/replay/file_fixture.hpp>

namespace tandem::test {
namespace {

using replay::FileOutput;
using replay::FileSync;

using OutputEdges = FileTest;

// A reader owns what it has opened; it hinders nobody.
TEST_F(OutputEdges, AFileThatIsReadMeanwhileIsReplacedAndItsReaderKeepsTheOldOne) {
    write_text("precious");
    const auto reader = replay::open_source(path_);
    ASSERT_TRUE(reader);
    auto output = create({.force = true});
    ASSERT_TRUE(output->append(sim::as_bytes("new")));
    ASSERT_TRUE(output->close());
    EXPECT_EQ(read_text(), "new");
    sim::Bytes bytes(reader->source->size());
    ASSERT_TRUE(reader->source->read(0, bytes));
    EXPECT_EQ(sim::as_text(bytes), "precious");
}

TEST_F(OutputEdges, AFileThatIsRemovedWhileItIsWrittenIsCalledLost) {
    auto output = create();
    ASSERT_TRUE(output->append(sim::as_bytes("header")));
    ASSERT_TRUE(output->flush());
    EXPECT_FALSE(output->is_lost());
    std::filesystem::remove(path_);
    write_text("of somebody else");
    EXPECT_FALSE(output->close());
    EXPECT_TRUE(output->is_lost());
    output.reset();
    EXPECT_EQ(read_text(), "of somebody else");
}

TEST_F(OutputEdges, ForceReplacesALinkAndNotTheFileBehindIt) {
    const std::string target = folder_ + "/target";
    std::ofstream(target) << "precious";
    std::filesystem::create_symlink(target, path_);
    EXPECT_FALSE(FileOutput::create(path_));
    auto output = create({.force = true});
    ASSERT_TRUE(output->append(sim::as_bytes("new")));
    ASSERT_TRUE(output->close());
    EXPECT_EQ(read_text(), "new");
    EXPECT_FALSE(std::filesystem::is_symlink(path_));
    EXPECT_TRUE(std::ifstream(target).good());
    EXPECT_EQ(std::filesystem::file_size(target), 8U);
}

TEST_F(OutputEdges, ThatIsNamedWhenFlushedTakesOverNoEmptyFile) {
    write_text("");
    EXPECT_FALSE(FileOutput::create(path_, {.is_named_when_flushed = true}));
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputEdges, OfNoBytesIsClosedWithoutAFile) {
    for (const bool is_named_when_flushed : {false, true}) {
        auto output = create({.is_named_when_flushed = is_named_when_flushed});
        EXPECT_TRUE(output->flush());
        EXPECT_TRUE(output->close());
        EXPECT_EQ(files(), 0U);
    }
}

TEST_F(OutputEdges, AStreamOnAFullDiskSaysHowMuchItHasAndWhatToDo) {
    const int full = ::open("/dev/full", O_WRONLY);
    ASSERT_GE(full, 0);
    auto output = FileOutput::over_stream(full, "standard output");
    ::close(full);
    const auto refused = output->append(sim::as_bytes("header"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text(),
              "standard output, byte 0: cannot be written: No space left on device; 0 bytes were "
              "written before - free some space and try again");
    EXPECT_EQ(output->close().error().text(), refused.error().text());
}

// A pipe that is full takes a part, and the signal ends that call early.
TEST_F(OutputEdges, ASignalInMidWriteLosesNothing) {
    struct sigaction before {};
    struct sigaction interrupting {};
    interrupting.sa_handler = [](int) {};  // without SA_RESTART
    ASSERT_EQ(::sigaction(SIGUSR1, &interrupting, &before), 0);
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    auto output = FileOutput::over_stream(ends[1], "a pipe");
    ::close(ends[1]);
    std::string sent(std::size_t{1} << 20, '\0');
    for (std::size_t i = 0; i < sent.size(); ++i) {
        sent[i] = static_cast<char>(i % 251);
    }
    std::atomic<bool> is_written = false;
    std::thread writer([&] {
        EXPECT_TRUE(output->append(sim::as_bytes(sent)));
        is_written = true;
        output.reset();
    });
    std::string got;
    std::string piece(std::size_t{1} << 14, '\0');
    for (ssize_t size = 1; size > 0;) {
        if (!is_written) {
            ::pthread_kill(writer.native_handle(), SIGUSR1);
        }
        size = ::read(ends[0], piece.data(), piece.size());
        got.append(piece, 0, size > 0 ? static_cast<std::size_t>(size) : 0);
    }
    writer.join();
    ::close(ends[0]);
    ::sigaction(SIGUSR1, &before, nullptr);
    EXPECT_TRUE(got == sent);
}

TEST_F(OutputEdges, OfSyncTickIsOnTheDiskAfterEveryFlush) {
    disk() = {};
    auto output = create({.sync = FileSync::tick});
    for (int flushes = 1; flushes <= 3; ++flushes) {
        ASSERT_TRUE(output->append(sim::as_bytes("block")));
        ASSERT_TRUE(output->flush());
        EXPECT_EQ(disk().file_syncs, flushes);
    }
    disk().fail_with = EIO;
    ASSERT_TRUE(output->append(sim::as_bytes("block")));
    EXPECT_FALSE(output->flush());
    disk() = {};
}

TEST_F(OutputEdges, ADiskThatFailsOnTheThreadIsReportedByALaterFlushAndFinal) {
    auto output = create({.sync = FileSync::second});
    ASSERT_TRUE(output->append(sim::as_bytes("header")));
    ASSERT_TRUE(output->flush());
    disk().fail_with = EIO;  // before the thread is there
    auto flushed = output->flush();
    while (flushed) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        flushed = output->flush();
    }
    EXPECT_EQ(flushed.error().text(),
              path_ +
                  ", byte 6: does not reach the disk: Input/output error; how much of it is there "
                  "is not certain, so check it with verify and record to another disk");
    EXPECT_EQ(output->append(sim::as_bytes("more")).error().text(), flushed.error().text());
    EXPECT_FALSE(output->close());
    disk() = {};
}

}  // namespace
}  // namespace tandem::test
