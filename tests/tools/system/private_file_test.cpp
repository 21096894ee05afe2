// SPDX-License-Identifier: MIT
// A private file is its owner's alone at every moment, whole or not there, and never another file
// that a link leads to.
#include <tandem/tools/system/private_file.hpp>

#include <csignal>
#include <filesystem>
#include <iterator>

#include <sys/resource.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::content_of;
using test::says;

class PrivateFile : public test::InFolder {
protected:
    PrivateFile() : mask_(::umask(0)) {}
    ~PrivateFile() override { ::umask(mask_); }

    static unsigned mode_of(const std::string& path) {
        struct stat status {};
        EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
        return status.st_mode & 07777U;
    }
    std::ptrdiff_t names() const {
        return std::distance(std::filesystem::directory_iterator(path("")), {});
    }
    // Runs it while no file may grow, as on a full disk.
    template <class Action>
    static sim::Result<void> on_full_disk(Action action) {
        rlimit before{};
        EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{3, before.rlim_max};
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
        auto done = action();
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, handler);
        return done;
    }

private:
    mode_t mask_;
};

std::string text_or_error(const sim::Result<sim::Bytes>& bytes) {
    return bytes ? std::string(sim::as_text(*bytes)) : bytes.error().text();
}

TEST_F(PrivateFile, IsMadeForItsOwnerAloneEvenWhereTheUmaskPermitsAll) {
    ASSERT_TRUE(create_private_file(path("a"), sim::as_bytes("secret")));
    EXPECT_EQ(mode_of(path("a")), 0600U);
    EXPECT_EQ(content_of(path("a")), "secret");
    EXPECT_EQ(text_or_error(read_private_file(path("a"), 6)), "secret");
    EXPECT_EQ(names(), 1) << "no temporary file is left";
}

TEST_F(PrivateFile, IsNeverMadeWhereSomethingStands) {
    write("a", "precious");
    std::filesystem::create_symlink(path("nothing"), path("link"));
    for (const char* name : {"a", "link"}) {
        const auto refused = create_private_file(path(name), sim::as_bytes("secret"));
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
        EXPECT_TRUE(says(refused.error().text(), std::string(name) + ": cannot be written: File "
                                                                     "exists"));
    }
    EXPECT_EQ(content_of(path("a")), "precious");
    EXPECT_EQ(names(), 2);
}

TEST_F(PrivateFile, IsReplacedWholeAndIsPrivateAfterwardsWhateverItWasBefore) {
    write("a", "older and longer");
    ASSERT_EQ(::chmod(path("a").c_str(), 0644), 0);
    ASSERT_TRUE(replace_private_file(path("a"), sim::as_bytes("new")));
    EXPECT_EQ(mode_of(path("a")), 0600U);
    EXPECT_EQ(content_of(path("a")), "new");
    EXPECT_EQ(names(), 1);
}

TEST_F(PrivateFile, ReplacesALinkAndNotWhatItLeadsTo) {
    write("target", "precious");
    std::filesystem::create_symlink(path("target"), path("link"));
    ASSERT_TRUE(replace_private_file(path("link"), sim::as_bytes("new")));
    EXPECT_EQ(content_of(path("target")), "precious");
    EXPECT_FALSE(std::filesystem::is_symlink(path("link")));
    EXPECT_EQ(content_of(path("link")), "new");
}

TEST_F(PrivateFile, OnAFullDiskIsAsItWasAndNothingIsLeftBeside) {
    const auto created =
        on_full_disk([&] { return create_private_file(path("a"), sim::as_bytes("secret")); });
    ASSERT_FALSE(created);
    EXPECT_TRUE(
        says(created.error().text(), "a: cannot be written: File too large; nothing of it"));
    EXPECT_EQ(names(), 0);
    write("a", "older");
    const auto replaced =
        on_full_disk([&] { return replace_private_file(path("a"), sim::as_bytes("secret")); });
    ASSERT_FALSE(replaced);
    EXPECT_TRUE(says(replaced.error().text(), "the old file is as it was"));
    EXPECT_EQ(content_of(path("a")), "older");
    EXPECT_EQ(names(), 1);
}

TEST_F(PrivateFile, WhereThereIsNoFolderIsAnErrorThatNamesIt) {
    const auto refused = create_private_file(path("absent/a"), sim::as_bytes("secret"));
    ASSERT_FALSE(refused);
    EXPECT_TRUE(says(refused.error().text(), "absent/a: cannot be created: No such file"));
}

TEST_F(PrivateFile, ThatOthersMayUseIsRefusedInWordsThatMendItOrReadIfThatIsPermitted) {
    const std::string file = write("a file", "secret");
    for (const mode_t mode : {0640U, 0620U, 0604U, 0602U, 0601U, 0610U, 0666U}) {
        ASSERT_EQ(::chmod(file.c_str(), mode), 0);
        const auto refused = read_private_file(file, 100);
        ASSERT_FALSE(refused) << mode;
        EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
        EXPECT_TRUE(says(refused.error().message, "chmod 600 '" + file + "'"));
        EXPECT_EQ(text_or_error(read_private_file(file, 100, Readers::anybody)), "secret");
    }
    for (const mode_t mode : {0600U, 0400U, 0700U}) {
        ASSERT_EQ(::chmod(file.c_str(), mode), 0);
        EXPECT_EQ(text_or_error(read_private_file(file, 100)), "secret") << mode;
    }
}

TEST_F(PrivateFile, IsReadUnderItsOwnNameAndAsAFileOnly) {
    ASSERT_TRUE(create_private_file(path("a"), sim::as_bytes("secret")));
    std::filesystem::create_symlink(path("a"), path("link"));
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    ASSERT_EQ(::mkdir(path("folder").c_str(), 0700), 0);
    for (const auto& [name, words] :
         {std::pair("link", "is a symbolic link"), std::pair("pipe", "is no regular file"),
          std::pair("folder", "is no regular file"),
          std::pair("none", "cannot be opened: No such file")}) {
        const auto refused = read_private_file(path(name), 100);
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().place, path(name));
        EXPECT_TRUE(says(refused.error().message, words));
    }
}

TEST_F(PrivateFile, IsReadUpToTheLimitAndRefusedBeyondIt) {
    ASSERT_TRUE(create_private_file(path("a"), sim::as_bytes("secret")));
    const auto refused = read_private_file(path("a"), 5);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(says(refused.error().message, "has 6 bytes, at most 5 are read"));
    ASSERT_TRUE(create_private_file(path("empty"), {}));
    EXPECT_EQ(text_or_error(read_private_file(path("empty"), 5)), "");
}

TEST_F(PrivateFile, AFolderIsMadeForItsOwnerAloneWithThoseAboveItAndLeftAloneWhereItIsThere) {
    ASSERT_EQ(::mkdir(path("open").c_str(), 0755), 0);
    ASSERT_TRUE(make_private_folder(path("open/a/b")));
    EXPECT_EQ(mode_of(path("open")), 0755U);
    EXPECT_EQ(mode_of(path("open/a")), 0700U);
    EXPECT_EQ(mode_of(path("open/a/b")), 0700U);
    EXPECT_TRUE(make_private_folder(path("open/a/b")));
    const auto refused = make_private_folder(write("file", "x") + "/below");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(says(refused.error().text(), "file/below: cannot be created: "));
}

}  // namespace
}  // namespace tandem::tools
