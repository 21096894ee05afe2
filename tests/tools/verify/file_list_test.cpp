// SPDX-License-Identifier: MIT
// Which recordings a command line means.
#include <filesystem>

#include <tandem/tools/verify/file_list.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using RecordingList = InFolder;

TEST_F(RecordingList, HasTheFilesOfAFolderByName) {
    std::filesystem::create_directory(path("sub"));
    for (const char* name : {"b.tandem", "a.tandem", "sub/c.tandem", "notes.txt"}) {
        write(name, "");
    }
    const auto files = tools::list_recordings({path(".")});
    ASSERT_TRUE(files);
    EXPECT_EQ(*files, (std::vector<std::string>{path("./a.tandem"), path("./b.tandem"),
                                                path("./sub/c.tandem")}));
}

TEST_F(RecordingList, HasAFileOnceHoweverOftenItIsNamed) {
    const std::string a = write("a.tandem", "");
    const std::string b = write("b.tandem", "");
    const auto files = tools::list_recordings({b, path(""), b, "absent"});
    ASSERT_TRUE(files);
    EXPECT_EQ(*files, (std::vector<std::string>{b, a, "absent"}));
}

TEST_F(RecordingList, OfAFolderWithoutRecordingsIsAnError) {
    const auto files = tools::list_recordings({path("")});
    ASSERT_FALSE(files);
    EXPECT_EQ(files.error().code, sim::ErrorCode::bad_data);
}

}  // namespace
}  // namespace tandem::test
