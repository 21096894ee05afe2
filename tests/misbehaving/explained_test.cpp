// SPDX-License-Identifier: MIT
// Real faulty games, recorded by real processes, whose two recordings differ: explain gives the
// class of the fault, or says that it does not know, and never another class.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tests/tools/end_to_end/process.hpp>

namespace tandem::misbehaving {
namespace {

using end_to_end::Arguments;
using end_to_end::Outcome;
using Json = nlohmann::json;

// One side of a match that went wrong.
struct RecordedSide {
    Arguments program;  // and what stands in front of it
    const char* how;    // as record-as takes it
};

struct RealFault {
    const char* game;
    RecordedSide one;
    RecordedSide other;
    std::vector<std::string> classes;  // that are right
};

void PrintTo(const RealFault& fault, std::ostream* stream) { *stream << fault.game; }

const Arguments k_program{MISBEHAVING_PROGRAM};

Arguments in_memory_of(const std::string& byte) {
    return {"/usr/bin/env", "MALLOC_PERTURB_=" + byte, MISBEHAVING_PROGRAM};
}

std::vector<RealFault> real_faults() {
    return {
        // The other side's process had played a match before.
        {"static_local", {k_program, "plain"}, {k_program, "second"}, {"local"}},
        {"static_seldom", {k_program, "plain"}, {k_program, "second"}, {"local"}},
        {"global_random", {k_program, "plain"}, {k_program, "second"}, {"local"}},
        {"device_random", {k_program, "plain"}, {k_program, "plain"}, {"local"}},
        // Three runs of one tick may draw the same bit.
        {"device_bit", {k_program, "plain"}, {k_program, "plain"}, {"local", "unknown"}},
        // Here memory holds something again, and the same each time.
        {"uninitialised_byte",
         {in_memory_of("90"), "plain"},
         {in_memory_of("165"), "plain"},
         {"local", "unknown"}},
        {"address_value", {k_program, "plain"}, {k_program, "plain"}, {"local", "unknown"}},
        // The other side went on from a state that it had saved.
        {"missing_field", {k_program, "plain"}, {k_program, "restored"}, {"unsaved"}},
        {"missing_late", {k_program, "plain"}, {k_program, "restored"}, {"unsaved"}},
        // The builds call themselves alike, so that all that is known is that the rules differ.
        {"rules_by_macro",
         {k_program, "plain"},
         {{OTHER_RULES_PROGRAM}, "plain"},
         {"build", "local", "unknown"}},
    };
}

class RealFaults : public testing::TestWithParam<RealFault> {
protected:
    RealFaults() : folder_(std::filesystem::temp_directory_path() / "tandem-faults-XXXXXX") {
        std::string name = folder_.string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    ~RealFaults() override { std::filesystem::remove_all(folder_); }

    std::string record(const RecordedSide& side, const char* name) const {
        const std::string file = (folder_ / name).string();
        Arguments command = side.program;
        command.insert(command.end(), {"--game", GetParam().game, "record-as", side.how, file});
        const Outcome outcome = end_to_end::run_command(command);
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        return file;
    }

private:
    std::filesystem::path folder_;
};

TEST_P(RealFaults, AreExplainedInTheirClassOrNotAtAll) {
    const RealFault& fault = GetParam();
    const std::string one = record(fault.one, "one.tandem");
    const std::string other = record(fault.other, "other.tandem");
    for (const bool is_turned : {false, true}) {
        const Outcome outcome =
            end_to_end::run_command({MISBEHAVING_PROGRAM, "--json", "explain",
                                     is_turned ? other : one, is_turned ? one : other});
        const Json line = Json::parse(outcome.out, nullptr, false);
        ASSERT_TRUE(line.is_object()) << outcome;
        const std::string found = line.value("class", "");
        EXPECT_NE(std::find(fault.classes.begin(), fault.classes.end(), found), fault.classes.end())
            << found << "\n"
            << outcome;
        EXPECT_EQ(outcome.exit_code, found == "none" ? 0 : 1) << outcome;
        if (found != "none" && found != "unknown") {
            EXPECT_NE(line.value("proof", ""), "") << outcome;
        }
    }
}

std::string fault_name(const testing::TestParamInfo<RealFault>& info) { return info.param.game; }

INSTANTIATE_TEST_SUITE_P(All, RealFaults, testing::ValuesIn(real_faults()), fault_name);

}  // namespace
}  // namespace tandem::misbehaving
