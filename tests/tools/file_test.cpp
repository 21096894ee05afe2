// SPDX-License-Identifier: MIT
// Input files are read whole or refused with the system's reason.
#include <tandem/tools/file.hpp>

#include <filesystem>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using File = test::InFolder;

TEST_F(File, ComesBackByteForByte) {
    std::string content(200'000, '\0');
    for (std::size_t i = 0; i < content.size(); ++i) {
        content[i] = static_cast<char>(i * 31);
    }
    const auto bytes = read_file(write("a", content));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), content);
}

TEST_F(File, MissingIsAnIoErrorThatNamesIt) {
    const auto bytes = read_file(path("none"));
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, sim::ErrorCode::io);
    EXPECT_EQ(bytes.error().place, path("none"));
}

TEST_F(File, AFolderIsAnIoError) {
    const auto bytes = read_file(path("."));
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, sim::ErrorCode::io);
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

}  // namespace
}  // namespace tandem::tools
