// SPDX-License-Identifier: MIT
// The whole sweep of real sessions against the closed form of their speed.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include <tandem/tools/lab/lockstep/tables.hpp>

namespace tandem::tools::lab {
namespace {

// Not more than the inventory's own model was off.
constexpr double k_tolerance = 0.005;

struct Sweep {
    std::int64_t frame_ms = 0;
    std::int64_t ahead_max = 0;
    std::size_t below_full_min = 0;  // so many rows at least are slower than real time
    // Of long frames, a whole number of beats of every frame and tick here, so that counting at its
    // ends costs nothing; of short ones, long enough for its ends not to matter.
    net::Time window{0};
};

std::string name_of(const SlowPeer& peer, std::int64_t ahead) {
    return "frame " + std::to_string(peer.frame_ms) + " tick " + std::to_string(peer.tick_ms) +
           " way " + std::to_string(peer.way_ms) + " D " + std::to_string(ahead);
}

class LockstepSpeed : public testing::TestWithParam<Sweep> {};

TEST_P(LockstepSpeed, OfBothSidesIsTheClosedForm) {
    std::size_t below_full = 0;
    for (const std::int64_t tick : {16, 20, 40, 50}) {
        for (const std::int64_t way : {0, 10, 60, 100}) {
            for (std::int64_t ahead = 1; ahead <= GetParam().ahead_max; ++ahead) {
                const SlowPeer peer{GetParam().frame_ms, tick, way};
                const PacedPair pair =
                    run_pair(peer, Asking::tick_by_tick, static_cast<std::uint32_t>(ahead - 1),
                             GetParam().window);
                const double closed = speed_form(peer, ahead);
                EXPECT_NEAR(pair.fast.speed, closed, k_tolerance) << name_of(peer, ahead);
                EXPECT_NEAR(pair.slow.speed, closed, k_tolerance) << name_of(peer, ahead);
                EXPECT_FALSE(pair.desynced) << name_of(peer, ahead);
                EXPECT_GT(pair.ticks_compared, 0U) << name_of(peer, ahead);
                below_full += closed < 1 ? 1U : 0U;
            }
        }
    }
    EXPECT_GT(below_full, GetParam().below_full_min) << "a sweep at full speed shows nothing";
}

INSTANTIATE_TEST_SUITE_P(Frames, LockstepSpeed,
                         testing::Values(Sweep{2, 5, 15, std::chrono::seconds(40)},
                                         Sweep{100, 14, 30, std::chrono::seconds(4)},
                                         Sweep{200, 14, 50, std::chrono::seconds(4)}),
                         [](const testing::TestParamInfo<Sweep>& tested) {
                             return "Of" + std::to_string(tested.param.frame_ms) + "Ms";
                         });

TEST(LockstepProduct, PlaysAtFullSpeedWithAnyDelay) {
    for (const std::int64_t frame : {100, 200}) {
        for (const std::int64_t way : {0, 60, 100}) {
            for (const std::uint32_t delay : {0U, 1U, 4U, 12U}) {
                const PacedPair pair = run_pair({frame, 20, way}, Asking::real_time, delay);
                EXPECT_NEAR(pair.fast.speed, 1.0, k_tolerance) << frame << " " << way;
                EXPECT_NEAR(pair.slow.speed, 1.0, k_tolerance) << frame << " " << way;
                EXPECT_FALSE(pair.desynced);
                EXPECT_GT(pair.ticks_compared, 2'000U);
            }
        }
    }
}

}  // namespace
}  // namespace tandem::tools::lab
