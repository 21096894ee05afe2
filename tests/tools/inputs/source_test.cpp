// SPDX-License-Identifier: MIT
// What SOURCE means, and what is said where it means nothing.
#include <tandem/tools/inputs/source.hpp>

#include <tests/support/botless.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::Botless;
using test::Counter;
using test::says;

const sim::GameInfo& counter() { return sim::GameModel<Counter>::game_info(); }

std::string refused(const std::string& text, const sim::GameInfo& game = counter()) {
    const auto source = open_source(text, {.game = game});
    EXPECT_FALSE(source) << text;
    return source ? "" : source.error().text();
}

TEST(Source, UnknownOnesNameThoseThereAre) {
    for (const char* text :
         {"", "tape", "tape:x", "lmp:", "lmp:#DEMO1", "script:", "replay:", "bot:1", "random:1"}) {
        EXPECT_TRUE(says(refused(text), "expected keys, bot, random, script:FILE.csv")) << text;
    }
}

TEST(Source, KeysNeedATerminalAndAGameThatTakesThem) {
    EXPECT_TRUE(says(refused("keys"), "standard input or output is no terminal"));
    EXPECT_TRUE(
        says(refused("keys", sim::GameModel<test::Forgetful>::game_info()), "takes no keys"));
}

TEST(Source, NamesTheFileItReads) {
    EXPECT_EQ(source_file("lmp:a/b.wad#DEMO1"), "a/b.wad");
    EXPECT_EQ(source_file("lmp:a.lmp"), "a.lmp");
    EXPECT_EQ(source_file("script:x#1.csv"), "x#1.csv");
    EXPECT_EQ(source_file("replay:c:d.tandem"), "c:d.tandem");
    EXPECT_EQ(source_file("bot"), "");
    EXPECT_EQ(source_file("keys"), "");
}

TEST(Source, BotsOfAGameWithoutThemAreSaidToBeIdle) {
    EXPECT_TRUE((*open_source("bot", {.game = counter()}))->is_bot());
    const std::string text = no_bot_text(sim::GameModel<Botless>::game_info());
    EXPECT_TRUE(says(text, "botless has no bot (no bot_input)"));
    EXPECT_TRUE(says(text, "stands idle"));
}

TEST(Source, WithoutABotNobodyNamedIsRandomOnlyWhereAsked) {
    auto simulation = sim::erase<Botless>();
    tandem::Setup setup;
    setup.tick_rate = Botless::tick_rate;
    ASSERT_TRUE(simulation.reset(setup));
    const auto differs_from_idle = [&](bool mixes_in_random) {
        const auto source =
            make_default_source({.game = simulation.info(), .mixes_in_random = mixes_in_random});
        for (std::uint64_t tick = 0; tick < 10; ++tick) {
            const auto input = source->input(0, Slot{0}, sim::Tick{tick}, simulation);
            if (**input != simulation.info().idle_input) {
                return true;
            }
        }
        return false;
    };
    EXPECT_FALSE(differs_from_idle(false));
    EXPECT_TRUE(differs_from_idle(true));
}

TEST(Source, RandomPlaysAGameThatHasABot) {
    auto simulation = sim::erase<Counter>();
    ASSERT_TRUE(simulation.reset(tandem::Setup()));
    const auto random = open_source("random", {.game = counter()});
    ASSERT_TRUE(random);
    const auto input = (*random)->input(0, Slot{0}, sim::Tick{0}, simulation);
    EXPECT_EQ(**input, **make_random_source()->input(0, Slot{0}, sim::Tick{0}, simulation));
    EXPECT_FALSE((*random)->is_bot());
    EXPECT_FALSE((*random)->rows());
}

}  // namespace
}  // namespace tandem::tools
