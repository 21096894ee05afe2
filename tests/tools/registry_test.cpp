// SPDX-License-Identifier: MIT
// The game for a verb is the one named, or the only one.
#include <tandem/tools/registry.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

template <class Game>
RegisteredGame registered() {
    return {&sim::GameModel<Game>::game_info(), &sim::erase<Game>};
}

TEST(Registry, TheOnlyGameNeedsNoName) {
    const Registry registry({registered<test::Counter>()});
    EXPECT_EQ(registry.choose("")->info->name, "counter");
    EXPECT_EQ(registry.choose("counter")->make().info().name, "counter");
}

TEST(Registry, AmongSeveralOneMustBeNamedRightly) {
    const Registry registry({registered<test::Counter>(), registered<test::Leaky>()});
    EXPECT_EQ(registry.names(), "counter, leaky");
    EXPECT_EQ(registry.choose("leaky")->info->name, "leaky");
    EXPECT_TRUE(says(registry.choose("").error().message, "--game NAME"));
    EXPECT_TRUE(says(registry.choose("countre").error().message, "did you mean counter?"));
    EXPECT_EQ(registry.find("chess"), nullptr);
}

}  // namespace
}  // namespace tandem::tools
