// SPDX-License-Identifier: MIT
// A sound game is changed by no disturbance. The table of planted faults says which games that are
// not sound each disturbance reaches.
#include <tandem/tools/check/disturbed_game.hpp>

#include <tandem/tools/check/evidence.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

TEST(DisturbedGames, AreTheSameIfTheyAreSound) {
    Begun begun(registered<test::Counter>(), 120);
    const RunOutcome plain = begun.play();
    for (const DisturbanceInfo& info : all_disturbances()) {
        if (check_disturbance(info.kind, sim::GameModel<test::Counter>::game_info())) {
            const Disturbance disturbance = draw_disturbance(info.kind, 2);
            EXPECT_TRUE(are_equal(begun.play({{disturbance}}), plain))
                << disturbance_text(disturbance);
        }
    }
}

}  // namespace
}  // namespace tandem::tools::check
