// SPDX-License-Identifier: MIT
// Every companion of this process is silent beside a sound game, and fires on the mistake it is
// for.
#include <tandem/tools/check/companion.hpp>

#include <tandem/tools/check/surroundings.hpp>
#include <tests/misbehaving/library_mistakes.hpp>
#include <tests/misbehaving/reset_mistakes.hpp>
#include <tests/misbehaving/state_mistakes.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

constexpr Probe k_probes[] = {Probe::serialize, Probe::twin,  Probe::reset,    Probe::copy,
                              Probe::fresh,     Probe::dirty, Probe::observed, Probe::rounding};

struct Followed {
    std::optional<Finding> finding;
    std::uint64_t ticks_compared = 0;
};

Followed follow(Probe probe, const RegisteredGame& game, std::uint64_t ticks) {
    constexpr std::uint64_t k_every = 7;
    PlayedSession session(game, k_plenty);
    const auto companion = make_companion(probe, game, k_every);
    auto finding = companion->follow(session.history(), session.main());
    while (!finding && session.history().ticks() < ticks) {
        session.step();
        finding = companion->follow(session.history(), session.main());
    }
    if (!finding) {
        finding = companion->finish(session.history(), session.main());
    }
    return {finding, companion->ticks_compared()};
}

TEST(Companions, AreSilentBesideASoundGameAndCompareItsTicks) {
    for (const Probe probe : k_probes) {
        const Followed followed = follow(probe, registered<test::Counter>(), 150);
        EXPECT_FALSE(followed.finding) << info_of(probe).name;
        EXPECT_GT(followed.ticks_compared, 0U) << info_of(probe).name;
        EXPECT_LE(followed.ticks_compared, 150U) << info_of(probe).name;
    }
}

template <class Game>
void expect_found(Probe probe) {
    const Followed followed = follow(probe, registered<Game>(), 300);
    ASSERT_TRUE(followed.finding) << info_of(probe).name;
    EXPECT_EQ(followed.finding->probe, probe);
}

TEST(Companions, FireOnTheSinTheyAreFor) {
    using namespace misbehaving;
    expect_found<BranchingSerialize>(Probe::serialize);
    expect_found<ChangingSerialize>(Probe::serialize);
    expect_found<StaticLocal>(Probe::twin);
    expect_found<ForgetfulReset>(Probe::reset);
    expect_found<ForgetfulLate>(Probe::reset);
    expect_found<SelfPointer>(Probe::copy);
    expect_found<MissingField>(Probe::fresh);
    expect_found<MissingAtTheEnd>(Probe::fresh);
    expect_found<MissingInThePicture>(Probe::fresh);
    expect_found<MissingForBots>(Probe::fresh);
    expect_found<StaleCache>(Probe::dirty);
    expect_found<DrawingDecides>(Probe::observed);
    if (RoundingMode::is_possible()) {
        expect_found<Contraction>(Probe::rounding);
    }
}

TEST(Companions, SeeAtTheStartOrAtTheEndWhatResetForgets) {
    const auto early = follow(Probe::reset, registered<misbehaving::ForgetfulReset>(), 300);
    ASSERT_TRUE(early.finding);
    EXPECT_EQ(early.finding->ticks_done, 0U);
    EXPECT_EQ(early.ticks_compared, 0U);
    const auto late = follow(Probe::reset, registered<misbehaving::ForgetfulLate>(), 300);
    ASSERT_TRUE(late.finding);
    EXPECT_EQ(late.finding->ticks_done, 0U);
    EXPECT_EQ(late.ticks_compared, 300U);
}

TEST(Companions, PreferADifferenceOfStatesToOneOfAnswers) {
    const auto of_states = follow(Probe::fresh, registered<misbehaving::MissingField>(), 300);
    ASSERT_TRUE(of_states.finding);
    EXPECT_EQ(of_states.finding->answer, "");
    EXPECT_EQ(of_states.finding->fields[0].path, "total");
    const auto of_answers = follow(Probe::fresh, registered<misbehaving::MissingAtTheEnd>(), 300);
    ASSERT_TRUE(of_answers.finding);
    EXPECT_EQ(of_answers.finding->answer, "finished()");
    EXPECT_TRUE(of_answers.finding->fields.empty());
}

TEST(Companions, OfAGameThatIsToBeObservedAreAskedForItsInputs) {
    const RegisteredGame game = registered<test::Counter>();
    EXPECT_NE(make_companion(Probe::observed, game, 7)->asked(), nullptr);
    EXPECT_EQ(make_companion(Probe::twin, game, 7)->asked(), nullptr);
}

}  // namespace
}  // namespace tandem::tools::check
