// SPDX-License-Identifier: MIT
// Inputs take a few bytes a tick, states some hundred.
#include <gtest/gtest.h>

#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayBytes, InputsTakeAFewBytesATickAndFilmAboutAState) {
    const FileBytes bytes = yard_file_bytes();
    EXPECT_GT(bytes.inputs, 2.0) << "16 bits of the running hash";
    EXPECT_LT(bytes.inputs, 3.0);
    EXPECT_EQ(bytes.inputs_alone, 3.0) << "presence and two inputs";
    EXPECT_LT(bytes.inputs_in_runs, bytes.inputs_alone / 5) << "keys are held for several ticks";
    EXPECT_LT(bytes.inputs - bytes.idle, bytes.inputs_in_runs) << "what is coded beside heads";
    EXPECT_GT(bytes.inputs, bytes.idle);
    EXPECT_GT(bytes.film_packed, 50 * bytes.inputs);
    EXPECT_GT(bytes.film, bytes.film_packed);
    EXPECT_GT(bytes.film, bytes.state / 2);
}

}  // namespace
}  // namespace tandem::tools::lab
