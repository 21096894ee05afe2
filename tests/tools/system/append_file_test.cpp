// SPDX-License-Identifier: MIT
// Lines are whole or torn, never mixed, whoever is killed or writes at the same time.
#include <tandem/tools/system/append_file.hpp>

#include <csignal>
#include <fstream>
#include <sstream>

#include <sys/resource.h>

#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::AppendFile;

class Appending : public InFolder {
protected:
    static std::string content(const std::string& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
};

TEST_F(Appending, KeepsWhatStandsThere) {
    const std::string file = write("a", "one\ntwo\n");
    auto opened = AppendFile::open(file, AppendFile::Sharing::alone);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->lines(), (std::vector<std::string>{"one", "two"}));
    EXPECT_FALSE(opened->has_torn_line());
    EXPECT_TRUE(opened->append("three"));
    EXPECT_TRUE(opened->sync());
    EXPECT_EQ(content(file), "one\ntwo\nthree\n");
}

TEST_F(Appending, LeavesATornLineAlone) {
    const std::string file = write("a", "one\ntw");
    auto opened = AppendFile::open(file, AppendFile::Sharing::alone);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->lines(), std::vector<std::string>{"one"});
    EXPECT_TRUE(opened->has_torn_line());
    EXPECT_TRUE(opened->append("three"));
    EXPECT_TRUE(opened->append("four"));
    EXPECT_EQ(content(file), "one\ntw\nthree\nfour\n");
}

TEST_F(Appending, AloneRefusesAnyOther) {
    const auto first = AppendFile::open(path("a"), AppendFile::Sharing::alone);
    ASSERT_TRUE(first);
    for (const auto sharing : {AppendFile::Sharing::alone, AppendFile::Sharing::shared}) {
        const auto second = AppendFile::open(path("a"), sharing);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().code, sim::ErrorCode::io);
        EXPECT_TRUE(says(second.error().message, "another program is writing it"));
    }
}

TEST_F(Appending, SharedTakesLinesOfAll) {
    auto first = AppendFile::open(path("a"), AppendFile::Sharing::shared);
    auto second = AppendFile::open(path("a"), AppendFile::Sharing::shared);
    ASSERT_TRUE(first && second);
    EXPECT_TRUE(first->append("1"));
    EXPECT_TRUE(second->append("2"));
    EXPECT_TRUE(first->append("3"));
    EXPECT_EQ(content(path("a")), "1\n2\n3\n");
}

TEST_F(Appending, NeedsARegularFile) {
    EXPECT_FALSE(AppendFile::open(path(""), AppendFile::Sharing::alone));
    EXPECT_FALSE(AppendFile::open("/dev/null", AppendFile::Sharing::alone));
    EXPECT_FALSE(AppendFile::open(path("absent/a"), AppendFile::Sharing::alone));
}

// As on a full disk: only the beginning of the line fits. What comes later stands alone again.
TEST_F(Appending, ThatDoesNotFitIsAnErrorAndTornOnlyOnce) {
    auto file = AppendFile::open(path("a"), AppendFile::Sharing::alone);
    ASSERT_TRUE(file);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{10, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto torn = file->append("a line of twenty....");
    const auto refused = file->append("another");
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(torn);
    EXPECT_EQ(torn.error().code, sim::ErrorCode::io);
    EXPECT_FALSE(refused);
    EXPECT_TRUE(file->append("whole"));
    EXPECT_EQ(content(path("a")), "a line of \nwhole\n");
}

}  // namespace
}  // namespace tandem::test
