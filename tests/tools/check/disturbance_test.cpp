// SPDX-License-Identifier: MIT
// What is drawn can be written, and what is written can be read again.
#include <tandem/tools/check/disturbance.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/serialize/unportable.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools::check {
namespace {

TEST(Disturbances, AreReadAsTheyWereWritten) {
    for (const DisturbanceInfo& info : all_disturbances()) {
        EXPECT_EQ(&info_of(info.kind), &info);
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Disturbance drawn = draw_disturbance(info.kind, seed);
            if (seed % 2 != 0 && info.has_ticks) {
                drawn.ticks = {ChosenTicks::Way::listed, 0, {3, 70 + seed}};
            }
            const std::string text = disturbance_text(drawn);
            const auto read = parse_disturbance(text);
            ASSERT_TRUE(read) << text << ": " << read.error().text();
            EXPECT_EQ(*read, drawn) << text;
        }
    }
    EXPECT_EQ(disturbances_text(std::vector<Disturbance>{
                  {DisturbanceKind::rounding, 1, {ChosenTicks::Way::listed, 0, {57}}},
                  {DisturbanceKind::pattern, 0x5A, {}}}),
              "rounding/down@57,pattern/5a");
}

TEST(Disturbances, ThatNobodyKnowsAreRefusedByName) {
    const auto text_of = [](std::string_view text) {
        const auto read = parse_disturbance(text);
        EXPECT_FALSE(read) << text;
        return read ? std::string() : read.error().text();
    };
    EXPECT_NE(text_of("restor").find("restore"), std::string::npos);
    EXPECT_NE(text_of("rounding").find("rounding/up"), std::string::npos);
    EXPECT_NE(text_of("rounding/sideways").find("rounding/up"), std::string::npos);
    EXPECT_NE(text_of("pattern/00").find("pattern/01"), std::string::npos);
    EXPECT_NE(text_of("pattern/5a5").find("pattern/01"), std::string::npos);
    EXPECT_NE(text_of("heap").find("heap/1"), std::string::npos);
    EXPECT_NE(text_of("locale@3").find("takes no ticks"), std::string::npos);
    EXPECT_NE(text_of("restore@").find("@57"), std::string::npos);
    EXPECT_NE(text_of("restore@5+x").find("@57"), std::string::npos);
    EXPECT_NE(text_of("restore~").find("@57"), std::string::npos);
    EXPECT_NE(text_of("restore/3").find("but ticks"), std::string::npos);
    text_of("");
}

TEST(Disturbances, AtRandomTicksComeNowAndThen) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const ChosenTicks chosen{ChosenTicks::Way::seeded, seed, {}};
        int count = 0;
        for (std::uint64_t tick = 0; tick < 2000; ++tick) {
            count += chosen.has(tick) ? 1 : 0;
        }
        EXPECT_GT(count, 5) << seed;
        EXPECT_LT(count, 1500) << seed;
    }
    const ChosenTicks listed{ChosenTicks::Way::listed, 0, {4, 9}};
    EXPECT_TRUE(listed.has(9));
    EXPECT_FALSE(listed.has(8));
}

struct Floating : test::Counter {
    static constexpr std::string_view name = "floating";
    template <class Archive>
    void serialize(Archive& ar) {
        test::Counter::serialize(ar);
        ar(CEREAL_NVP(speed));
    }
    sim::Unportable<double> speed{};
};

TEST(Disturbances, OfFloatingPointAreNotForGamesThatHoldIt) {
    const auto& floating = sim::GameModel<Floating>::game_info();
    EXPECT_FALSE(check_disturbance(DisturbanceKind::rounding, floating));
    EXPECT_FALSE(check_disturbance(DisturbanceKind::flush, floating));
    EXPECT_TRUE(check_disturbance(DisturbanceKind::restore, floating));
    const auto& sound = sim::GameModel<test::Counter>::game_info();
    EXPECT_TRUE(check_disturbance(DisturbanceKind::locale, sound));
}

}  // namespace
}  // namespace tandem::tools::check
