// SPDX-License-Identifier: MIT
// A trace agrees with the report of the same run.
#include <tandem/tools/lab/report/trace.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::tools::lab::report {
namespace {

TEST(Trace, HoldsEveryUpdateAndPictureOfItsReport) {
    for (const Loop* each : steady_loops()) {
        const Loop& loop = *each;
        for (const Machine& machine : known_machines()) {
            const Trace trace = trace_loop(loop, machine);
            const auto is_new = [](const TracedPicture& picture) { return picture.is_new; };
            EXPECT_EQ(trace.updates.size(), trace.report.updates) << loop.id << machine.name;
            ASSERT_EQ(trace.pictures.size(), trace.report.frames) << loop.id << machine.name;
            EXPECT_EQ(static_cast<std::uint64_t>(
                          std::count_if(trace.pictures.begin(), trace.pictures.end(), is_new)),
                      trace.report.distinct)
                << loop.id << machine.name;
            EXPECT_LE(trace.pictures.back().simulated, trace.report.simulated);
        }
    }
}

TEST(Trace, AddsUpWhatTheGameWasTold) {
    const Trace trace = trace_loop(loop_named("L1"), machine_named("normal"));
    EXPECT_EQ(trace.pictures[9].simulated, Flicks(std::chrono::milliseconds(400)));
    EXPECT_EQ(trace.pictures[9].begin, Flicks(std::chrono::milliseconds(361)));
    EXPECT_EQ(trace.pictures[9].frame.end, Flicks(std::chrono::milliseconds(370)));
}

}  // namespace
}  // namespace tandem::tools::lab::report
