// SPDX-License-Identifier: MIT
// Open files close once, and names are compared by what they stand for.
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tests/replay/file_fixture.hpp>

namespace tandem::test {
namespace {

using replay::OpenFile;
using replay::calls::Opening;
using SystemFile = FileTest;

bool is_descriptor_open(int file) { return ::fcntl(file, F_GETFD) >= 0; }

TEST_F(SystemFile, IsClosedOnceByItsLastOwner) {
    OpenFile first = replay::open_file(path_, Opening::new_file);
    ASSERT_TRUE(first.is_open());
    const int file = first.get();
    OpenFile second = std::move(first);
    EXPECT_TRUE(is_descriptor_open(file));
    EXPECT_EQ(second.close(), 0);
    EXPECT_FALSE(second.is_open());
    EXPECT_FALSE(is_descriptor_open(file));
    EXPECT_EQ(second.close(), 0);
    {
        const OpenFile third = replay::open_file(path_, Opening::reading);
        EXPECT_EQ(third.get(), file) << "the number is free again";
    }
    EXPECT_FALSE(is_descriptor_open(file));
}

TEST_F(SystemFile, KeepsTheErrorOfAFailedCall) {
    EXPECT_EQ(replay::open_file(path_, Opening::reading).system_error(), ENOENT);
    write_text("taken");
    EXPECT_EQ(replay::open_file(path_, Opening::new_file).system_error(), EEXIST);
    const OpenFile file = replay::open_file(path_, Opening::reading);
    ASSERT_TRUE(file.is_open());
    OpenFile stolen = replay::open_file(path_, Opening::reading);
    ::close(stolen.get());
    EXPECT_EQ(stolen.close(), EBADF);
}

TEST_F(SystemFile, IsKnownByWhatItsNameStandsFor) {
    write_text("one");
    const OpenFile file = replay::open_file(path_, Opening::reading);
    EXPECT_TRUE(replay::names(path_, file.get()));
    EXPECT_TRUE(replay::is_same_file(file.get(), replay::open_file(path_, Opening::reading).get()));
    std::filesystem::rename(path_, path_ + ".moved");
    EXPECT_FALSE(replay::names(path_, file.get()));
    EXPECT_TRUE(replay::names(path_ + ".moved", file.get()));
    write_text("other");
    EXPECT_FALSE(replay::names(path_, file.get()));
    EXPECT_FALSE(
        replay::is_same_file(file.get(), replay::open_file(path_, Opening::reading).get()));
}

TEST_F(SystemFile, GrowsBesideItsNameAndIsRemovedUnlessItTakesIt) {
    write_text("old");
    {
        const auto first = replay::create_sibling(path_);
        const auto second = replay::create_sibling(path_);
        ASSERT_TRUE(first && second);
        EXPECT_EQ(first->name, path_ + ".new0");
        EXPECT_EQ(second->name, path_ + ".new1");
        EXPECT_EQ(replay::write_all(second->file.get(), sim::as_bytes("new")), 0);
        EXPECT_EQ(replay::calls::rename_over(second->name, path_), 0);
        // The name may belong to somebody else by now.
        std::ofstream(second->name) << "theirs";
    }
    EXPECT_EQ(read_text(), "new");
    EXPECT_FALSE(std::filesystem::exists(path_ + ".new0"));
    EXPECT_TRUE(std::filesystem::exists(path_ + ".new1"));
    const auto nowhere = replay::create_sibling(folder_ + "/none/file");
    EXPECT_EQ(nowhere ? "" : nowhere.error().text(),
              folder_ + "/none/file: cannot be created: No such file or directory");
}

TEST_F(SystemFile, HasASizeOnlyWhereItIsRegular) {
    EXPECT_EQ(replay::size_of_regular(OpenFile()), std::nullopt);
    EXPECT_EQ(replay::size_of_regular(replay::open_file(folder_, Opening::reading)), std::nullopt);
    write_text("12345");
    EXPECT_EQ(replay::size_of_regular(replay::open_file(path_, Opening::reading)), 5U);
}

}  // namespace
}  // namespace tandem::test
