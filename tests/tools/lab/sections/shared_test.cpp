// SPDX-License-Identifier: MIT
// What several sections do alike.
#include <gtest/gtest.h>

#include <vector>

#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(SharedBySections, AStallMustEndBeforeTheRunDoes) {
    RunOptions options;
    options.window = seconds(10);
    EXPECT_TRUE(check_stall({}, options));
    options.stall = Stall{seconds(3), milliseconds(6'999)};
    EXPECT_TRUE(check_stall({}, options));
    options.stall->length = seconds(7);
    const auto refused = check_stall({}, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place, "--seconds") << "nobody asked for that stall";
    Request request;
    request.stall = options.stall;
    EXPECT_EQ(check_stall(request, options).error().place, "--stall");
}

TEST(SharedBySections, TheUsualMachinesHaveTheScreenThatWasAskedFor) {
    Request request;
    EXPECT_EQ(machines_asked(request, {machine_of("slow")}).front().name, "slow");
    request.refresh_hz = 75;
    EXPECT_EQ(machines_asked(request, {machine_of("slow")}).front().refresh_hz, 75U);
    request.machines = {machine_of("fast"), machine_of("1:2")};
    const auto asked = machines_asked(request, {machine_of("slow")});
    ASSERT_EQ(asked.size(), 2U);
    EXPECT_EQ(asked[1].name, "1:2");
    EXPECT_EQ(asked[1].refresh_hz, 75U);
}

TEST(SharedBySections, WorkIsToldBeforeItIsDone) {
    std::vector<WorkDone> told;
    Request request;
    request.on_work = [&](const WorkDone& so_far) { told.push_back(so_far); };
    request.real = true;
    WorkCount count(request, 4, seconds(2));
    count.next();
    count.next(3);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].done, 0U);
    EXPECT_EQ(told[1].done, 1U);
    EXPECT_EQ(told[1].all, 4U);
    EXPECT_EQ(told[1].real_time, Flicks(seconds(8)));
}

TEST(SharedBySections, OneOfTheChosenLoopsIsEnough) {
    const std::vector<const Loop*> chosen{find_loop("L3"), find_loop("M2")};
    EXPECT_TRUE(has_any_of(chosen, {"G1", "M2"}));
    EXPECT_FALSE(has_any_of(chosen, {"G1", "M1"}));
    EXPECT_FALSE(has_any_of({}, {"L3"}));
}

}  // namespace
}  // namespace tandem::tools::lab
