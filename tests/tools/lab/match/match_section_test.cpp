// SPDX-License-Identifier: MIT
// The match as the verb has it, inside of the test.
#include <algorithm>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <tests/tools/lab/lab_program.hpp>

namespace tandem::test {
namespace {

class LabMatch : public InFolder {
protected:
    static Said match(std::vector<std::string> options) {
        return lab_program(joined({"lab", "match"}, options));
    }
};

TEST_F(LabMatch, IsOneOfTheLabsExperiments) {
    EXPECT_TRUE(says(lab_program({"lab"}).out, "match"));
    EXPECT_TRUE(says(lab_program({"lab", "mtach"}).err, "did you mean match"));
}

TEST_F(LabMatch, WrongOptionsAreUsageErrors) {
    EXPECT_EQ(match({"--seconds", "1"}).code, 2);
    EXPECT_EQ(match({"--arm", "V-none"}).code, 2);
    EXPECT_EQ(match({"--loop", "L3"}).code, 2);
    EXPECT_EQ(match({"--real"}).code, 2);
    EXPECT_EQ(match({"-o", ""}).code, 2);
    EXPECT_EQ(match({"--repeats", "0"}).code, 2);
    EXPECT_EQ(lab_program({"lab", "loops", "--arm", "V-naive"}).code, 2);
    EXPECT_EQ(lab_program({"lab", "loops", "-o", "x"}).code, 2);
}

TEST_F(LabMatch, ARecordingInTheWayIsSaidBeforeAnythingIsPlayed) {
    write("V-same-1-slow.tandem", "");
    const Said said = match({"--arm", "V-same", "--seconds", "3600", "-o", path("")});
    EXPECT_EQ(said.code, 5);
    EXPECT_TRUE(says(said.err, "V-same-1-slow.tandem"));
}

TEST_F(LabMatch, AFolderThatCannotBeMadeIsAnError) {
    const std::string file = write("file", "");
    EXPECT_EQ(match({"--arm", "V-same", "-o", file + "/folder"}).code, 5);
}

// What a match gives the processes that it starts, typed by a person.
TEST_F(LabMatch, AsPlayerByHandIsAUsageErrorThatSaysWhatToTypeInstead) {
    const int file = ::open("/dev/null", O_RDWR);
    for (const std::string& number :
         {std::string("-1"), std::string("1000"), std::to_string(file), std::string("x")}) {
        const Said said = match({"--as-player", number});
        EXPECT_EQ(said.code, 2) << number;
        EXPECT_TRUE(says(said.err, "--as-player")) << number;
        EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    }
    EXPECT_TRUE(says(match({"--as-player", "-1"}).err, "here lab match"));
    ::close(file);
}

TEST_F(LabMatch, PlaysForReal) {
    const std::vector<std::string> options{"--arm",     "F-int",       "--seconds", "2",
                                           "--repeats", "1",           "--machine", "0:20,0:200",
                                           "-o",        path("files"), "--csv"};
    const Said said = match(options);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\nmatch,F-int,yes,50,"));
    EXPECT_TRUE(says(said.out, ",identical,yes\n"));
    // Also where no terminal shows how it goes.
    EXPECT_TRUE(
        said.err.starts_with("playing 1 arm, 1 pair: about 3 s\n"
                             "1/1 F-int: identical, frames "))
        << said.err;
    EXPECT_TRUE(said.err.ends_with(" stalls\n") || said.err.ends_with(" stall\n")) << said.err;
    EXPECT_TRUE(says(said.err, "no difference in 50 ticks, 1 outcome of 2 runs"));
}

}  // namespace
}  // namespace tandem::test
