// SPDX-License-Identifier: MIT
// A limit on memory. A sanitizer needs more than any leaves, so its build has no such test.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

using OutOfMemory = EndToEnd;

// A script that is far larger than the memory which there may be.
TEST_F(OutOfMemory, IsSaidAndNotTakenForAFault) {
    const std::string script = path("large.csv");
    write_file(script, "forward\n");
    std::filesystem::resize_file(script, std::uintmax_t{900} << 20);
    const Arguments verb{"--game",  "duel", "record", "--inputs", "script:" + script,
                         "--ticks", "5",    "-o",     path("a")};
    const Outcome outcome =
        run_command(with_memory_max(300'000, tandem(Arguments{"--json"} + verb)));
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "record --inputs script:" + script)) << outcome;
    EXPECT_TRUE(contains(outcome.err, "memory ran out; ")) << outcome;
    EXPECT_FALSE(contains(outcome.err, "fault")) << outcome;
    const Json line = Json::parse(outcome.out);
    EXPECT_EQ(line["code"], "io");
    EXPECT_EQ(line["exit"], 5);
    EXPECT_FALSE(std::filesystem::exists(path("a")));
}

}  // namespace
}  // namespace tandem::end_to_end
