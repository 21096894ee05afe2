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

TEST_F(OutputFile, TheNextNameCountsFromTheFirstNameAndIsNew) {
    EXPECT_EQ(next_name(path("x.tandem")), path("x-2.tandem"));
    write("x-2.tandem", "");
    std::filesystem::create_symlink(path("nowhere"), path("x-3.tandem"));
    EXPECT_EQ(next_name(path("x.tandem")), path("x-4.tandem"));
    EXPECT_EQ(next_name(path("x-2.tandem")), path("x-2-2.tandem"));
    EXPECT_EQ(next_name("x"), "x-2");
    EXPECT_EQ(next_name("a.b/x"), "a.b/x-2");
}

TEST_F(OutputFile, TheNextFileReplacesNothingButAFileWithoutTicks) {
    SessionArguments options;
    options.force = true;  // this is about the name that the user chose
    const std::string first = write("x.tandem", "the first one");
    write("x-2.tandem", "somebody else's");
    auto next = open_next_output({first}, false, options);
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ((*next)->path(), path("x-3.tandem"));
    next = open_next_output({first, path("x-3.tandem")}, false, options);
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ((*next)->path(), path("x-4.tandem"));
    next = open_next_output({first}, true, {});
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ((*next)->path(), first);
    EXPECT_EQ(test::content_of(path("x-2.tandem")), "somebody else's");
}

TEST_F(OutputFile, StandardOutputHasNoNextFile) {
    for (const bool is_replaced : {false, true}) {
        const auto next = open_next_output({"-"}, is_replaced, {});
        ASSERT_FALSE(next);
        EXPECT_EQ(next.error().code, sim::ErrorCode::usage);
        EXPECT_EQ(next.error().place, "--output -");
    }
}

TEST_F(OutputFile, WhereNoFileCanBeMadeTheNextOneIsAnError) {
    const auto next = open_next_output({path("none/x.tandem")}, false, {});
    ASSERT_FALSE(next);
    EXPECT_EQ(next.error().code, sim::ErrorCode::io);
}

}  // namespace
}  // namespace tandem::tools
