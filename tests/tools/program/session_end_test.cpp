// SPDX-License-Identifier: MIT
// Names in JSON, which never change.
#include <tandem/tools/program/end_name.hpp>

#include <string>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(EndName, IsThatOfJson) {
    EXPECT_EQ(end_name(sim::EndReason::source_ended), std::string("source_ended"));
    EXPECT_EQ(end_name(sim::EndReason::recording_failed), std::string("recording_failed"));
}

}  // namespace
}  // namespace tandem::tools
