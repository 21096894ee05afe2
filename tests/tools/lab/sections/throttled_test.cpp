// SPDX-License-Identifier: MIT
// Work that may wait, of the loops and machines that were asked for.
#include <gtest/gtest.h>

#include <tandem/tools/lab/sections/sections.hpp>

#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ThrottledSection, RunsWhatWasAskedFor) {
    Request request;
    request.loops = {"L4"};
    request.machines = {known_machines()[2]};
    request.window = std::chrono::seconds(1);
    const auto tables = throttled_section(request);
    ASSERT_TRUE(tables);
    EXPECT_EQ(tables->front().rows.size(), 2U);
    request.loops = {"L9"};
    EXPECT_FALSE(throttled_section(request));
}

}  // namespace
}  // namespace tandem::tools::lab
