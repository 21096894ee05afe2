// SPDX-License-Identifier: MIT
// Real people's demos through the program: recorded, played, verified, matched.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class RealDemo : public EndToEnd, public testing::WithParamInterface<Demo> {};

TEST_P(RealDemo, RecordsPlaysAndVerifiesWithEveryTickCompared) {
    const Demo& demo = GetParam();
    const auto source = source_of(demo);
    if (!source) {
        GTEST_SKIP() << no_demo_reason(demo);
    }
    const std::string file = path("demo.tandem");

    const Json recorded = report(0, {"--game", "duel", "record", "--inputs", *source, "-o", file});
    EXPECT_EQ(recorded["ticks"], demo.ticks);
    EXPECT_EQ(recorded["players"], demo.players);
    EXPECT_EQ(recorded["end"], "source_ended");

    const Json played = report(0, {"play", file, "--view", "none"});
    EXPECT_EQ(played["ticks"], demo.ticks);
    EXPECT_EQ(played["players"], demo.players);
    EXPECT_EQ(played["chain"], recorded["chain"]);

    const Json verified = report(0, {"verify", file});
    EXPECT_EQ(verified["verdict"], "same");
    EXPECT_EQ(verified["ticks_checked"], demo.ticks);
    EXPECT_EQ(verified["ticks_recorded"], demo.ticks);
    EXPECT_EQ(verified["chain"], recorded["chain"]);
}

class RealWad : public EndToEnd {};

TEST_F(RealWad, DemoIsReadStraightOutOfIt) {
    const Demo& demo = k_demos[0];
    const auto wad = debian_wad(demo.wad);
    if (!wad) {
        GTEST_SKIP() << "Debian's package freedm is not installed";
    }
    const Json recorded = report(
        0, {"--game", "duel", "record", "--inputs", "lmp:" + *wad + "#DEMO1", "-o", path("wad")});
    EXPECT_EQ(recorded["ticks"], demo.ticks);
    EXPECT_EQ(recorded["players"], demo.players);
    EXPECT_EQ(report(0, {"verify", path("wad")})["ticks_checked"], demo.ticks);
    // The same demo as a file of its own, where there is one.
    const std::string source = source_of(demo).value_or("");
    if (source.ends_with(".lmp")) {
        expect(0, {"--game", "duel", "record", "--inputs", source, "-o", path("lmp")});
        EXPECT_EQ(report(0, {"diff", path("wad"), path("lmp")})["verdict"], "identical");
    }
}

INSTANTIATE_TEST_SUITE_P(All, RealDemo, testing::ValuesIn(k_demos),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace tandem::end_to_end
