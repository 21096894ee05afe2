// SPDX-License-Identifier: MIT
// The machines to play with: a variable step plays another game on each, a fixed tick one.
#include <tandem/tools/lab/browser/playground.hpp>

#include <gtest/gtest.h>

#include <map>

namespace tandem::tools::lab::browser {
namespace {

constexpr Flicks k_window = std::chrono::seconds(6);

std::vector<Scene> variable(std::string_view machine) {
    return play_variable_step(machine_of(machine), k_window);
}
std::vector<Scene> fixed(std::string_view machine) {
    return play_fixed_tick(machine_of(machine), k_window);
}
bool has(const std::vector<Scene>& scenes, Flight flight) {
    for (const Scene& scene : scenes) {
        if (scene.flight == static_cast<double>(flight)) {
            return true;
        }
    }
    return false;
}
double apex_of(const std::vector<Scene>& scenes) {
    double apex = 0;
    for (const Scene& scene : scenes) {
        apex = std::max(apex, scene.apex);
    }
    return apex;
}

TEST(Playground, WithAVariableStepOneClearsTheWallAndTheOtherDoesNot) {
    EXPECT_GT(apex_of(variable("fast")), 2.2);
    EXPECT_LT(apex_of(variable("slow")), 2.2);
}

TEST(Playground, WithAVariableStepTheBulletHitsOrMissesAsTheMachineIsFast) {
    EXPECT_TRUE(has(variable("fast"), Flight::stuck));
    EXPECT_FALSE(has(variable("fast"), Flight::through));
    EXPECT_TRUE(has(variable("slow"), Flight::through));
}

TEST(Playground, WithFixedTicksTheBulletMissesAThinWallAndHitsAThickOneOnEveryMachine) {
    for (const char* const machine : {"fast", "normal", "slow"}) {
        const auto thin = play_fixed_tick(machine_of(machine), k_window, 20);
        EXPECT_TRUE(has(thin, Flight::through)) << machine;
        EXPECT_FALSE(has(thin, Flight::stuck)) << machine;
        const auto thick = play_fixed_tick(machine_of(machine), k_window, 40);
        EXPECT_TRUE(has(thick, Flight::stuck)) << machine;
        EXPECT_FALSE(has(thick, Flight::through)) << machine;
    }
}

TEST(Playground, WithAVariableStepTheBulletOfASlowMachineMissesAThickWallToo) {
    EXPECT_TRUE(has(play_variable_step(machine_of("slow"), k_window, 40), Flight::through));
    EXPECT_FALSE(has(play_variable_step(machine_of("fast"), k_window, 40), Flight::through));
}

TEST(Playground, WithAVariableStepTheSpringTearsItselfApartOnASlowMachine) {
    EXPECT_LT(variable("fast").back().farthest, 2);
    EXPECT_GT(variable("slow").back().farthest, 1e6);
}

TEST(Playground, WithFixedTicksAllMachinesHaveOneStateAfterEachTick) {
    std::map<double, double> states;
    for (const Scene& scene : fixed("fast")) {
        states[scene.updates] = scene.state;
    }
    std::size_t common = 0;
    for (const char* const machine : {"normal", "slow", "floor"}) {
        for (const Scene& scene : fixed(machine)) {
            const auto other = states.find(scene.updates);
            if (other != states.end()) {
                ++common;
                EXPECT_EQ(other->second, scene.state) << machine << " " << scene.updates;
            }
        }
    }
    EXPECT_GT(common, 300U);
}

TEST(Playground, WithFixedTicksAllMachinesJumpAsHigh) {
    EXPECT_NEAR(apex_of(fixed("fast")), 2.4, 0.01);
    EXPECT_NEAR(apex_of(fixed("slow")), 2.4, 0.01);
}

TEST(Playground, PicturesOfFixedTicksLieBetweenTwoStates) {
    std::size_t between = 0;
    const auto scenes = fixed("fast");
    for (std::size_t at = 1; at < scenes.size(); ++at) {
        between += scenes[at].updates == scenes[at - 1].updates &&
                           scenes[at].spring != scenes[at - 1].spring
                       ? 1U
                       : 0U;
    }
    EXPECT_GT(between, 20U);
}

}  // namespace
}  // namespace tandem::tools::lab::browser
