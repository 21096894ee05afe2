// SPDX-License-Identifier: MIT
// A neighbour steps meanwhile, and meets a thread that it stops in the midst of a step.
#include <tandem/tools/check/neighbour.hpp>

#include <chrono>
#include <stdexcept>

#include <tandem/tools/system/clock.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/check/session.hpp>

namespace tandem::tools::check {
namespace {

TEST(Neighbours, MeetAThreadInItsStepsAndNowhereElse) {
    const RegisteredGame game = registered<test::Counter>();
    BusyNeighbour neighbour(game, tandem::Setup(), 100);
    neighbour.wait_for_begin();
    sleep_until(steady_now() + std::chrono::milliseconds(20));
    EXPECT_EQ(neighbour.meetings(), 0U) << "this thread was in no step";
    const BusyNeighbour::Step stepping;
    const auto until = steady_now() + std::chrono::seconds(60);
    while (neighbour.meetings() == 0 && steady_now() < until) {
    }
    EXPECT_GT(neighbour.meetings(), 0U);
}

// Cannot begin to play.
struct Refusing : test::BrokenBase {
    static constexpr std::string_view name = "refusing";
    void reset(const Setup&) { throw std::runtime_error("no"); }
    void step(Inputs<Input> inputs) { add(inputs); }
};

TEST(Neighbours, ThatCannotPlayKeepNobodyWaiting) {
    const RegisteredGame game = registered<Refusing>();
    const BusyNeighbour neighbour(game, tandem::Setup(), 100);
    neighbour.wait_for_begin();
    EXPECT_EQ(neighbour.meetings(), 0U);
}

}  // namespace
}  // namespace tandem::tools::check
