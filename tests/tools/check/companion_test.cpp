// SPDX-License-Identifier: MIT
// Every companion of this process is silent beside a sound game. The mistakes that each fires on
// stand in a table (tests/misbehaving/misbehaving_test.cpp); here is when it does.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/check/companion.hpp>
#include <tests/misbehaving/reset_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

constexpr DisturbanceKind k_probes[] = {DisturbanceKind::save,    DisturbanceKind::again,
                                        DisturbanceKind::reset,   DisturbanceKind::copy,
                                        DisturbanceKind::restore, DisturbanceKind::used,
                                        DisturbanceKind::observe, DisturbanceKind::rounding};

struct Followed {
    std::optional<Finding> finding;
    std::uint64_t ticks_compared = 0;
};

Followed follow(DisturbanceKind probe, const RegisteredGame& game, std::uint64_t ticks) {
    constexpr std::uint64_t k_every = 7;
    PlayedSession session(game, k_plenty);
    Companion companion(probe, game, k_every);
    auto finding = companion.follow(session.history(), session.main());
    while (!finding && session.history().ticks() < ticks) {
        session.step();
        finding = companion.follow(session.history(), session.main());
    }
    if (!finding) {
        finding = companion.finish(session.history(), session.main());
    }
    return {finding, companion.ticks_compared()};
}

TEST(Companions, AreSilentBesideASoundGameAndCompareItsTicks) {
    for (const DisturbanceKind probe : k_probes) {
        const Followed followed = follow(probe, registered<test::Counter>(), 150);
        EXPECT_FALSE(followed.finding) << info_of(probe).probe;
        EXPECT_GT(followed.ticks_compared, 0U) << info_of(probe).probe;
        EXPECT_LE(followed.ticks_compared, 150U) << info_of(probe).probe;
    }
}

TEST(Companions, SeeAtTheStartOrAtTheEndWhatResetForgets) {
    const auto early =
        follow(DisturbanceKind::reset, registered<misbehaving::ForgetfulReset>(), 300);
    ASSERT_TRUE(early.finding);
    EXPECT_EQ(early.finding->ticks_done, 0U);
    EXPECT_EQ(early.ticks_compared, 0U);
    const auto late = follow(DisturbanceKind::reset, registered<misbehaving::ForgetfulLate>(), 300);
    ASSERT_TRUE(late.finding);
    EXPECT_EQ(late.finding->ticks_done, 0U);
    EXPECT_EQ(late.ticks_compared, 300U);
}

TEST(Companions, PreferADifferenceOfStatesToOneOfAnswers) {
    const auto of_states =
        follow(DisturbanceKind::restore, registered<misbehaving::MissingField>(), 300);
    ASSERT_TRUE(of_states.finding);
    EXPECT_EQ(of_states.finding->answer, "");
    EXPECT_EQ(of_states.finding->fields[0].path, "total");
    const auto of_answers =
        follow(DisturbanceKind::restore, registered<misbehaving::MissingAtTheEnd>(), 300);
    ASSERT_TRUE(of_answers.finding);
    EXPECT_EQ(of_answers.finding->answer, "finished()");
    EXPECT_TRUE(of_answers.finding->fields.empty());
}

TEST(Companions, OfAGameThatIsToBeObservedAreAskedForItsInputs) {
    const RegisteredGame game = registered<test::Counter>();
    EXPECT_NE(Companion(DisturbanceKind::observe, game, 7).asked(), nullptr);
    EXPECT_EQ(Companion(DisturbanceKind::again, game, 7).asked(), nullptr);
}

}  // namespace

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
