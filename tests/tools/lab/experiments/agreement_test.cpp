// SPDX-License-Identifier: MIT
// What two machines under one loop agree on; the expected answers are the inventory's.
#include <tandem/tools/lab/experiments/agreement.hpp>

#include <gtest/gtest.h>

#include <string>

#include <tandem/tools/lab/games/bodies.hpp>

namespace tandem::tools::lab {
namespace {

MachineAgreement agreement_of(const std::string& loop, const std::string& here,
                              const std::string& there) {
    RunRecord record_here;
    RunRecord record_there;
    RunOptions options;
    options.presses = {std::chrono::milliseconds(1'003), std::chrono::milliseconds(2'500)};
    const auto report_here =
        run_loop(*find_loop(loop), *parse_machine(here), options, &record_here);
    const auto report_there =
        run_loop(*find_loop(loop), *parse_machine(there), options, &record_there);
    return compare_runs(record_here, report_here, record_there, report_there);
}

TEST(Agreement, OfAVariableStepIsNone) {
    for (const char* machine : {"normal", "slow", "floor"}) {
        const MachineAgreement agreement = agreement_of("L2", machine, "fast");
        EXPECT_FALSE(agreement.replays_from_inputs) << machine;
        EXPECT_FALSE(agreement.agrees_at_tick) << machine;
        EXPECT_FALSE(agreement.agrees_at_time) << machine;
    }
}

TEST(Agreement, OfAFixedTickNeedsTheInputsAlone) {
    for (const char* loop : {"L0", "L1", "L3", "L4", "G1", "G2", "W2", "M1", "M2"}) {
        const MachineAgreement agreement = agreement_of(loop, "slow", "fast");
        EXPECT_TRUE(agreement.replays_from_inputs) << loop;
        EXPECT_TRUE(agreement.agrees_at_tick) << loop;
    }
}

TEST(Agreement, AtTheSameTimeIsForLoopsThatCatchUp) {
    for (const char* loop : {"L3", "L4", "G2", "W2", "W3", "M2"}) {
        EXPECT_TRUE(agreement_of(loop, "slow", "fast").agrees_at_time) << loop;
        EXPECT_FALSE(agreement_of(loop, "choked", "fast").agrees_at_time) << loop;
    }
    for (const char* loop : {"L0", "L1", "G1", "W1", "M1"}) {
        EXPECT_FALSE(agreement_of(loop, "slow", "fast").agrees_at_time) << loop;
    }
    EXPECT_FALSE(agreement_of("L3", "floor", "fast").agrees_at_time);
}

// A worker's updates count once they have run, though no picture may have shown them.
TEST(Agreement, AtTheSameTimeIsForAWorkerThatIsPoked) {
    for (const char* machine : {"slow", "floor", "choked"}) {
        EXPECT_TRUE(agreement_of("M3c", machine, "fast").agrees_at_time) << machine;
    }
}

TEST(DistanceError, IsNoneInIntegersWhereAStepIsWholeMilliseconds) {
    for (const char* id : {"L1", "L2", "L3", "L4"}) {
        for (const Machine& machine : known_machines()) {
            RunRecord record;
            const LoopReport report = run_loop(*find_loop(id), machine, {}, &record);
            Car<Integer> car;
            for (const Flicks step : record.steps) {
                car.step(step_of<Integer>(step));
            }
            EXPECT_EQ(car.distance, report.simulated / std::chrono::milliseconds(1))
                << id << machine.name;
        }
    }
}

// 0.1 is 3602879701896397 / 2^55, 0.2 / 2^55 above a tenth: of the 705.6e6 flicks of a second the
// tenth that 0.1 units take.
TEST(DistanceError, KeepsWhatADoubleCannotHold) {
    EXPECT_DOUBLE_EQ(distance_error(0.1, Flicks(70'560'000)), 0.2 / 36'028'797'018'963'968.0);
    EXPECT_EQ(distance_error(10, Flicks(std::chrono::seconds(10))), 0);
}

TEST(RunRecord, KeepsWhatUpdatesSaw) {
    RunRecord record;
    record.update({.number = 0, .start = Flicks(0), .step = Flicks(5), .presses = 2});
    EXPECT_EQ(record.steps, std::vector<Flicks>{Flicks(5)});
    EXPECT_EQ(record.presses, std::vector<std::uint32_t>{2});
    EXPECT_FALSE(record.is_cut());
}

TEST(RunRecord, SaysThatItIsCut) {
    RunRecord record;
    for (std::size_t update = 0; update < RunRecord::k_updates_max; ++update) {
        record.update({});
    }
    EXPECT_FALSE(record.is_cut());
    record.update({});
    EXPECT_TRUE(record.is_cut());
    EXPECT_EQ(record.steps.size(), RunRecord::k_updates_max);
}

}  // namespace
}  // namespace tandem::tools::lab
