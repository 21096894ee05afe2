// SPDX-License-Identifier: MIT
// Stopping a loop by tokens: which of them stop it, and that the count of frames would tell.
#include <tandem/tools/lab/loops/loop_stops.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tandem::tools::lab {
namespace {

TEST(LoopStops, ByTheTokenInForceAreForGood) {
    for (const LoopStop& stop : last_stops()) {
        EXPECT_EQ(frames_after(stop), 0U) << stop_text(stop);
    }
}

TEST(LoopStops, ByAStaleTokenStopNothing) {
    for (const LoopStop& stop : stale_stops()) {
        EXPECT_EQ(frames_after(stop), stop.is_inside ? 59U : 60U) << stop_text(stop);
    }
}

TEST(LoopStops, HaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const auto& stops : {last_stops(), stale_stops()}) {
        for (const LoopStop& stop : stops) {
            EXPECT_TRUE(names.insert(stop_text(stop)).second) << stop_text(stop);
        }
    }
    EXPECT_EQ(names.size(), 12U);
}

}  // namespace
}  // namespace tandem::tools::lab
