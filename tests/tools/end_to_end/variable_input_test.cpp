// SPDX-License-Identifier: MIT
// Swarm, whose inputs vary in length: everything the program does with fixed ones works for them.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class VariableInput : public EndToEnd {
protected:
    static constexpr const char* k_units = "units=400";
    std::string record_swarm(const std::string& name, const Arguments& more) const {
        expect(0, Arguments{"--game", "swarm", "record", "--option", k_units, "-o", path(name)} +
                      more);
        return path(name);
    }
};

TEST_F(VariableInput, IsRecordedPlayedAndVerified) {
    const std::string file = record_swarm("a", {"--ticks", "300", "--players", "4"});
    const Json verified = report(0, {"verify", file});
    EXPECT_EQ(verified["verdict"], "same");
    EXPECT_EQ(verified["ticks_checked"], 300U);
    EXPECT_EQ(verified["ticks_recorded"], 300U);
    EXPECT_EQ(report(0, {"play", file, "--view", "none"})["chain"], verified["chain"]);
    EXPECT_EQ(report(0, {"play", file, "--from", "299"})["chain"], verified["chain"]);
}

TEST_F(VariableInput, OfARecordingDrivesTheSameSessionOnceMore) {
    const std::string file = record_swarm("a", {"--ticks", "200"});
    const std::string again = record_swarm("b", {"--inputs", "replay:" + file});
    EXPECT_EQ(report(0, {"diff", file, again})["verdict"], "identical");
}

TEST_F(VariableInput, ThatDiffersIsNamedByDiff) {
    write_file(path("a.csv"),
               "orders.size,orders[0].kind,orders[0].target.x\n0,,\n1,gather,5\n1,scatter,5\n");
    write_file(path("b.csv"),
               "orders.size,orders[0].kind,orders[0].target.x\n0,,\n1,gather,5\n1,split,5\n");
    const Json line = report(1, {"diff", record_swarm("a", {"--inputs", "script:" + path("a.csv")}),
                                 record_swarm("b", {"--inputs", "script:" + path("b.csv")})});
    EXPECT_EQ(line["verdict"], "inputs");
    EXPECT_EQ(line["tick"], 2U);
    EXPECT_EQ(line["player"], 0U);
    ASSERT_EQ(line["fields"].size(), 1U) << line;
    EXPECT_EQ(line["fields"][0]["a"], "scatter");
    EXPECT_EQ(line["fields"][0]["b"], "split");
}

TEST_F(VariableInput, OfAnotherLengthIsNamedByDiff) {
    write_file(path("a.csv"), "orders.size\n0\n3\n1\n");
    write_file(path("b.csv"), "orders.size\n0\n2\n1\n");
    const Json line = report(1, {"diff", record_swarm("a", {"--inputs", "script:" + path("a.csv")}),
                                 record_swarm("b", {"--inputs", "script:" + path("b.csv")})});
    EXPECT_EQ(line["verdict"], "inputs");
    EXPECT_EQ(line["tick"], 1U);
    EXPECT_EQ(line["fields"][0]["path"], "orders.size") << line;
}

TEST_F(VariableInput, PlantInALargeStateIsNamedByDiff) {
    const std::string a = record_swarm("a", {"--ticks", "120"});
    const std::string b =
        record_swarm("b", {"--ticks", "120", "--plant", "77:units[123].captures"});
    const Json line = report(1, {"diff", a, b});
    EXPECT_EQ(line["verdict"], "state");
    EXPECT_EQ(line["tick"], 77U);
    ASSERT_EQ(line["fields"].size(), 1U) << line;
    EXPECT_EQ(line["fields"][0]["path"], "units[123].captures");
}

}  // namespace
}  // namespace tandem::end_to_end
