// SPDX-License-Identifier: MIT
// A page is there as a whole or not at all, and replaces nothing that nobody gave up.
#include <tandem/tools/system/write_page.hpp>

#include <filesystem>
#include <iterator>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

class WritePage : public test::InFolder {
protected:
    std::size_t files_in(const std::string& folder) const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder), {}));
    }
};

TEST_F(WritePage, MakesTheFolderAndLeavesNothingButThePage) {
    const std::string folder = path("a/b");
    const auto written = write_page(folder, "page.html", "content", false);
    ASSERT_TRUE(written) << written.error().text();
    EXPECT_EQ(*written, folder + "/page.html");
    EXPECT_EQ(test::content_of(*written), "content");
    EXPECT_EQ(files_in(folder), 1U);
}

TEST_F(WritePage, RefusesAFileThatExistsUnlessForced) {
    ASSERT_TRUE(write_page(path("a"), "page.html", "old", false));
    const auto refused = write_page(path("a"), "page.html", "new", false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(check_page(path("a"), "page.html", false).error().text(), refused.error().text());
    EXPECT_TRUE(check_page(path("a"), "page.html", true));
    EXPECT_TRUE(check_page(path("b"), "page.html", false));
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_EQ(refused.error().place, path("a") + "/page.html");
    EXPECT_TRUE(test::says(refused.error().message, "exists already"));
    EXPECT_EQ(test::content_of(path("a/page.html")), "old");
    ASSERT_TRUE(write_page(path("a"), "page.html", "new", true));
    EXPECT_EQ(test::content_of(path("a/page.html")), "new");
    EXPECT_EQ(files_in(path("a")), 1U);
}

TEST_F(WritePage, NeverReplacesWhatIsNoRegularFile) {
    std::filesystem::create_directories(path("a/page.html"));
    std::filesystem::create_directories(path("b"));
    std::filesystem::create_symlink(path("elsewhere"), path("b/page.html"));
    for (const char* folder : {"a", "b"}) {
        for (const bool force : {false, true}) {
            const auto refused = write_page(path(folder), "page.html", "new", force);
            ASSERT_FALSE(refused) << folder;
            EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
        }
        EXPECT_EQ(files_in(path(folder)), 1U);
    }
    EXPECT_FALSE(std::filesystem::exists(path("elsewhere")));
}

TEST_F(WritePage, SaysWhyAFolderCannotBe) {
    const std::string file = write("file", "x");
    for (const std::string& folder : {file, file + "/below"}) {
        const auto refused = write_page(folder, "page.html", "new", false);
        ASSERT_FALSE(refused) << folder;
        EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
        EXPECT_EQ(refused.error().place, folder);
        EXPECT_TRUE(test::says(refused.error().message, "cannot be created: "));
    }
}

TEST_F(WritePage, SaysOfALinkToNothingWhatItIsBeforeAPageIsMade) {
    std::filesystem::create_symlink("nowhere", path("link"));
    for (const std::string& folder : {path("link"), path("link/below")}) {
        const auto refused = write_page(folder, "page.html", "new", false);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
        EXPECT_EQ(refused.error().place, path("link"));
        EXPECT_TRUE(
            test::says(refused.error().message, "is a symbolic link to " + path("nowhere")));
        for (const bool force : {false, true}) {
            const auto checked = check_page(folder, "page.html", force);
            ASSERT_FALSE(checked);
            EXPECT_EQ(checked.error().text(), refused.error().text());
        }
    }
    std::filesystem::create_directory(path("nowhere"));
    EXPECT_TRUE(write_page(path("link"), "page.html", "new", false));
    EXPECT_EQ(test::content_of(path("nowhere/page.html")), "new");
}

TEST_F(WritePage, GrowsBesideWhatProgramsThatWereKilledLeftBehind) {
    ASSERT_TRUE(write_page(path("a"), "page.html", "old", false));
    write("a/page.html.new0", "left behind");
    ASSERT_TRUE(write_page(path("a"), "page.html", "new", true));
    EXPECT_EQ(test::content_of(path("a/page.html")), "new");
    EXPECT_EQ(test::content_of(path("a/page.html.new0")), "left behind");
    EXPECT_EQ(files_in(path("a")), 2U);
}

}  // namespace
}  // namespace tandem::tools
