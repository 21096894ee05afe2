// SPDX-License-Identifier: MIT
// A verb's values are what it declared, and it is found by every name it has.
#include <tandem/tools/verb.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

int nothing(const Arguments&, Context&) { return 0; }

std::vector<Option> one_of_each() {
    return {{.names = {"FILE"}, .value = Path{}, .is_repeated = true, .is_required = true},
            {.names = {"--force"}, .value = Flag{}},
            {.names = {"-n", "--name"}, .value = Text{}},
            {.names = {"--view"}, .value = OneOf{{"window", "none"}}},
            {.names = {"--ticks"}, .value = Whole{.most = 255}},
            {.names = {"--speed"}, .value = Number{}}};
}

TEST(Arguments, AreWhatWasGiven) {
    Arguments arguments(one_of_each());
    arguments.give("FILE", "a");
    arguments.give("FILE", "b");
    arguments.give("--force", "true");
    arguments.give("--name", "Ada");
    arguments.give("--view", "none");
    arguments.give("--ticks", "017");
    arguments.give("--speed", "0.25");
    EXPECT_EQ(arguments.texts("FILE"), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(arguments.flag("--force"));
    EXPECT_EQ(arguments.text("-n"), "Ada");
    EXPECT_EQ(arguments.text("--view"), "none");
    EXPECT_EQ(arguments.whole("--ticks"), 17U);
    EXPECT_EQ(arguments.whole<std::uint8_t>("--ticks"), std::uint8_t{17});
    EXPECT_EQ(arguments.number("--speed"), 0.25);
}

TEST(Arguments, ThatWereNotGivenAreNothing) {
    const Arguments arguments(one_of_each());
    EXPECT_FALSE(arguments.has("FILE"));
    EXPECT_TRUE(arguments.texts("FILE").empty());
    EXPECT_FALSE(arguments.flag("--force"));
    EXPECT_EQ(arguments.text("--name"), "");
    EXPECT_FALSE(arguments.whole("--ticks"));
    EXPECT_FALSE(arguments.number("--speed"));
}

TEST(ArgumentsDeath, AnOptionThatTheVerbDoesNotDeclareIsItsAuthorsMistake) {
    const Arguments arguments(one_of_each());
    EXPECT_DEATH(static_cast<void>(arguments.text("--nmae")), "declares no option --nmae");
    EXPECT_DEATH(static_cast<void>(arguments.text("--ticks")), "is_a_text");
    EXPECT_DEATH(static_cast<void>(arguments.flag("--name")), "verb.hpp");
    EXPECT_DEATH(static_cast<void>(arguments.whole("--speed")), "verb.hpp");
    EXPECT_DEATH(static_cast<void>(arguments.text("FILE")), "is_repeated");
    EXPECT_DEATH(static_cast<void>(arguments.texts("--name")), "is_repeated");
}

TEST(ArgumentsDeath, ATypeThatCannotHoldTheBoundsIsItsAuthorsMistake) {
    const std::vector<Option> options{{.names = {"--ticks"}, .value = Whole{.most = 256}}};
    const Arguments arguments(options);
    EXPECT_FALSE(arguments.whole<std::uint16_t>("--ticks"));
    EXPECT_DEATH(static_cast<void>(arguments.whole<std::uint8_t>("--ticks")), "bounds.most");
}

TEST(Verbs, AreFoundByEveryNameTheyHave) {
    const std::vector<Verb> verbs{{.name = "play", .other_names = {"watch"}, .run = &nothing},
                                  {.name = "best", .run = &nothing}};
    EXPECT_EQ(find_verb(verbs, "watch"), &verbs[0]);
    EXPECT_EQ(find_verb(verbs, "best"), &verbs[1]);
    EXPECT_EQ(find_verb(verbs, ""), nullptr);
    EXPECT_EQ(names_of(verbs), (std::vector<std::string>{"play", "watch", "best"}));
}

TEST(ProgramName, NamesAGameWhereThereAreSeveral) {
    const Verb record{.name = "record", .example = "record a", .starts_a_game = true};
    const Verb info{.name = "info", .example = "info a"};
    const ProgramName several{.games = {"duel", "swarm"}};
    const ProgramName one{.name = "race", .games = {"race"}};
    EXPECT_EQ(several.example(record), "tandem --game duel record a");
    EXPECT_EQ(several.example(info), "tandem info a");
    EXPECT_EQ(one.example(record), "race record a");
}

}  // namespace
}  // namespace tandem::tools
