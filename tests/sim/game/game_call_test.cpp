// SPDX-License-Identifier: MIT
// Which function of the game a thread is in, as others see it.
#include <tandem/sim/game/game_call.hpp>

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::sim {
namespace {

class Heard final : public CallObserver {
public:
    Heard() : before_(report_calls_to(this)) {}
    ~Heard() { report_calls_to(before_); }
    Heard(const Heard&) = delete;
    Heard& operator=(const Heard&) = delete;
    void enter(const CallOfGame& call) override { told.push_back("into " + call.text()); }
    void leave() override { told.emplace_back("out"); }

    std::vector<std::string> told;

private:
    CallObserver* before_;
};

TEST(GameCall, IsToldFromItsBeginningToItsEndAlsoWhereItThrows) {
    AnySimulation simulation = erase<test::Throwing>();
    Heard heard;
    tandem::Setup setup;
    ASSERT_TRUE(simulation.reset(setup));
    simulation.name_ticks_from(7);
    static_cast<void>(simulation.step(Bytes(1)));
    ASSERT_TRUE(simulation.bot_input(Slot{0}, 9, 1));
    ASSERT_TRUE(simulation.restore(simulation.save()));
    EXPECT_EQ(heard.told,
              (std::vector<std::string>{"into the reset", "out", "into the step of tick 7", "out",
                                        "into bot_input for tick 9", "out",
                                        "into the restore of a state", "out"}));
}

TEST(GameCall, IsKnownToItsOwnThreadAndTheOutermostIsTold) {
    EXPECT_FALSE(current_call());
    Heard heard;
    {
        const GameCall outer(GameFunction::step, 3);
        const GameCall inner(GameFunction::draw, 4);
        ASSERT_TRUE(current_call());
        EXPECT_EQ(current_call()->text(), "draw after 4 ticks");
    }
    EXPECT_FALSE(current_call());
    EXPECT_EQ(heard.told, (std::vector<std::string>{"into the step of tick 3", "out"}));
}

}  // namespace
}  // namespace tandem::sim
