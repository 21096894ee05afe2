// SPDX-License-Identifier: MIT
// Every error has the exit code that tools/CLI.md promises.
#include <tandem/tools/exit_code.hpp>

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using sim::ErrorCode;

TEST(ExitCode, OfEveryErrorIsThePromisedOne) {
    const std::vector<std::pair<ErrorCode, int>> expected{
        {ErrorCode::usage, 2},         {ErrorCode::bad_data, 3},     {ErrorCode::divergence, 1},
        {ErrorCode::network, 4},       {ErrorCode::refused, 4},      {ErrorCode::io, 5},
        {ErrorCode::no_simulation, 6}, {ErrorCode::step_failed, 70}, {ErrorCode::internal, 70}};
    for (const auto& [code, exit_code] : expected) {
        EXPECT_EQ(static_cast<int>(exit_code_of(code)), exit_code) << name_of(code);
    }
}

TEST(ExitCode, NamesTellErrorsApart) {
    std::set<std::string> names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::internal); ++code) {
        names.insert(name_of(static_cast<ErrorCode>(code)));
    }
    EXPECT_EQ(names.size(), 9U);
}

TEST(ExitCode, OfASignalIsWhatAShellExpects) {
    EXPECT_EQ(exit_code_of_signal(2), 130);
    EXPECT_EQ(exit_code_of_signal(15), 143);
    EXPECT_EQ(exit_code_of_signal(1), 129);
}

TEST(ExitCode, DivergenceBeatsABadFileAndAnythingBeatsOk) {
    EXPECT_EQ(worse_of(ExitCode::bad_file, ExitCode::divergence), ExitCode::divergence);
    EXPECT_EQ(worse_of(ExitCode::divergence, ExitCode::io), ExitCode::divergence);
    EXPECT_EQ(worse_of(ExitCode::ok, ExitCode::bad_file), ExitCode::bad_file);
    EXPECT_EQ(worse_of(ExitCode::io, ExitCode::ok), ExitCode::io);
    EXPECT_EQ(worse_of(ExitCode::ok, ExitCode::ok), ExitCode::ok);
}

}  // namespace
}  // namespace tandem::tools
