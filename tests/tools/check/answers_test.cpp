// SPDX-License-Identifier: MIT
// Two games of one state are asked for more than the state.
#include <tandem/tools/check/answers.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/misbehaving/state_mistakes.hpp>

namespace tandem::tools::check {
namespace {

template <class Game>
sim::AnySimulation started() {
    sim::AnySimulation simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(tandem::Setup()));
    return simulation;
}

// The same state in an object that knows nothing but the state.
template <class Game>
const char* answer_of_restored() {
    sim::AnySimulation main = started<Game>();
    const auto input = main.bot_input(Slot{0}, 0, 1);
    EXPECT_TRUE(input && main.step(sim::make_record(1, std::vector<sim::Bytes>{*input})));
    sim::AnySimulation fresh = started<Game>();
    EXPECT_TRUE(fresh.restore(main.save()));
    return differing_answer(main, fresh, 1);
}

TEST(Answers, ThatReadWhatSerializeLeavesOutDiffer) {
    EXPECT_STREQ(answer_of_restored<misbehaving::MissingInThePicture>(), "draw");
    EXPECT_STREQ(answer_of_restored<misbehaving::MissingForBots>(), "bot_input");
}

TEST(Answers, ThatReadNothingElseAreAlike) {
    EXPECT_EQ(answer_of_restored<misbehaving::MissingField>(), nullptr);
}

// Asking draws; what that changes must not reach the game.
TEST(Answers, AreGivenByCopies) {
    const sim::AnySimulation main = started<misbehaving::DrawingDecides>();
    EXPECT_EQ(differing_answer(main, main, 0), nullptr);
    EXPECT_EQ(differing_answer(main, started<misbehaving::DrawingDecides>(), 0), nullptr);
}

// A picture may move without the game: by the clock, here by how often it was drawn.
struct Blinking : misbehaving::Base {
    static constexpr std::string_view name = "blinking";
    void step(Inputs<Input> inputs) { add(inputs); }
    void draw(Canvas& canvas, const Blinking&, float) const {
        static int pictures = 0;
        canvas.text(0, 0, std::to_string(++pictures), Color());
    }
};

TEST(Answers, ThatAGameDoesNotGiveTwiceAreNotCompared) {
    EXPECT_EQ(answer_of_restored<Blinking>(), nullptr);
}

}  // namespace
}  // namespace tandem::tools::check
