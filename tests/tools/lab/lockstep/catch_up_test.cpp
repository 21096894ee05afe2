// SPDX-License-Identifier: MIT
// Help from a peer is taken where it is sound and refused in words where it is not.
#include <gtest/gtest.h>

#include <tandem/tools/lab/lockstep/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(CatchUpTest, APeersSnapshotAndInputsGiveItsHash) {
    const CatchUp run = catch_up(0);
    EXPECT_TRUE(run.agrees) << run.refusal;
    EXPECT_GT(run.until_tick, run.from_tick + 100);
}

TEST(CatchUpTest, ASnapshotOlderThanItSaysIsRefusedAtItsFirstTick) {
    for (const std::uint64_t stale : {1U, 2U, 100U, 300U}) {
        const CatchUp run = catch_up(stale);
        EXPECT_FALSE(run.agrees) << stale;
        EXPECT_TRUE(run.refusal.starts_with("tick " + std::to_string(run.from_tick)))
            << run.refusal;
        EXPECT_EQ(run.until_tick, run.from_tick + 1);
    }
}

TEST(CatchUpTest, WithoutAPeerTheErrorSaysThatNobodyAnswered) {
    const CatchUp run = catch_up_alone();
    EXPECT_FALSE(run.agrees);
    EXPECT_NE(run.refusal.find("did not complete the handshake"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::lab
