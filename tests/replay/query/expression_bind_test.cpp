// SPDX-License-Identifier: MIT
// What the schemas refuse, in one sentence that says where and what there is instead.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/replay/query/expression.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::replay {
namespace {

sim::Result<Expression> bound_rich(const std::string& text) {
    static const sim::GameInfo info = sim::erase<test::RichGame>().info();
    return Expression::parse(text, {info.state_schema, info.input_schema, 2});
}

std::string binding_refusal(const std::string& text) {
    const auto expression = bound_rich(text);
    EXPECT_FALSE(expression) << text;
    return expression ? "" : expression.error().text();
}

testing::AssertionResult refuses(const std::string& text, const std::string& words) {
    const std::string said = binding_refusal(text);
    return said.find(words) != std::string::npos
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "'" << words << "' is not in: " << said;
}

TEST(ExpressionBind, NamesTheNearestFieldAndItsPlace) {
    EXPECT_TRUE(
        refuses("u8 == 1 and unist.size > 2",
                "expression, character 13: 'unist.size': there is no field with this path"));
    EXPECT_TRUE(refuses("unist.size > 2", "did you mean units?"));
    EXPECT_TRUE(refuses("units[0].ph == 1", "units[0] has team, hp, is_awake, position"));
    EXPECT_TRUE(refuses("changed(moood)", "did you mean mood?"));
    EXPECT_TRUE(refuses("5 < unist.size", "character 5: 'unist.size'"));
}

TEST(ExpressionBind, NamesTheNearestLabel) {
    EXPECT_TRUE(refuses("mood == firce",
                        "character 9: 'mood' has no label 'firce', did you mean fierce?; it has "
                        "the labels calm, wary, fierce"));
    EXPECT_TRUE(refuses("mood < calm", "labels have no order"));
    EXPECT_TRUE(bound_rich("mood == calm and calm != mood and mood == 2 and mood >= 1"));
    EXPECT_TRUE(bound_rich("mood == \"wary\""));
}

TEST(ExpressionBind, SaysWhatAFieldCanBeComparedWith) {
    EXPECT_TRUE(refuses("title == 1", "'title' is a text, which stands in quotes"));
    EXPECT_TRUE(refuses("title < \"b\"", "'title' has no order here"));
    EXPECT_TRUE(refuses("u8 == \"1\"", "'u8' is a number"));
    EXPECT_TRUE(refuses("u8", "'u8' is a number"));
    EXPECT_TRUE(refuses("is_night == 1", "'is_night' is true or false"));
    EXPECT_TRUE(refuses("is_night > true", "has no order"));
    EXPECT_TRUE(refuses("flags == \"1\"", "'flags' has 13 bits"));
    EXPECT_TRUE(refuses("units[0] == 1", "'units[0]' has parts"));
    EXPECT_TRUE(refuses("units", "'units' has parts"));
    EXPECT_TRUE(refuses("real == 1", "is floating point, which only changed() may ask for"));
    EXPECT_TRUE(bound_rich("changed(real)"));
    EXPECT_TRUE(refuses("u8 == title", "these are not compared"));
    EXPECT_TRUE(refuses("real == real", "these are not compared"));
    EXPECT_TRUE(refuses("gates[0] < gates[1]", "has no order"));
    EXPECT_TRUE(refuses("u8 == 1e5", "is no number"));
    EXPECT_TRUE(refuses("level == raw 0.5", "a raw number is a whole one"));
    EXPECT_TRUE(refuses("1 == 2", "two values are compared"));
    EXPECT_TRUE(refuses("5", "a value alone is no condition"));
    EXPECT_TRUE(refuses("action == alternative 3", "has the alternatives 0 to 2"));
    EXPECT_TRUE(refuses("u8 == alternative 0", "'u8' is a number"));
    EXPECT_TRUE(refuses("pick > none", "has no order"));
    EXPECT_TRUE(bound_rich("pick == 3 and goal.x > 1 and action == \"walks\""));
}

TEST(ExpressionBind, KnowsTheSlotsAndTheirInputs) {
    EXPECT_TRUE(refuses("present(2)", "there are 2 players, 0 to 1"));
    EXPECT_TRUE(refuses("input[2].throws == 1", "there are 2 players, 0 to 1"));
    EXPECT_TRUE(refuses("input.throws == 1", "input[0].NAME"));
    EXPECT_TRUE(refuses("input[0].thorws == 1", "did you mean throws?"));
    EXPECT_TRUE(bound_rich("input[1].target == none and changed(input[*])"));
}

struct BadExpression {
    std::string text;
    std::size_t character;  // from 1
    std::string words;
};

TEST(ExpressionBind, EveryRefusalHasItsCharacterAndSaysWhatThereIs) {
    const std::vector<BadExpression> all{
        {"", 1, "expected a field or a value, found the end"},
        {"(u8 == 1", 9, "expected and, or, or ), found the end"},
        {"u8 == 1 andd u8 == 2", 9, "found 'andd', did you mean and?"},
        {"u8 == 1 nad u8 == 2", 9, "expected and, or, or the end, found 'nad'"},
        {"chnged(u8)", 1, "there are changed(PATH) and present(PLAYER), did you mean changed?"},
        {"u8 == 1 and size(units) > 2", 13, "'size(' is not known here; there are changed(PATH)"},
        {"u8 <> 1", 4, "'<>' is not known here; write != for different"},
        {"u8 === 1", 6, "'=' begins nothing here; write == to compare"},
        {"u8 == \xc3\xbc", 7, "'\\xc3\\xbc' begins nothing here"},
        {"u8 == 1;", 8, "';' begins nothing here"},
        {"unist[0].hp == 1", 1, "did you mean units?"},
        {"units[0].ph == 1", 10, "units[0] has team, hp, is_awake, position"},
        {"units[0].position.z == 1", 19, "units[0].position has x, y"},
        {"units[x].hp == 1", 6, "units has size, [0] and so on"},
        {"units.siez > 1", 7, "units has size, [0] and so on, did you mean size?"},
        {"u8 == 1 and units[0].ph == 1", 22, "units[0] has team, hp"},
        {"`units[0].ph` == 1", 11, "units[0] has team, hp"},
        {"changed(units[0].ph)", 18, "units[0] has team, hp"},
        {"5 < units[0].ph", 14, "units[0] has team, hp"},
        {"input[0].thorws == 1", 10, "did you mean throws?"},
        {"gates[99] == some", 6, "gates has [0] to ["},
        {"u8", 1, "'u8' is a number; alone it is no condition"},
        {"not units", 5, "'units' has parts: name one of them, or ask changed(); alone it is no"},
        {std::string("u8 == 1 and ") + std::string(3'000, 'a') + " == 1", 13, "there are "},
        {std::string(2'000, 'u') + "[0].x[1].y == 1", 1, "there is no field with this path"},
    };
    for (const BadExpression& bad : all) {
        const std::string said = binding_refusal(bad.text);
        const std::string place = "expression, character " + std::to_string(bad.character) + ": ";
        EXPECT_TRUE(said.starts_with(place)) << bad.text << "\n" << said;
        EXPECT_NE(said.find(bad.words), std::string::npos) << bad.text << "\n" << said;
    }
}

// Each part of so long a path is asked for by itself; that must not take long.
TEST(ExpressionBind, ALongPathIsRefusedAsSoonAsAShortOne) {
    std::string path = "units";
    while (path.size() < 4'000) {
        path += "[0].x";
    }
    EXPECT_TRUE(refuses(path + " == 1", "character 10: "));
    std::string keys = "stock";
    while (keys.size() < 4'000) {
        keys += "[a]";
    }
    EXPECT_FALSE(bound_rich(keys + " == 1"));
}

// A game may have a field `input`: then that is meant.
TEST(ExpressionBind, PrefersAStatesOwnFieldNamedInput) {
    sim::SchemaNode leaf;
    leaf.kind = sim::FieldKind::unsigned_integer;
    leaf.width_bytes = 1;
    leaf.name = "input";
    sim::SchemaNode root;
    root.children = {leaf};
    const sim::Schema schema(root);
    const sim::Bytes state{std::byte{7}};
    const auto expression = Expression::parse("input == 7", {schema, schema, 1});
    ASSERT_TRUE(expression) << expression.error().text();
    EXPECT_TRUE(expression->holds({state, nullptr}, nullptr));
}

}  // namespace
}  // namespace tandem::replay
