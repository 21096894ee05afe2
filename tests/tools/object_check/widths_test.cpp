// SPDX-License-Identifier: MIT
// Which members are taken for those whose width the machine chooses.
#include <tandem/tools/object_check/widths.hpp>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

// "Game::count size_t count, ..." of a source as the preprocessor leaves it: NVP(x) stands for what
// it makes of CEREAL_NVP(x).
std::string widths_in(std::string source, const std::vector<std::string>& allowed = {}) {
    for (std::size_t at = 0; (at = source.find("NVP(", at)) != source.npos;) {
        const std::size_t end = source.find(')', at);
        const std::string name = source.substr(at + 4, end - at - 4);
        const std::string made = "::cereal::make_nvp(\"" + name + "\", " + name + ")";
        source.replace(at, end - at + 1, made);
        at += made.size();
    }
    std::string text;
    for (const Width& width : find_widths(source, allowed)) {
        text += (text.empty() ? "" : "; ") + width.member + " " + width.declaration;
    }
    return text;
}

std::string serialize_of(const std::string& fields) {
    return "template <class Archive> void serialize(Archive& ar) { ar(" + fields + "); }";
}

std::string widths_of(const std::string& declaration, const std::string& name = "count") {
    return widths_in("struct Game { " + declaration + " " + serialize_of("NVP(" + name + ")") +
                     " };");
}

TEST(Widths, AreFoundInWhatSerializeNames) {
    EXPECT_EQ(widths_of("std::size_t count;"), "Game::count std::size_t count");
    EXPECT_EQ(widths_of("long count = 3;"), "Game::count long count");
    EXPECT_EQ(widths_of("unsigned long count{};"), "Game::count unsigned long count");
    EXPECT_EQ(widths_of("std::uint_fast16_t count{0};"), "Game::count std::uint_fast16_t count");
    EXPECT_EQ(widths_of("ptrdiff_t count[4];"), "Game::count ptrdiff_t count");
    EXPECT_EQ(widths_of("std::vector<std::size_t> count;"),
              "Game::count std::vector<std::size_t> count");
    EXPECT_EQ(widths_of("std::map<std::string, long> count;"),
              "Game::count std::map<std::string, long> count");
    EXPECT_EQ(widths_of("int other; std::size_t some = 1, count = 2;"),
              "Game::count std::size_t count");
    EXPECT_EQ(widths_of("using Count = std::size_t; Count count;"), "Game::count Count count");
    EXPECT_EQ(widths_of("private: std::size_t count_;", "count_"),
              "Game::count_ std::size_t count_");
}

TEST(Widths, AreNotFoundElsewhere) {
    EXPECT_EQ(widths_of("std::uint64_t count;"), "");
    EXPECT_EQ(widths_of("int count; std::size_t size() const { std::size_t count = 0; return 1; }"),
              "");
    EXPECT_EQ(widths_of("static constexpr std::size_t k_max = 3; int count;"), "");
    EXPECT_EQ(widths_of("std::size_t goal; int count;"), "") << "made by reset, not saved";
    EXPECT_EQ(widths_of("Game() : count{1}, goal{2} { goal = 3; } int count; std::size_t goal;"),
              "");
    EXPECT_EQ(widths_of("std::size_t (*rule)(long); int count;"), "");
    EXPECT_EQ(widths_of("enum class Kind : long { a }; Kind count;"), "");
    EXPECT_EQ(widths_of("const char* said = \"std::size_t count;\"; int count;"), "");
    EXPECT_EQ(widths_of("int digits = 60'000; char letter = '\\''; int count;"), "");
    EXPECT_EQ(widths_of("const char* raw = R\"x(std::size_t count;)x\"; int count;"), "");
}

TEST(Widths, AreTheStructuresOwn) {
    const std::string unit = "struct Unit { std::size_t hp; " + serialize_of("NVP(hp)") + " };";
    EXPECT_EQ(widths_in("namespace game { struct Game final : Base<int> { " + unit +
                        " std::vector<Unit> units; int hp; " + serialize_of("NVP(units), NVP(hp)") +
                        " }; }"),
              "Unit::hp std::size_t hp");
    EXPECT_EQ(widths_in("struct Cost { std::size_t hp; }; struct Unit { int hp; " +
                        serialize_of("NVP(hp)") + " };"),
              "");
    EXPECT_EQ(
        widths_in("class alignas(8) Unit { std::size_t hp; " + serialize_of("NVP(hp)") + "};"),
        "Unit::hp std::size_t hp");
}

TEST(Widths, AreFoundWhereSerializeIsFreeOrDefinedOutside) {
    EXPECT_EQ(widths_in("struct Unit { std::size_t hp_; };"
                        "template <class Archive> void serialize(Archive& ar, Unit& unit) {"
                        " ar(::cereal::make_nvp(\"hp\", unit.hp_)); }"),
              "Unit::hp_ std::size_t hp_");
    EXPECT_EQ(widths_in("struct Unit { std::size_t hp; template <class A> void serialize(A&); };"
                        "template <class A> void Unit::serialize(A& ar) { ar(NVP(hp)); }"),
              "Unit::hp std::size_t hp");
}

TEST(Widths, TellFileAndLineAndPassOverTheSystem) {
    const std::string serialize = serialize_of("::cereal::make_nvp(\"a\", a)");
    const auto widths = find_widths(
        "# 1 \"game.cpp\"\n# 1 \"/usr/include/x.hpp\" 1 3\nstruct X {"
        " long a; " +
        serialize + " };\n# 2 \"game.cpp\" 2\n\nstruct Y {\n  long a;\n" + serialize + "\n};\n");
    ASSERT_EQ(widths.size(), 1U);
    EXPECT_EQ(text_of(widths[0]),
              "Y::a: `long a` has the width that the machine chooses; write std::int8_t to "
              "std::uint64_t\n    at game.cpp:4");
}

TEST(Widths, AreAllowedByName) {
    const std::string source =
        "struct Unit { long a; std::size_t b; " + serialize_of("NVP(a), NVP(b)") + " };";
    EXPECT_EQ(widths_in(source, {"Unit::a"}), "Unit::b std::size_t b");
    EXPECT_EQ(widths_in(source, {"Unit::*"}), "");
}

TEST(Widths, OfNonsenseAreNone) {
    for (const std::string text :
         {"", "}", "{{{", "struct", "struct {", "#", "# 1 \"", "\"", "'", "R\"(", "make_nvp",
          "make_nvp(\"a\"", "struct X { long a", "using", "using x = ;", "}}}} struct Y {};"}) {
        EXPECT_TRUE(find_widths(text).empty()) << text;
    }
}

}  // namespace
}  // namespace tandem::object_check
