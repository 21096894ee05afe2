// SPDX-License-Identifier: MIT
// A history gives every state back, kept or simulated once more, and words a difference.
#include <tandem/tools/check/session_history.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

TEST(Histories, GiveStatesBackWhetherThereWasRoomForThemOrNot) {
    PlayedSession roomy(registered<test::Counter>(), k_plenty);
    PlayedSession narrow(registered<test::Counter>(), 50);
    for (int tick = 0; tick < 20; ++tick) {
        roomy.step();
        narrow.step();
    }
    EXPECT_LT(roomy.history().state_bytes_left(), k_plenty);
    for (std::uint64_t moment = 0; moment <= 20; ++moment) {
        const auto kept = roomy.history().state(moment);
        ASSERT_TRUE(kept);
        EXPECT_EQ(sim::hash_bytes(*kept), roomy.history().hash(moment).value);
        EXPECT_EQ(narrow.history().state(moment), kept) << moment;
    }
}

TEST(Histories, DoNotMakeUpAStateThatCannotBeReachedAgain) {
    PlayedSession session(registered<test::Leaky>(), 0);
    session.step();
    session.step();
    EXPECT_FALSE(session.history().state(2));
    EXPECT_TRUE(session.history().difference(DisturbanceKind::again, 2, {}).fields.empty());
}

TEST(Histories, NameTheFieldsOfADifferenceOrNoneWhereTheBytesAreNoState) {
    PlayedSession session(registered<test::Counter>(), k_plenty);
    session.step();
    const sim::Bytes before = *session.history().state(0);
    const CompanionFinding finding = session.history().difference(DisturbanceKind::copy, 1, before);
    EXPECT_EQ(finding.probe, DisturbanceKind::copy);
    EXPECT_EQ(finding.ticks_done, 1U);
    EXPECT_FALSE(finding.fields.empty());
    const auto cut = sim::ByteView(before).first(before.size() - 1);
    EXPECT_TRUE(session.history().difference(DisturbanceKind::copy, 1, cut).fields.empty());
}

TEST(Histories, KnowTheTickThatFailedAndSayWhoFailed) {
    PlayedSession session(registered<test::Throwing>(), k_plenty);
    for (int tick = 0; tick <= 10; ++tick) {
        session.step();
    }
    const SessionHistory& history = session.history();
    ASSERT_TRUE(history.failure());
    EXPECT_FALSE(history.failed_at(9));
    EXPECT_TRUE(history.failed_at(10));
    EXPECT_TRUE(history.failure(DisturbanceKind::copy, 10, true, "it broke")
                    .failure.starts_with("the game, unlike a copy, failed: it broke"));
    EXPECT_TRUE(history.failure(DisturbanceKind::copy, 10, false, "it broke")
                    .failure.starts_with("only a copy failed: it broke"));
}

}  // namespace
}  // namespace tandem::tools::check
