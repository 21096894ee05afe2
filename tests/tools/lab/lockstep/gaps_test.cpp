// SPDX-License-Identifier: MIT
// The whole sweep of real sessions against the closed forms of the longest wait.
#include <gtest/gtest.h>

#include <algorithm>

#include <tandem/tools/lab/lockstep/tables.hpp>

namespace tandem::tools::lab {
namespace {

constexpr net::Time k_window = std::chrono::seconds(4);
constexpr double k_fast_frame_ms = 2;

TEST(LockstepGaps, AtFullSpeedAreTheClosedFormAndBelowItAtMost) {
    std::size_t exact = 0;
    std::size_t hidden = 0;
    for (const std::int64_t frame : {100, 200}) {
        for (const std::int64_t tick : {16, 20, 40, 50}) {
            for (const std::int64_t way : {0, 10, 60, 100}) {
                for (std::int64_t delay = 0; delay <= 14; ++delay) {
                    const SlowPeer peer{frame, tick, way};
                    const double gap = run_pair(peer, Asking::tick_by_tick,
                                                static_cast<std::uint32_t>(delay), k_window)
                                           .fast.worst_gap_ms;
                    const auto closed = static_cast<double>(gap_form_ms(peer, delay));
                    const auto where = std::to_string(frame) + " " + std::to_string(tick) + " " +
                                       std::to_string(way) + " delay " + std::to_string(delay);
                    const bool full_speed = 2 * delay * tick >= answer_ms(peer);
                    const auto uneven = static_cast<double>(frame % tick == 0 ? 0 : tick);
                    EXPECT_LE(gap, closed + (full_speed ? uneven : 0) + k_fast_frame_ms) << where;
                    if (full_speed) {
                        EXPECT_GE(gap, closed) << where;
                        ++exact;
                        hidden += delay >= least_delay_form(peer) ? 1U : 0U;
                    }
                }
            }
        }
    }
    EXPECT_GT(exact, 200U);
    EXPECT_GT(hidden, 100U);
}

// Where the frame is a multiple of the tick the closed form is exact; one tick more may be needed
// elsewhere.
TEST(LockstepGaps, TheLeastDelayIsTheClosedForm) {
    for (const std::int64_t frame : {100, 200}) {
        for (const std::int64_t tick : {16, 20, 40, 50}) {
            for (const std::int64_t way : {0, 10, 60}) {
                const SlowPeer peer{frame, tick, way};
                const std::int64_t least = least_delay(peer, Asking::tick_by_tick).value();
                EXPECT_GE(least, least_delay_form(peer)) << frame << " " << tick << " " << way;
                EXPECT_LE(least, least_delay_form(peer) + (frame % tick == 0 ? 0 : 1))
                    << frame << " " << tick << " " << way;
            }
        }
    }
}

// Its slow side may be some ticks ahead (net/session/pace.hpp); no closed form, but never more.
TEST(LockstepGaps, TheProductNeedsLessDelay) {
    for (const SlowPeer peer : {SlowPeer{200, 20, 0}, SlowPeer{200, 20, 100}}) {
        const std::int64_t least = least_delay(peer, Asking::real_time).value();
        EXPECT_LT(least, least_delay_form(peer));
        EXPECT_GT(least, 0);
    }
}

// A frame of 200 ms and ticks of 20 need nine.
TEST(LockstepGaps, NoDelayIsTheLeastWhereNoneOfThoseTriedIsEnough) {
    const SlowPeer peer{200, 20, 0};
    EXPECT_EQ(least_delay(peer, Asking::tick_by_tick, 9), std::nullopt);
    EXPECT_EQ(least_delay(peer, Asking::tick_by_tick, 10), 9U);
}

TEST(LockstepFloor, BothSidesPlayAtTheSpeedOfTheSlow) {
    const Table table = floor_table();
    constexpr std::size_t k_form = 2;
    std::size_t below = 0;
    for (const auto& row : table.rows) {
        const double closed = std::get<Amount>(row[k_form]).value;
        for (const std::size_t column : {3U, 4U, 6U, 7U}) {
            EXPECT_NEAR(std::get<Amount>(row[column]).value, closed, 0.005)
                << cell_text(row[0]) << " " << column;
        }
        below += closed < 1 ? 1U : 0U;
    }
    EXPECT_GE(below, 4U);
}

}  // namespace
}  // namespace tandem::tools::lab
