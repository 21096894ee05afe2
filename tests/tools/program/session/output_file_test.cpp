// SPDX-License-Identifier: MIT
// Where a session is written, and where never.
#include <tandem/tools/program/session/output_file.hpp>

#include <filesystem>

#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using OutputFile = test::InFolder;

TEST_F(OutputFile, AnOutputIsNeverOneOfTheInputs) {
    SessionArguments options;
    options.inputs = {"1=script:" + write("a", "forward\n1\n")};
    options.output = path("other");
    EXPECT_EQ(*choose_output(options, "duel", ""), options.output);
    options.output = path("./a");
    EXPECT_FALSE(choose_output(options, "duel", ""));
    options.output = write("key", "a secret of some length");
    EXPECT_TRUE(choose_output(options, "duel", "", {""}));
    EXPECT_FALSE(choose_output(options, "duel", "", {path("key")}));
    options.inputs = {"lmp:" + write("x#y.lmp", "")};
    options.output = path("x#y.lmp");
    EXPECT_FALSE(choose_output(options, "duel", ""));
}

TEST_F(OutputFile, NoOtherOutputIsOneOfTheInputsEither) {
    SessionArguments options;
    options.inputs = {"script:" + write("a", "forward\n1\n")};
    EXPECT_TRUE(check_output("--trace", path("other"), options));
    EXPECT_TRUE(check_output("--trace", "", options, {""}));
    const auto refused = check_output("--trace", path("a"), options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::usage);
    EXPECT_EQ(refused.error().place, "--trace " + path("a"));
}

TEST_F(OutputFile, WithoutANameTheOutputIsDatedAndNew) {
    const std::string name = *choose_output({}, "duel", "host");
    EXPECT_EQ(name.find("duel-20"), 0U) << name;
    EXPECT_TRUE(name.ends_with("-host.tandem")) << name;
    EXPECT_FALSE(std::filesystem::exists(name));
    const std::string beside = new_name(path(""), "duel", "");
    EXPECT_EQ(beside.find(path("") + "duel-20"), 0U) << beside;
    write(beside.substr(path("").size()), "of the same second");
    EXPECT_NE(new_name(path(""), "duel", ""), beside);
}

TEST_F(OutputFile, ThatExistsIsReplacedOnlyByForce) {
    SessionArguments options;
    EXPECT_EQ(open_output(write("a", "old"), options).error().code, sim::ErrorCode::io);
    options.force = true;
    EXPECT_TRUE(open_output(path("a"), options));
    EXPECT_TRUE(open_output(path("b"), {}));
}

}  // namespace
}  // namespace tandem::tools
