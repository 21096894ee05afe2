// SPDX-License-Identifier: MIT
// Inputs take a few bytes a tick, states some hundred.
#include <gtest/gtest.h>

#include <tandem/tools/lab/replay_tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayBytes, InputsTakeAFewBytesATickAndFilmAboutAState) {
    const FileBytes bytes = yard_file_bytes();
    EXPECT_GT(bytes.inputs, 2.0) << "16 bits of the running hash at least";
    EXPECT_LT(bytes.inputs, 5.0);
    EXPECT_LT(bytes.idle, bytes.inputs);
    EXPECT_GT(bytes.film, 50 * bytes.inputs);
    EXPECT_GT(bytes.film, bytes.state / 2);
}

}  // namespace
}  // namespace tandem::tools::lab
