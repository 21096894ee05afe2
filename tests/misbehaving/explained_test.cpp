// SPDX-License-Identifier: MIT
// Real faulty games, recorded by real processes, whose two recordings differ: explain gives the
// class of the fault, or says that it does not know, and never another class.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tests/misbehaving/planted_faults.hpp>
#include <tests/tools/end_to_end/process.hpp>

namespace tandem::misbehaving {
namespace {

using end_to_end::Arguments;
using end_to_end::Outcome;
using Json = nlohmann::json;

class RealFaults : public testing::TestWithParam<PlantedFault> {
protected:
    RealFaults() : folder_(std::filesystem::temp_directory_path() / "tandem-faults-XXXXXX") {
        std::string name = folder_.string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    ~RealFaults() override { std::filesystem::remove_all(folder_); }

    std::string record(const RecordedSide& side, const char* name) const {
        const std::string file = (folder_ / name).string();
        Arguments command;
        if (*side.memory != '\0') {
            command = {"/usr/bin/env", std::string("MALLOC_PERTURB_=") + side.memory};
        }
        command.insert(command.end(),
                       {side.has_other_rules ? OTHER_RULES_PROGRAM : MISBEHAVING_PROGRAM, "--game",
                        GetParam().game, "record-as", side.how, file});
        const Outcome outcome = end_to_end::run_command(command);
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        return file;
    }

private:
    std::filesystem::path folder_;
};

TEST_P(RealFaults, AreExplainedInTheirClassOrNotAtAll) {
    const PlantedFault& fault = GetParam();
    ASSERT_EQ(fault.found.sides.size(), 2U);
    const std::string one = record(fault.found.sides[0], "one.tandem");
    const std::string other = record(fault.found.sides[1], "other.tandem");
    std::vector<std::string> right = fault.found.other_classes;
    right.emplace_back(fault.cause_class);
    for (const bool is_turned : {false, true}) {
        const Outcome outcome =
            end_to_end::run_command({MISBEHAVING_PROGRAM, "--json", "explain",
                                     is_turned ? other : one, is_turned ? one : other});
        const Json line = Json::parse(outcome.out, nullptr, false);
        ASSERT_TRUE(line.is_object()) << outcome;
        const std::string found = line.value("class", "");
        EXPECT_NE(std::find(right.begin(), right.end(), found), right.end()) << found << "\n"
                                                                             << outcome;
        EXPECT_EQ(outcome.exit_code, found == "none" ? 0 : 1) << outcome;
        if (found != "none" && found != "unknown") {
            EXPECT_NE(line.value("proof", ""), "") << outcome;
        }
    }
}

bool has_sides(const PlantedFault& fault) { return !fault.found.sides.empty(); }

INSTANTIATE_TEST_SUITE_P(All, RealFaults, testing::ValuesIn(planted_faults_where(&has_sides)),
                         [](const auto& tested) { return std::string(tested.param.game); });

}  // namespace
}  // namespace tandem::misbehaving
