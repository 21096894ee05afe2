// SPDX-License-Identifier: MIT
// A temporary folder lives as long as someone holds it, and no longer than until the next match.
#include <tandem/tools/lab/match/folder.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::lab::match::Folder;

class MatchFolder : public InFolder {
protected:
    MatchFolder() {
        const char* const folder = std::getenv("TMPDIR");
        before_ = folder == nullptr ? "" : folder;
        std::filesystem::create_directory(path("tmp"));
        EXPECT_EQ(::setenv("TMPDIR", path("tmp").c_str(), 1), 0);
    }
    ~MatchFolder() override {
        before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1);
    }

    std::size_t folders() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path("tmp")), {}));
    }
    static Folder temporary() {
        auto folder = Folder::temporary();
        EXPECT_TRUE(folder) << folder.error().text();
        std::ofstream(folder->path() + "/a.tandem") << "recorded";
        return std::move(*folder);
    }
    // What a process leaves that makes one and is then killed; its path.
    std::string left_behind() const {
        const std::string name = path("name");
        const pid_t process = ::fork();
        if (process == 0) {
            const Folder folder = temporary();
            std::ofstream(name) << folder.path();
            ::kill(::getpid(), SIGKILL);
        }
        int status = 0;
        EXPECT_EQ(::waitpid(process, &status, 0), process);
        EXPECT_TRUE(WIFSIGNALED(status));
        std::string left;
        std::getline(std::ifstream(name), left);
        EXPECT_TRUE(std::filesystem::exists(left + "/a.tandem"));
        return left;
    }

private:
    std::string before_;
};

TEST_F(MatchFolder, IsGoneWithItsObjectIfTemporary) {
    {
        const Folder one = temporary();
        const Folder other = temporary();
        EXPECT_TRUE(one.is_temporary());
        EXPECT_NE(one.path(), other.path());
        EXPECT_EQ(folders(), 2U);
    }
    EXPECT_EQ(folders(), 0U);
    {
        const auto named = Folder::named(path("a/b"));
        ASSERT_TRUE(named);
        EXPECT_FALSE(named->is_temporary());
        EXPECT_EQ(named->path(), path("a/b"));
    }
    EXPECT_TRUE(std::filesystem::is_directory(path("a/b")));
}

TEST_F(MatchFolder, OfAProcessThatWasKilledIsRemovedByTheNext) {
    const std::string left = left_behind();
    const Folder next = temporary();
    EXPECT_FALSE(std::filesystem::exists(left));
    EXPECT_EQ(folders(), 1U);
}

TEST_F(MatchFolder, OfALiveProcessIsLeftAlone) {
    const Folder mine = temporary();
    // The next match is another process. Locks belong to open files, so that this one would be
    // refused a second one as well.
    const pid_t process = ::fork();
    if (process == 0) {
        { const Folder other = temporary(); }
        ::_exit(0);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(process, &status, 0), process);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(std::filesystem::exists(mine.path() + "/a.tandem"));
}

TEST_F(MatchFolder, ThatSomebodyNamedIsNeverTakenForOneLeftBehind) {
    const std::string left = left_behind();
    std::filesystem::rename(left, path("tmp/tandem-match-second"));
    std::filesystem::create_directory(path("tmp/tandem-match-temporary-mine"));
    write("tmp/tandem-match-temporary-abcdef", "a file");
    std::filesystem::create_directory(path("elsewhere"));
    write("elsewhere/precious", "x");
    std::filesystem::create_directory_symlink(path("elsewhere"),
                                              path("tmp/tandem-match-temporary-ghijkl"));
    { const Folder next = temporary(); }
    EXPECT_EQ(folders(), 4U);
    EXPECT_TRUE(std::filesystem::exists(path("elsewhere/precious")));
}

TEST_F(MatchFolder, WithAnythingButRecordingsStays) {
    std::filesystem::create_directory(path("tmp/tandem-match-temporary-backup"));
    write("tmp/tandem-match-temporary-backup/a.tandem", "recorded");
    write("tmp/tandem-match-temporary-backup/letter.txt", "precious");
    { const Folder next = temporary(); }
    EXPECT_TRUE(std::filesystem::exists(path("tmp/tandem-match-temporary-backup/letter.txt")));
    EXPECT_TRUE(std::filesystem::exists(path("tmp/tandem-match-temporary-backup/a.tandem")));
    std::filesystem::remove(path("tmp/tandem-match-temporary-backup/letter.txt"));
    { const Folder next = temporary(); }
    EXPECT_EQ(folders(), 0U);
}

TEST_F(MatchFolder, ThatCannotBeMadeIsAnError) {
    const auto named = Folder::named(write("file", "x") + "/below");
    ASSERT_FALSE(named);
    EXPECT_EQ(named.error().code, sim::ErrorCode::io);
}

}  // namespace
}  // namespace tandem::test
