// SPDX-License-Identifier: MIT
// Records into a file and out of it again.
#include <tandem/tools/lab/replay/recording.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

TEST(Recording, AFileHoldsTheRecordsAndTheChainOfTheRun) {
    const Records records = yard_records(120);
    const replay::Replay file = record(sim::erase<Yard>(), records, 5);
    EXPECT_EQ(records_of(file), records);
    EXPECT_EQ(file.chain(), run_records(sim::erase<Yard>(), records, 5).chain);
    EXPECT_NE(file.chain(), run_records(sim::erase<Yard>(), records, 6).chain);
    EXPECT_EQ(file.completeness(), replay::Completeness::complete);
}

}  // namespace
}  // namespace tandem::tools::lab
