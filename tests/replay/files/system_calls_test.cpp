// SPDX-License-Identifier: MIT
// The properties of the operating system's files that the rest of the room stands on. A system that
// lacks one of them fails here, by its name.
#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tests/replay/file_fixture.hpp>

namespace tandem::test {
namespace {

namespace calls = replay::calls;
using calls::FileStatus;
using calls::Lock;
using calls::Opening;
using replay::open_file;
using replay::OpenFile;
using SystemCalls = FileTest;

std::string text_at(int file, std::uint64_t offset) {
    std::string text(64, '\0');
    std::size_t done = 0;
    EXPECT_EQ(calls::read_at(file, offset, std::as_writable_bytes(std::span(text)), done), 0);
    text.resize(done);
    return text;
}

int write_text_to(int file, std::string_view text) {
    return replay::write_all(file, sim::as_bytes(text));
}

TEST_F(SystemCalls, CreateAFileOnlyWhereNoneStands) {
    const OpenFile file = open_file(path_, Opening::new_file);
    ASSERT_TRUE(file.is_open());
    EXPECT_EQ(write_text_to(file.get(), "ours"), 0);
    EXPECT_EQ(open_file(path_, Opening::new_file).system_error(), EEXIST);
    std::filesystem::create_symlink(folder_ + "/nothing", folder_ + "/link");
    EXPECT_EQ(open_file(folder_ + "/link", Opening::new_file).system_error(), EEXIST);
    EXPECT_EQ(read_text(), "ours");
}

TEST_F(SystemCalls, OpenForWritingMakesNothingAndFollowsNoLink) {
    EXPECT_EQ(open_file(path_, Opening::writing).system_error(), ENOENT);
    write_text("ours");
    std::filesystem::create_symlink(path_, folder_ + "/link");
    EXPECT_EQ(open_file(folder_ + "/link", Opening::writing).system_error(), ELOOP);
    EXPECT_TRUE(open_file(path_, Opening::writing).is_open());
    EXPECT_EQ(read_text(), "ours");
}

TEST_F(SystemCalls, APrivateFileIsItsOwnersFromTheBeginningWhateverTheUmaskPermits) {
    const mode_t mask = ::umask(0);
    const OpenFile file = open_file(path_, Opening::new_private_file);
    const OpenFile other = open_file(folder_ + "/other", Opening::new_file);
    ::umask(mask);
    FileStatus status;
    ASSERT_EQ(calls::status_of(file.get(), status), 0);
    EXPECT_TRUE(status.is_private);
    ASSERT_EQ(calls::status_of(other.get(), status), 0);
    EXPECT_FALSE(status.is_private);
    EXPECT_EQ(open_file(path_, Opening::new_private_file).system_error(), EEXIST);
    std::filesystem::create_symlink(folder_ + "/nothing", folder_ + "/link");
    EXPECT_EQ(open_file(folder_ + "/link", Opening::new_private_file).system_error(), EEXIST);
    for (const mode_t right : {0040U, 0020U, 0010U, 0004U, 0002U, 0001U}) {
        ASSERT_EQ(::chmod(path_.c_str(), 0600 | right), 0);
        ASSERT_EQ(calls::status_of(file.get(), status), 0);
        EXPECT_FALSE(status.is_private) << right;
    }
}

TEST_F(SystemCalls, OpenForReadingItselfFollowsNoLink) {
    write_text("ours");
    std::filesystem::create_symlink(path_, folder_ + "/link");
    EXPECT_EQ(open_file(folder_ + "/link", Opening::reading_itself).system_error(), ELOOP);
    EXPECT_EQ(text_at(open_file(path_, Opening::reading_itself).get(), 0), "ours");
    EXPECT_TRUE(open_file(folder_ + "/link", Opening::reading).is_open());
}

TEST_F(SystemCalls, AppendBehindWhatOthersHaveWrittenMeanwhile) {
    const OpenFile one = open_file(path_, Opening::appending);
    const OpenFile other = open_file(path_, Opening::appending);
    EXPECT_EQ(write_text_to(one.get(), "a"), 0);
    EXPECT_EQ(write_text_to(other.get(), "b"), 0);
    EXPECT_EQ(write_text_to(one.get(), "c"), 0);
    EXPECT_EQ(text_at(one.get(), 0), "abc");
}

TEST_F(SystemCalls, ReadAtAPlaceAndNothingBehindTheEnd) {
    write_text("0123456789");
    const OpenFile file = open_file(path_, Opening::reading);
    EXPECT_EQ(text_at(file.get(), 7), "789");
    EXPECT_EQ(text_at(file.get(), 2), "23456789");
    EXPECT_EQ(text_at(file.get(), 10), "");
    EXPECT_EQ(text_at(file.get(), 1000), "");
}

TEST_F(SystemCalls, TruncateWhatIsWrittenAndWriteOn) {
    const OpenFile file = open_file(path_, Opening::appending);
    EXPECT_EQ(write_text_to(file.get(), "whole|half"), 0);
    EXPECT_EQ(calls::truncate(file.get(), 6), 0);
    EXPECT_EQ(write_text_to(file.get(), "next"), 0);
    EXPECT_EQ(read_text(), "whole|next");
}

TEST_F(SystemCalls, SayOfWhatKindAThingIs) {
    const auto kind_of = [&](const std::string& path, bool follows_links) {
        FileStatus status;
        EXPECT_EQ(calls::status_of_name(path, follows_links, status), 0) << path;
        return status.kind;
    };
    write_text("12345");
    ASSERT_EQ(::mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink(path_, folder_ + "/link");
    EXPECT_EQ(kind_of(path_, true), FileStatus::Kind::regular);
    EXPECT_EQ(kind_of(folder_, true), FileStatus::Kind::folder);
    EXPECT_EQ(kind_of(folder_ + "/pipe", true), FileStatus::Kind::pipe);
    EXPECT_EQ(kind_of(folder_ + "/link", false), FileStatus::Kind::link);
    EXPECT_EQ(kind_of(folder_ + "/link", true), FileStatus::Kind::regular);
    EXPECT_EQ(kind_of("/dev/null", true), FileStatus::Kind::device);
    FileStatus status;
    EXPECT_EQ(calls::status_of_name(folder_ + "/none", true, status), ENOENT);
}

TEST_F(SystemCalls, SayHowLargeAFileIsAndHowManyNamesItHas) {
    write_text("12345");
    const OpenFile file = open_file(path_, Opening::reading);
    FileStatus status;
    EXPECT_EQ(calls::status_of(file.get(), status), 0);
    EXPECT_EQ(status.bytes, 5U);
    EXPECT_EQ(status.names, 1U);
    std::filesystem::create_hard_link(path_, path_ + ".second");
    EXPECT_EQ(calls::status_of(file.get(), status), 0);
    EXPECT_EQ(status.names, 2U);
}

// Where a file cannot be replaced while it is open, of two sessions that replace one file both
// could win: the old file is held open, and locked, over the rename.
TEST_F(SystemCalls, RenameOverAFileThatIsOpenAndLockedHere) {
    write_text("old");
    const OpenFile old = open_file(path_, Opening::reading);
    ASSERT_EQ(calls::lock(old.get(), Lock::alone), 0);
    const OpenFile grown = replay::create_locked(path_ + ".new0");
    ASSERT_EQ(write_text_to(grown.get(), "new"), 0);
    EXPECT_EQ(calls::rename_over(path_ + ".new0", path_), 0);
    EXPECT_EQ(read_text(), "new");
    EXPECT_TRUE(replay::names(path_, grown.get()));
    EXPECT_FALSE(replay::names(path_, old.get()));
    EXPECT_EQ(text_at(old.get(), 0), "old") << "a reader keeps what it has opened";
    EXPECT_EQ(files(), 1U);
}

// Where an open file's name stays until it is closed, a session would call recorded what is gone.
TEST_F(SystemCalls, UnlinkTakesTheNameOfAnOpenFileAtOnce) {
    const OpenFile file = replay::create_locked(path_);
    ASSERT_EQ(write_text_to(file.get(), "bytes"), 0);
    EXPECT_EQ(calls::unlink(path_), 0);
    FileStatus status;
    EXPECT_EQ(calls::status_of_name(path_, false, status), ENOENT);
    EXPECT_FALSE(replay::names(path_, file.get()));
    EXPECT_EQ(calls::status_of(file.get(), status), 0);
    EXPECT_EQ(status.names, 0U);
    EXPECT_TRUE(open_file(path_, Opening::new_file).is_open()) << "the name is free";
    EXPECT_EQ(calls::unlink(folder_ + "/none"), ENOENT);
}

TEST_F(SystemCalls, RenameToANewNameReplacesNothing) {
    write_text("ours");
    const std::string other = folder_ + "/other";
    EXPECT_EQ(calls::rename_new(path_, other), 0);
    write_text("theirs");
    EXPECT_EQ(calls::rename_new(path_, other), EEXIST);
    std::filesystem::create_symlink(folder_ + "/nothing", folder_ + "/link");
    EXPECT_EQ(calls::rename_new(path_, folder_ + "/link"), EEXIST);
    EXPECT_EQ(read_text(), "theirs");
    EXPECT_EQ(text_at(open_file(other, Opening::reading).get(), 0), "ours");
    EXPECT_EQ(calls::rename_new(folder_ + "/none", folder_ + "/more"), ENOENT);
}

TEST_F(SystemCalls, LocksOfTwoOpenFilesExcludeEachOtherAndEndWithThem) {
    write_text("");
    const OpenFile reader = open_file(path_, Opening::reading);
    {
        const OpenFile writer = open_file(path_, Opening::writing);
        EXPECT_EQ(calls::lock(writer.get(), Lock::alone), 0);
        EXPECT_EQ(calls::lock(reader.get(), Lock::shared), EWOULDBLOCK);
        EXPECT_EQ(text_at(reader.get(), 0), "") << "a lock excludes no reading";
    }
    EXPECT_EQ(calls::lock(reader.get(), Lock::shared), 0);
    const OpenFile second = open_file(path_, Opening::reading);
    EXPECT_EQ(calls::lock(second.get(), Lock::shared), 0);
    EXPECT_EQ(calls::lock(second.get(), Lock::alone), EWOULDBLOCK);
    calls::unlock(reader.get());
    EXPECT_EQ(calls::lock(second.get(), Lock::alone), 0);
}

TEST_F(SystemCalls, CopiesAreOfTheSameOpenFile) {
    const OpenFile file = open_file(path_, Opening::new_file);
    const OpenFile copy = replay::copy_of(file.get());
    EXPECT_EQ(write_text_to(file.get(), "a"), 0);
    EXPECT_EQ(write_text_to(copy.get(), "b"), 0);
    const OpenFile other = open_file(folder_ + "/other", Opening::new_file);
    EXPECT_EQ(calls::copy_over(file.get(), other.get()), 0);
    EXPECT_EQ(write_text_to(other.get(), "c"), 0);
    EXPECT_EQ(read_text(), "abc");
    EXPECT_EQ(replay::copy_of(-1).system_error(), EBADF);
}

TEST_F(SystemCalls, AFileWithoutANameIsWrittenAndRead) {
    int file = -1;
    ASSERT_EQ(calls::open_unnamed(file), 0);
    const OpenFile unnamed(file, 0);
    EXPECT_EQ(write_text_to(file, "kept"), 0);
    EXPECT_EQ(text_at(file, 0), "kept");
    FileStatus status;
    EXPECT_EQ(calls::status_of(file, status), 0);
    EXPECT_EQ(status.names, 0U);
}

TEST_F(SystemCalls, APipeIsReadAsItComesUntilItsWriterClosesIt) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const OpenFile pipe = open_file(path_, Opening::reading);
    ASSERT_TRUE(pipe.is_open()) << "it waits for no writer";
    std::array<std::byte, 16> bytes{};
    std::size_t done = 1;
    EXPECT_EQ(calls::read_pipe(pipe.get(), 0, bytes, done), 0);
    EXPECT_EQ(done, 0U) << "nobody writes it";
    {
        const OpenFile writer = open_file(path_, Opening::writing);
        EXPECT_EQ(calls::read_pipe(pipe.get(), 0, bytes, done), EAGAIN);
        EXPECT_EQ(write_text_to(writer.get(), "abc"), 0);
        EXPECT_EQ(calls::read_pipe(pipe.get(), -1, bytes, done), 0);
        EXPECT_EQ(done, 3U);
    }
    EXPECT_EQ(calls::read_pipe(pipe.get(), -1, bytes, done), 0);
    EXPECT_EQ(done, 0U);
}

TEST_F(SystemCalls, WaitForFilesAndFoldersAndNotWhereAFileSystemCannotSay) {
    const OpenFile file = open_file(path_, Opening::new_file);
    EXPECT_EQ(calls::sync_file(file.get()), 0);
    EXPECT_EQ(calls::sync_folder(folder_), 0);
    EXPECT_EQ(calls::sync_folder(folder_ + "/none"), 0);
    EXPECT_EQ(calls::sync_file(-1), EBADF);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);  // a pipe has no disk
    EXPECT_EQ(calls::sync_file(ends[1]), 0);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_F(SystemCalls, HolesAreSkippedAndNothingFollowsTheLastByte) {
    write_text("head");
    std::filesystem::resize_file(path_, 1 << 20);
    const OpenFile file = open_file(path_, Opening::reading);
    std::uint64_t found = 7;
    EXPECT_EQ(calls::next_data(file.get(), 0, found), 0);
    EXPECT_EQ(found, 0U);
    // A file system that keeps no holes has zeros there, which are data.
    struct stat status {};
    ASSERT_EQ(::fstat(file.get(), &status), 0);
    const bool has_hole = status.st_blocks * 512 < (1 << 20);
    EXPECT_EQ(calls::next_data(file.get(), 1 << 19, found), has_hole ? ENXIO : 0);
    EXPECT_EQ(calls::next_data(file.get(), 1 << 20, found), ENXIO);
}

}  // namespace
}  // namespace tandem::test
