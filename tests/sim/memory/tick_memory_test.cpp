// SPDX-License-Identifier: MIT
// A tick needs memory of its own only where the game asks for some.
#include <array>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/sim/memory/allocations.hpp>
#include <tests/support/counter.hpp>

namespace tandem::sim {
namespace {

using test::allocations_of;
using test::Counter;

TEST(TickMemory, ATickWithTypedInputsAllocatesNothingAfterTheFirst) {
    Timeline timeline(erase<Counter>());
    tandem::Setup setup;
    setup.slots = 2;
    ASSERT_TRUE(timeline.start(setup));
    std::array<Counter::Input, 2> inputs{};
    EXPECT_GT(allocations_of([&] { ASSERT_TRUE(timeline.advance(inputs)); }), 0U);
    EXPECT_EQ(allocations_of([&] {
                  for (std::int16_t tick = 1; tick < 100; ++tick) {
                      inputs[1].amount = tick;
                      ASSERT_TRUE(timeline.advance(inputs));
                      ASSERT_TRUE(timeline.advance(tandem::Inputs<Counter::Input>(inputs, 0b10)));
                  }
              }),
              0U);
    EXPECT_EQ(timeline.ticks_done(), 199U);
}

}  // namespace
}  // namespace tandem::sim
