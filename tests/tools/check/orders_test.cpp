// SPDX-License-Identifier: MIT
// A session becomes orders, and an answer that an order cannot have is refused.
#include <tandem/tools/check/orders.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

constexpr std::uint64_t k_ticks = 11;  // the last of which throws

class Orders : public testing::Test {
protected:
    using Kind = CompanionVerdict::Kind;

    Orders() : session_(registered<test::Throwing>(), k_plenty) {
        for (std::uint64_t tick = 0; tick < k_ticks; ++tick) {
            session_.step();
        }
    }
    const SessionHistory& history() const { return session_.history(); }
    sim::Result<CompanionVerdict> answer(std::uint64_t number, Kind kind) const {
        return decode_answer(history(), number, encode(CompanionVerdict{kind, {}}));
    }

private:
    PlayedSession session_;
};

TEST_F(Orders, AreTheResetAndTheTicks) {
    const CompanionOrder reset = order_of(history(), 0);
    EXPECT_TRUE(reset.is_reset);
    EXPECT_EQ(reset.expected, history().hash(0));
    const CompanionOrder step = order_of(history(), 3);
    EXPECT_FALSE(step.is_reset || step.is_failed);
    EXPECT_EQ(step.expected, history().hash(3));
    EXPECT_TRUE(order_of(history(), k_ticks).is_failed);
    EXPECT_EQ(tick_of_order(0), 0U);
    EXPECT_EQ(tick_of_order(3), 2U);
}

TEST_F(Orders, AreAnsweredByWhatTheyCanHave) {
    for (const std::uint64_t number : {0U, 1U, 10U}) {
        EXPECT_TRUE(answer(number, Kind::same)) << number;
        EXPECT_TRUE(answer(number, Kind::differs)) << number;
        EXPECT_TRUE(answer(number, Kind::only_companion_failed)) << number;
        EXPECT_FALSE(answer(number, Kind::only_game_failed)) << number;
    }
    EXPECT_TRUE(answer(k_ticks, Kind::same));
    EXPECT_TRUE(answer(k_ticks, Kind::only_game_failed));
    EXPECT_FALSE(answer(k_ticks, Kind::differs));
    EXPECT_FALSE(answer(k_ticks, Kind::only_companion_failed));
    EXPECT_FALSE(decode_answer(history(), 1, {}));
}

TEST_F(Orders, AnsweredOtherwiseAreFindings) {
    const auto failed =
        finding_of(DisturbanceKind::build, history(), k_ticks, {Kind::only_game_failed, {}});
    EXPECT_EQ(failed.ticks_done, k_ticks - 1);
    EXPECT_NE(failed.failure.find("the game, unlike"), std::string::npos) << failed.failure;
    // A state that is none has no fields to be named.
    const auto differs =
        finding_of(DisturbanceKind::build, history(), 3, {Kind::differs, sim::Bytes(3)});
    EXPECT_EQ(differs.ticks_done, 3U);
    EXPECT_TRUE(differs.failure.empty());
    EXPECT_TRUE(differs.fields.empty());
    const auto named =
        finding_of(DisturbanceKind::build, history(), 3, {Kind::differs, *history().state(4)});
    EXPECT_FALSE(named.fields.empty());
}

}  // namespace
}  // namespace tandem::tools::check
