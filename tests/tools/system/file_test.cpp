// SPDX-License-Identifier: MIT
// Input files are read whole or refused with the system's reason.
#include <tandem/tools/system/file.hpp>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using File = test::InFolder;

TEST_F(File, ComesBackByteForByte) {
    std::string content(200'000, '\0');
    for (std::size_t i = 0; i < content.size(); ++i) {
        content[i] = static_cast<char>(i * 31);
    }
    const auto bytes = read_named_file(write("a", content));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), content);
}

TEST_F(File, MissingIsAnIoErrorThatNamesIt) {
    const auto bytes = read_named_file(path("none"));
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, sim::ErrorCode::io);
    EXPECT_EQ(bytes.error().place, path("none"));
}

TEST_F(File, WhatIsNoRegularFileIsAnIoErrorAndNeverWaitedFor) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const std::vector<std::pair<std::string, const char*>> strange{
        {path("."), "is a folder"},
        {path("pipe"), "is a pipe that nobody writes"},
        {"/dev/zero", "device"}};
    for (const auto& [place, words] : strange) {
        const auto bytes = read_named_file(place);
        ASSERT_FALSE(bytes) << place;
        EXPECT_EQ(bytes.error().code, sim::ErrorCode::io) << place;
        EXPECT_TRUE(test::says(bytes.error().text(), place + ": "));
        EXPECT_TRUE(test::says(bytes.error().message, words));
    }
}

TEST_F(File, IsReadUpToTheLimitAndRefusedBeyondIt) {
    const std::string file = write("a", std::string(100, 'x'));
    EXPECT_TRUE(read_named_file(file, 100));
    const auto refused = read_named_file(file, 99);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::says(refused.error().message, "has 100 bytes, at most 99"));
    // A hole that takes no place on the disk would take all memory.
    std::filesystem::resize_file(file, k_source_bytes_max + 1);
    EXPECT_FALSE(read_named_file(file));
}

TEST_F(File, IsTheSameThroughLinksAndOtherSpellings) {
    const std::string a = write("a", "x");
    const std::string b = write("b", "x");
    std::filesystem::create_symlink(a, path("link"));
    EXPECT_TRUE(is_same_file(a, path("./a")));
    EXPECT_TRUE(is_same_file(a, path("link")));
    EXPECT_FALSE(is_same_file(a, b));
    EXPECT_FALSE(is_same_file(a, path("none")));
}

TEST_F(File, AFolderIsMadeWithThoseAboveItOrTheErrorSaysWhy) {
    ASSERT_TRUE(make_folder(path("a/b")));
    EXPECT_TRUE(std::filesystem::is_directory(path("a/b")));
    EXPECT_TRUE(make_folder(path("a/b")));
    const auto refused = make_folder(write("file", "x") + "/below");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_TRUE(test::says(refused.error().text(), "file/below: cannot be created: "));
}

TEST_F(File, AFolderBehindALinkIsMadeOnlyWhereTheLinkLeadsSomewhere) {
    std::filesystem::create_directory(path("there"));
    std::filesystem::create_symlink("there", path("sound"));
    std::filesystem::create_symlink("nowhere", path("dangling"));
    EXPECT_TRUE(make_folder(path("sound/below")));
    EXPECT_TRUE(check_links_of_folder(path("not/there/yet")));
    const auto refused = make_folder(path("dangling") + "/below");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_EQ(refused.error().place, path("dangling"));
    EXPECT_TRUE(test::says(refused.error().message,
                           "is a symbolic link to " + path("nowhere") + ", and there is nothing"));
    EXPECT_FALSE(std::filesystem::exists(path("nowhere")));
}

TEST_F(File, ALinkToNothingIsNamedByWhereItLeads) {
    std::filesystem::create_symlink("/no/such/folder", path("absolute"));
    const auto refused = make_folder(path("absolute"));
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::says(refused.error().message, "is a symbolic link to /no/such/folder, "));
}

TEST_F(File, OfALinkThatLeadsInACircleTheSystemSaysWhatIsWrong) {
    std::filesystem::create_symlink("loop", path("loop"));
    EXPECT_TRUE(check_links_of_folder(path("loop") + "/below"));
    const auto refused = make_folder(path("loop") + "/below");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::io);
    EXPECT_TRUE(test::says(refused.error().text(), "loop/below: cannot be created: "));
    EXPECT_FALSE(test::says(refused.error().message, "there is nothing"));
}

TEST_F(File, OfALinkIntoAFolderThatNobodyMayLookIntoTheSystemSaysWhatIsWrong) {
    // Root may look into every folder, so that it is somebody else for that while.
    constexpr uid_t k_nobody = 65'534;
    const uid_t self = ::geteuid();
    std::filesystem::create_directories(path("closed/inside"));
    std::filesystem::create_symlink("closed/inside", path("link"));
    std::filesystem::permissions(path("closed"), std::filesystem::perms::none);
    ASSERT_EQ(self == 0 ? ::seteuid(k_nobody) : 0, 0);
    const auto refused = make_folder(path("link") + "/below");
    ASSERT_EQ(self == 0 ? ::seteuid(self) : 0, 0);
    std::filesystem::permissions(path("closed"), std::filesystem::perms::owner_all);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::says(refused.error().text(), "link/below: cannot be created: "));
}

}  // namespace
}  // namespace tandem::tools
