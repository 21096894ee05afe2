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

INSTANTIATE_TEST_SUITE_P(All, RealDemo, testing::ValuesIn(k_demos),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace tandem::end_to_end
