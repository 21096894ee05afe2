// SPDX-License-Identifier: MIT
// Both states are drawn, and where they differ is seen; a game that cannot is told in words.
#include <tandem/tools/autopsy/outputs.hpp>

#include <stdexcept>

#include <gtest/gtest.h>

#include <tandem/tools/formats/picture_writer.hpp>
#include <tests/tools/autopsy/two_sides.hpp>

namespace tandem::tools::autopsy {
namespace {

// Shows nothing of its state, and names it.
struct Blind : test::Listener {
    void draw(Canvas& canvas, const Blind&, float) const {
        canvas.view(0, 0, 100, 100);
        canvas.fill_rectangle(0, 0, 50, 50, {255, 255, 255});
        canvas.status("total " + std::to_string(total));
    }
};

// Shows its inputs' sum as a bar.
template <bool k_throws>
struct Drawing : test::Listener {
    void draw(Canvas& canvas, const Drawing&, float) const {
        if (k_throws) {
            throw std::runtime_error("no paint");
        }
        canvas.view(0, 0, 100, 100);
        canvas.fill_rectangle(0, 0, static_cast<float>(total % 97), 50, {255, 255, 255});
        canvas.status("total " + std::to_string(total));
    }
};

class StatePictures : public testing::Test {
protected:
    template <class Game>
    PageFacts drawn() {
        test::ListenerInputs inputs(60);
        const auto a = test::open_replay(test::record_inputs(inputs));
        inputs[30].first.tail = 50;
        const auto b = test::open_replay(test::record_inputs(inputs));
        AutopsyVerdict verdict;
        verdict.is_bad = true;
        verdict.tick = 30;
        const sim::AnySimulation spare = sim::erase<Game>();
        const PageInput input{a, &b, {"a", "b"}, verdict, &spare};
        PageFacts facts = gather_facts(input);
        add_states(input, facts);
        return facts;
    }
};

bool has_png() { return png_of(Raster(1, 1, 7)).has_value(); }

TEST_F(StatePictures, ThereAreBothAndTheirDifference) {
    const PageFacts facts = drawn<Drawing<false>>();
    if (!has_png()) {
        EXPECT_NE(facts.pictures_words.find("libpng"), std::string::npos);
        GTEST_SKIP() << "this build has no libpng";
    }
    ASSERT_EQ(facts.pictures.size(), 3U) << facts.pictures_words;
    for (const StatePicture& picture : facts.pictures) {
        EXPECT_TRUE(picture.png.starts_with("\x89PNG"));
    }
    EXPECT_EQ(facts.pictures[0].caption, "a");
    EXPECT_TRUE(facts.pictures[0].description.starts_with("total "));
    EXPECT_NE(facts.pictures[0].description, facts.pictures[1].description);
    EXPECT_TRUE(facts.pictures[2].caption.starts_with("Where they differ: blue is only in a"));
}

TEST_F(StatePictures, EqualPicturesAreShownOnceAndNotAgainOfALaterMoment) {
    const PageFacts facts = drawn<Blind>();
    if (!has_png()) {
        GTEST_SKIP() << "this build has no libpng";
    }
    ASSERT_EQ(facts.pictures.size(), 1U) << facts.pictures_words;
    EXPECT_EQ(facts.pictures[0].caption, "a and b");
    EXPECT_TRUE(facts.pictures[0].description.starts_with("a says: total "));
    EXPECT_NE(facts.pictures[0].description.find(". b says: total "), std::string::npos);
    EXPECT_NE(facts.pictures_words.find("shown once"), std::string::npos);
}

TEST_F(StatePictures, AGameThatThrowsWhileItDrawsIsToldAndHasNoPicture) {
    const PageFacts facts = drawn<Drawing<true>>();
    EXPECT_TRUE(facts.pictures.empty());
    EXPECT_NE(facts.pictures_words.find("no paint"), std::string::npos) << facts.pictures_words;
}

TEST_F(StatePictures, AGameWithoutAPictureHasNoneAndNoWords) {
    const PageFacts facts = drawn<test::Listener>();
    EXPECT_TRUE(facts.pictures.empty());
    EXPECT_EQ(facts.pictures_words, "");
    // Its fields are told all the same.
    ASSERT_EQ(facts.verdict.tables.size(), 1U);
    EXPECT_EQ(facts.verdict.tables[0].title, "The state after 31 ticks");
    ASSERT_EQ(facts.verdict.tables[0].fields.size(), 1U);
    EXPECT_EQ(facts.verdict.tables[0].fields[0].path, "total");
}

TEST(PaintDifference, CountsThePixelsThatDifferAndShowsWhoseTheyAre) {
    Raster a(4, 1, 7);
    Raster b(4, 1, 7);
    a.clear({10, 10, 10});
    b.clear({10, 10, 10});
    a.fill({1, 0, 1, 1}, {200, 200, 200});
    b.fill({2, 0, 1, 1}, {200, 200, 200});
    EXPECT_EQ(paint_difference(a, b), 2U);
    EXPECT_EQ(a.pixels()[0], a.pixels()[3]);
    EXPECT_NE(a.pixels()[1], a.pixels()[0]);
    EXPECT_NE(a.pixels()[2], a.pixels()[0]);
    EXPECT_NE(a.pixels()[1], a.pixels()[2]);
    Raster c(4, 1, 7);
    Raster d(4, 1, 7);
    EXPECT_EQ(paint_difference(c, d), 0U);
}

}  // namespace
}  // namespace tandem::tools::autopsy
