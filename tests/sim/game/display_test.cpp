// SPDX-License-Identifier: MIT
// Drawing through the erased type. Includes erase.hpp and nothing else of sim: whether a game draws
// must not depend on what else a source includes.
#include <tandem/sim/game/erase.hpp>

#include <array>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace tandem {
namespace {

struct Painter {
    static constexpr std::string_view name = "painter";
    static constexpr TickRate tick_rate{60};
    static constexpr std::uint32_t players_max = 1;
    struct Input {
        std::uint8_t amount = 0;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(amount));
        }
    };
    void reset(const Setup&) { ticks = 0; }
    void step(Inputs<Input>) { ++ticks; }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(ticks));
    }
    void draw(Canvas& canvas, const Painter& previous, float alpha) const {
        if (ticks == 3) {
            throw std::runtime_error("out of paint");
        }
        canvas.status(std::to_string(previous.ticks) + " " + std::to_string(ticks) + " " +
                      std::to_string(static_cast<int>(alpha * 100)));
    }
    std::uint32_t ticks = 0;
};

// Another game of the same name.
struct Impostor : Painter {
    std::uint32_t more = 0;
};

class StatusCanvas : public Canvas {
public:
    void view(float, float, float, float) override {}
    void line(float, float, float, float, Color) override {}
    void circle(float, float, float, Color) override {}
    void polygon(std::span<const DrawPoint> corners, Color) override {
        shown_corners.assign(corners.begin(), corners.end());
    }
    void fill_rectangle(float, float, float, float, Color) override {}
    void text(float, float, std::string_view, Color) override {}
    void status(std::string_view text) override { shown = text; }
    std::string shown;
    std::vector<DrawPoint> shown_corners;
};

template <class Game>
sim::AnySimulation after(std::uint64_t ticks) {
    sim::AnySimulation simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(Setup{}));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        EXPECT_TRUE(simulation.step(sim::make_record(0, std::vector<sim::Bytes>(1))));
    }
    return simulation;
}

TEST(Display, AGameThatDrawsDrawsInASourceThatOnlyErasesIt) {
    const sim::AnySimulation previous = after<Painter>(1);
    const sim::AnySimulation current = after<Painter>(2);
    EXPECT_TRUE(current.info().has_draw);
    StatusCanvas canvas;
    ASSERT_TRUE(current.draw(canvas, previous, {1, 4}));
    EXPECT_EQ(canvas.shown, "1 2 25");
}

TEST(Display, ADrawThatThrowsIsAnErrorAndTheGameGoesOn) {
    sim::AnySimulation current = after<Painter>(3);
    StatusCanvas canvas;
    const auto drawn = current.draw(canvas, current, {1, 1});
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().code, sim::ErrorCode::step_failed);
    EXPECT_EQ(drawn.error().text(), "draw: the game threw an exception: out of paint");
    ASSERT_TRUE(current.step(sim::make_record(0, std::vector<sim::Bytes>(1))));
    EXPECT_TRUE(current.draw(canvas, current, {1, 1}));
    EXPECT_EQ(canvas.shown, "4 4 100");
}

TEST(DisplayDeathTest, ThePreviousStateMustBeOfTheSameGameNotOnlyOfTheSameName) {
    const sim::AnySimulation painter = after<Painter>(1);
    const sim::AnySimulation impostor = after<Impostor>(1);
    ASSERT_EQ(painter.info().name, impostor.info().name);
    StatusCanvas canvas;
    EXPECT_DEATH(static_cast<void>(painter.draw(canvas, impostor, {1, 1})), "assertion failed");
    EXPECT_DEATH(static_cast<void>(painter.draw(canvas, painter, {2, 1})), "assertion failed");
}

TEST(Display, AWideLineReachesHalfItsWidthToEitherSide) {
    StatusCanvas canvas;
    draw_wide_line(canvas, {1, 1}, {5, 1}, 2, {});
    ASSERT_EQ(canvas.shown_corners.size(), 4U);
    for (const DrawPoint& corner : canvas.shown_corners) {
        EXPECT_TRUE(corner.x == 1 || corner.x == 5) << corner.x;
        EXPECT_TRUE(corner.y == 0 || corner.y == 2) << corner.y;
    }
    canvas.shown_corners.clear();
    draw_wide_line(canvas, {1, 1}, {1, 1}, 2, {});
    EXPECT_TRUE(canvas.shown_corners.empty()) << "a line without length has no direction";
}

TEST(Display, EightPlayersHaveEightColoursAndTheNinthTheFirst) {
    std::set<std::array<std::uint8_t, 3>> colors;
    for (std::uint32_t slot = 0; slot < 8; ++slot) {
        const Color color = player_color(Slot{slot});
        colors.insert({color.red, color.green, color.blue});
    }
    EXPECT_EQ(colors.size(), 8U);
    EXPECT_EQ(player_color(Slot{8}).red, player_color(Slot{0}).red);
}

class NamedCanvas final : public StatusCanvas {
public:
    std::string player_name(Slot slot) const override { return slot.index == 0 ? name : ""; }
    bool is_own(Slot slot) const override { return slot.index == 1; }

    std::string name;
};

TEST(Display, AFigureIsLabelledYouOrByTheNameOrByTheNumber) {
    NamedCanvas canvas;
    canvas.name = "ann";
    EXPECT_EQ(label_of(canvas, Slot{0}), "ann");
    EXPECT_EQ(label_of(canvas, Slot{1}), "you");
    EXPECT_EQ(label_of(canvas, Slot{2}), "2");
    EXPECT_EQ(player_text(canvas, Slot{0}), "0 ann");
    EXPECT_EQ(player_text(canvas, Slot{1}), "1 (you)");
    EXPECT_EQ(player_text(canvas, Slot{2}), "2");
}

TEST(Display, ALongNameIsCutAfterTwelveWholeCharacters) {
    NamedCanvas canvas;
    canvas.name = "Zo\xc3\xab M\xc3\xbcller-\xc3\xa9lan";
    EXPECT_EQ(label_of(canvas, Slot{0}), "Zo\xc3\xab M\xc3\xbcller-\xc3\xa9");
    EXPECT_EQ(player_text(canvas, Slot{0}), "0 " + canvas.name);
}

TEST(Display, FixedPointIsShownAsTheNearestFloat) {
    EXPECT_EQ(to_display(Fixed::from_raw(std::int64_t{3} << 31)), 1.5F);
    EXPECT_EQ(to_display(Fixed::from_raw(-1)), -1.0F / 4294967296.0F);
    EXPECT_EQ(blend(1.0F, 3.0F, 0.25F), 1.5F);
}

TEST(Display, AlphaIsShownAsTheNearestFloat) {
    EXPECT_EQ(to_display(sim::Alpha{0, 60}), 0.0F);
    EXPECT_EQ(to_display(sim::Alpha{60, 60}), 1.0F);
    EXPECT_EQ(to_display(sim::Alpha{1, 3}), 1.0F / 3.0F);
    // The longest tick, whose denominator no float holds.
    constexpr std::uint64_t k_longest = 1'000'000'000ULL * 0xffffffff;
    EXPECT_EQ(to_display(sim::Alpha{k_longest / 4, k_longest}), 0.25F);
}

}  // namespace
}  // namespace tandem
