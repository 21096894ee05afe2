// SPDX-License-Identifier: MIT
// What is said and how: JSON lines, hashes, and who hears what.
#include <tandem/tools/system/output.hpp>

#include <limits>
#include <sstream>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(JsonLine, KeepsTheOrderOfKeysAndNests) {
    const JsonObject object{{"b", std::uint64_t{18446744073709551615U}},
                            {"a", true},
                            {"none", JsonValue()},
                            {"list", JsonArray{JsonObject{{"path", "x[0]"}}, "text"}}};
    EXPECT_EQ(json_line(object),
              R"({"b":18446744073709551615,"a":true,"none":null,"list":[{"path":"x[0]"},"text"]})");
}

TEST(JsonLine, IsOneLineOfValidUtf8WhateverTheText) {
    const std::string line = json_line({{"text", std::string("a\nb\xff\"\x1b")}});
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(line, "{\"text\":\"a\\nb\xef\xbf\xbd\\\"\\u001b\",\"text_hex\":\"610a62ff221b\"}");
}

TEST(JsonLine, HasAllBytesOfANameThatIsNotUtf8AndOfNoOther) {
    EXPECT_EQ(json_line({{"file", std::string("\xc3\xbc.tandem")}}),
              "{\"file\":\"\xc3\xbc.tandem\"}");
    EXPECT_EQ(json_line({{"a", JsonObject{{"file", std::string("\xfc.t")}}}}),
              "{\"a\":{\"file\":\"\xef\xbf\xbd.t\",\"file_hex\":\"fc2e74\"}}");
}

TEST(JsonLine, HoldsNumbersOfBothSignsAndNoneThatIsNone) {
    EXPECT_EQ(
        json_line(
            {{"a", std::int64_t{-5}}, {"b", 0.1}, {"c", std::numeric_limits<double>::infinity()}}),
        R"({"a":-5,"b":0.1,"c":null})");
}

TEST(JsonLine, TakesIntegersOfEveryWidth) {
    EXPECT_EQ(json_line({{"a", -1},
                         {"b", std::int8_t{-2}},
                         {"c", std::uint16_t{3}},
                         {"d", ~0ULL},
                         {"e", 0.5F},
                         {"f", true}}),
              R"({"a":-1,"b":-2,"c":3,"d":18446744073709551615,"e":0.5,"f":true})");
    static_assert(!std::is_constructible_v<JsonValue, const int*>);
}

class ConsoleTest : public testing::Test {
protected:
    std::ostringstream out_;
    std::ostringstream err_;
    Console console_{out_, err_, "race"};
};

TEST_F(ConsoleTest, TextModeSaysLinesAndNoJson) {
    console_.print("data");
    console_.report({{"ticks", std::uint64_t{1}}});
    console_.print_note("a remark");
    EXPECT_EQ(out_.str(), "data\n");
    EXPECT_EQ(err_.str(), "a remark\n");
}

TEST_F(ConsoleTest, JsonModePutsSchemaAndVerbInFront) {
    console_.set_json(true);
    console_.set_verb("info");
    console_.print("data");
    console_.report({{"ticks", std::uint64_t{1}}});
    EXPECT_EQ(out_.str(), "{\"schema\":1,\"verb\":\"info\",\"ticks\":1}\n");
}

TEST_F(ConsoleTest, AnErrorIsOneObjectWithWhatWasFoundAllTheSame) {
    console_.set_json(true);
    console_.set_quiet(true);
    console_.set_verb("verify");
    console_.error({sim::ErrorCode::bad_data, "a.tandem, byte 7", "is \x1b cut"},
                   {{"file", "a.tandem"}});
    EXPECT_EQ(err_.str(), "race: a.tandem, byte 7: is \\x1b cut\n");
    EXPECT_EQ(
        out_.str(),
        "{\"schema\":1,\"verb\":\"verify\",\"file\":\"a.tandem\",\"error\":\"a.tandem, byte 7: is "
        "\\u001b cut\",\"code\":\"bad_data\",\"exit\":3}\n");
}

TEST_F(ConsoleTest, QuietKeepsRemarksAndNotErrors) {
    console_.set_quiet(true);
    console_.print_note("a remark");
    console_.error({sim::ErrorCode::io, "", "gone"});
    EXPECT_EQ(err_.str(), "race: gone\n");
}

TEST_F(ConsoleTest, WhatIsHeldBackComesOutInOrder) {
    console_.hold_notes();
    console_.print_note("one");
    console_.error({sim::ErrorCode::io, "", "two"});
    EXPECT_EQ(err_.str(), "");
    console_.release_notes();
    console_.print_note("three");
    EXPECT_EQ(err_.str(), "one\nrace: two\nthree\n");
}

TEST_F(ConsoleTest, WritesDataAsItIs) {
    EXPECT_TRUE(console_.write(std::string_view("a\0b", 3)));
    EXPECT_EQ(out_.str(), std::string("a\0b", 3));
    out_.setstate(std::ios::badbit);
    EXPECT_FALSE(console_.write("more"));
}

TEST_F(ConsoleTest, AFullDiskShowsAtFlush) {
    EXPECT_TRUE(console_.flush());
    out_.setstate(std::ios::badbit);
    console_.print("data");
    EXPECT_FALSE(console_.flush());
}

TEST(OutOfMemory, IsNoFaultOfTheProgramAndSaysDuringWhatAndWhatToDo) {
    const sim::Error error = out_of_memory("lab report");
    EXPECT_EQ(error.code, sim::ErrorCode::io);
    EXPECT_TRUE(error.text().starts_with("lab report: memory ran out; ")) << error.text();
    EXPECT_EQ(error.text().find("fault"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools
