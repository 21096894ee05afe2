// SPDX-License-Identifier: MIT
// Throttled work: once in so many ticks, each item once, and evenly.
#include <tandem/sim/time/throttle.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

constexpr std::uint64_t k_last_tick = std::numeric_limits<std::uint64_t>::max();

TEST(ThrottleTest, IsDueOnceInEverySoManyTicksAtItsPhase) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 500; ++round) {
        const Throttle task{static_cast<std::uint32_t>(operands.next() % 100 + 1),
                            static_cast<std::uint32_t>(operands.next())};
        const std::uint64_t first = operands.next() % (k_last_tick - 200);
        int times = 0;
        for (std::uint64_t tick = first; tick < first + task.every_ticks; ++tick) {
            ASSERT_EQ(task.is_due(tick),
                      tick % task.every_ticks == task.phase_ticks % task.every_ticks);
            times += task.is_due(tick) ? 1 : 0;
        }
        ASSERT_EQ(times, 1);
    }
}

TEST(ThrottleTest, TasksOfDifferentPhasesNeverMeet) {
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        int due = 0;
        for (std::uint32_t phase = 0; phase < 8; ++phase) {
            due += Throttle{8, phase}.is_due(tick) ? 1 : 0;
        }
        ASSERT_EQ(due, 1) << tick;
    }
}

TEST(ThrottleTest, SlicesTakeEachItemOnceInOrderAndDifferByOneAtMost) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 2'000; ++round) {
        const Throttle task{static_cast<std::uint32_t>(operands.next() % 300 + 1),
                            static_cast<std::uint32_t>(operands.next())};
        const std::uint64_t items = operands.next();
        std::uint64_t tick = operands.next() % (k_last_tick - 1'000);
        while (!task.is_due(tick)) {
            ++tick;
        }
        std::uint64_t taken = 0;
        for (std::uint32_t i = 0; i < task.every_ticks; ++i, ++tick) {
            const Slice part = task.slice(tick, items);
            ASSERT_EQ(part.first, taken);
            ASSERT_GE(part.size(), items / task.every_ticks);
            ASSERT_LE(part.size() - items / task.every_ticks, 1U);
            taken = part.end;
        }
        ASSERT_EQ(taken, items);
        ASSERT_EQ(task.slice(tick, items).first, 0U);  // the next round
    }
}

TEST(ThrottleTest, AnyRowOfSoManyTicksTakesEachItemOnce) {
    const Throttle task{7, 3};
    for (std::uint64_t first = 0; first < 20; ++first) {
        std::vector<int> visits(40);
        for (std::uint64_t tick = first; tick < first + 7; ++tick) {
            for (int& count : task.slice(tick, std::span(visits))) {
                ++count;
            }
        }
        EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), 40);
    }
}

TEST(ThrottleTest, TheSameTickGivesTheSameSliceWhoeverAsksAndWhenever) {
    const Throttle task{8, 5};
    std::vector<Slice> forward;
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        forward.push_back(task.slice(tick, 1'001));
    }
    for (std::uint64_t tick = 50; tick-- > 0;) {
        EXPECT_EQ(task.slice(tick, 1'001), forward[tick]);
    }
}

TEST(ThrottleTest, ShortListsTakeOneItemInATickAtMost) {
    const Throttle task{10};
    std::uint64_t taken = 0;
    for (std::uint64_t tick = 0; tick < 10; ++tick) {
        EXPECT_LE(task.slice(tick, 3).size(), 1U);
        EXPECT_EQ(task.slice(tick, 0).size(), 0U);
        taken += task.slice(tick, 3).size();
    }
    EXPECT_EQ(taken, 3U);
}

TEST(ThrottleTest, EveryTickIsWithoutThrottling) {
    static_assert(Throttle{}.is_due(17));
    static_assert(Throttle{}.slice(17, 5) == Slice{0, 5});
    static_assert(Throttle{.every_ticks = 0xffffffff}.slice(0xfffffffe, k_last_tick).end ==
                  k_last_tick);
}

TEST(ThrottleDeathTest, NeverIsNoThrottle) {
    EXPECT_DEATH(static_cast<void>(Throttle{0}.is_due(1)), "every_ticks >= 1");
}

}  // namespace
}  // namespace tandem
