// SPDX-License-Identifier: MIT
// Every classic mistake is caught and named by check, as the table of planted faults claims it: by
// which probe, in which field. Run against real processes, as a user would.
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <tests/misbehaving/planted_faults.hpp>
#include <tests/tools/end_to_end/process.hpp>

#ifndef LIBCXX_PROGRAM
#define LIBCXX_PROGRAM ""
#endif
#ifndef CONTRACTED_PROGRAM
#define CONTRACTED_PROGRAM ""
#endif

namespace tandem::misbehaving {
namespace {

using end_to_end::Arguments;
using end_to_end::Outcome;
using end_to_end::operator+;
using Json = nlohmann::json;

// The program of another build. Where this machine cannot make it, the test is skipped and says so.
// In CI what can be installed has to be there.
struct OtherProgram {
    const char* program;
    const char* description;
    const char* package;  // that has it; empty: it is the processor that lacks it
};
constexpr OtherProgram k_none{nullptr, "", ""};
constexpr OtherProgram k_libcxx{LIBCXX_PROGRAM, "clang++ with libc++",
                                "libc++-14-dev and libc++abi-14-dev"};
constexpr OtherProgram k_contracted{CONTRACTED_PROGRAM, "fused multiplication and addition (FMA)",
                                    ""};

const OtherProgram& program_of(OtherBuild build) {
    switch (build) {
        case OtherBuild::libcxx:
            return k_libcxx;
        case OtherBuild::contracted:
            return k_contracted;
        case OtherBuild::none:
            break;
    }
    return k_none;
}

enum class Readiness { ready, skipped, failed };

Readiness readiness_of(const OtherProgram& other, bool is_ci) {
    if (other.program == nullptr || *other.program != '\0') {
        return Readiness::ready;
    }
    return is_ci && *other.package != '\0' ? Readiness::failed : Readiness::skipped;
}

bool is_ci() {
    const char* const value = std::getenv("CI");
    return value != nullptr && std::string_view(value) == "true";
}

TEST(OtherBuilds, ThatCanBeInstalledAreNotSkippedInCi) {
    const OtherProgram absent{"", "", "a package"};
    EXPECT_EQ(readiness_of(absent, false), Readiness::skipped);
    EXPECT_EQ(readiness_of(absent, true), Readiness::failed);
    EXPECT_EQ(readiness_of({"", "", ""}, true), Readiness::skipped);
    EXPECT_EQ(readiness_of({"program", "", "a package"}, true), Readiness::ready);
    EXPECT_EQ(readiness_of(k_none, true), Readiness::ready);
    EXPECT_NE(*k_libcxx.package, '\0');
}

struct Mistake {
    PlantedFault fault;
    CaughtBy caught;
    OtherProgram other;
};

void PrintTo(const Mistake& mistake, std::ostream* stream) {
    *stream << mistake.fault.game << ", " << mistake.caught.probe;
}

std::vector<Mistake> mistakes() {
    std::vector<Mistake> all;
    for (const PlantedFault& fault : planted_faults()) {
        if (*fault.caught.probe != '\0') {
            all.push_back({fault, fault.caught, k_none});
        }
        if (*fault.found.against.probe != '\0') {
            all.push_back({fault, fault.found.against, program_of(fault.found.other)});
        }
    }
    return all;
}

// The one JSON object that this command prints.
Json json_of(int exit_code, Arguments arguments) {
    arguments.insert(arguments.begin(), {MISBEHAVING_PROGRAM, "--json"});
    const Outcome outcome = end_to_end::run_command(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
    const Json line = Json::parse(outcome.out, nullptr, false);
    EXPECT_TRUE(line.is_object()) << outcome;
    return line.is_object() ? line : Json::object();
}

class Mistakes : public testing::TestWithParam<Mistake> {
protected:
    void SetUp() override {
        const Mistake& mistake = GetParam();
        switch (readiness_of(mistake.other, is_ci())) {
            case Readiness::ready:
                break;
            case Readiness::skipped:
                GTEST_SKIP() << "this build has no " << mistake.other.description;
            case Readiness::failed:
                FAIL() << "this build has no " << mistake.other.description << "; install "
                       << mistake.other.package << " and configure again";
        }
    }

    // Returns the line of a check, which must find something.
    static Json check(const Arguments& more) {
        const Mistake& mistake = GetParam();
        Arguments arguments{"--game", mistake.fault.game, "check", "--ticks", "400"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        if (mistake.other.program != nullptr) {
            arguments.insert(arguments.end(), {"--against", mistake.other.program});
        }
        const Json line = json_of(1, arguments);
        EXPECT_EQ(line.value("verdict", ""), "diverged") << line;
        return line;
    }

    // The class is that of explain. A fault of chance is never told as one of memory.
    static void expect_classed(const Json& line) {
        const PlantedFault& fault = GetParam().fault;
        EXPECT_EQ(line.value("class", ""), fault.cause_class) << line;
        EXPECT_NE(line.value("proof", ""), "") << line;
        const std::string reason = line.value("reason", "");
        const bool is_chance = fault.reason == std::string("chance");
        if (fault.found.other_reason != std::string("chance")) {
            EXPECT_EQ(reason == "chance", is_chance) << line;
        }
        if (is_chance) {
            EXPECT_EQ(line.value("error", "").find("never written"), std::string::npos) << line;
        }
    }

    static void expect_named(const Json& line) {
        const Mistake& mistake = GetParam();
        EXPECT_EQ(line.value("probe", ""), mistake.caught.probe) << line;
        const std::string error = line.value("error", "");
        EXPECT_NE(error.find(std::string("probe ") + mistake.caught.probe), std::string::npos)
            << line;
        EXPECT_NE(error.find(mistake.caught.words), std::string::npos) << line;
        if (*mistake.fault.field != '\0') {
            ASSERT_FALSE(line["fields"].empty()) << line;
            EXPECT_EQ(line["fields"][0]["path"], mistake.fault.field) << line;
        }
    }
};

TEST_P(Mistakes, AreCaughtAndNamedByTheirProbeAlone) {
    const Json line = check({"--probe", GetParam().caught.probe});
    expect_named(line);
    expect_classed(line);
}

// Where addresses decide, chance decides which probe sees it first.
TEST_P(Mistakes, AreCaughtByTheWholeCheck) {
    const Json line = check({});
    expect_classed(line);
    if (GetParam().caught.is_first) {
        expect_named(line);
    }
}

std::string test_name(const testing::TestParamInfo<Mistake>& info) {
    return std::string(info.param.fault.game) + "_" + info.param.caught.probe;
}

INSTANTIATE_TEST_SUITE_P(All, Mistakes, testing::ValuesIn(mistakes()), test_name);

class OneBuild : public testing::TestWithParam<PlantedFault> {};

TEST_P(OneBuild, HasNothingToSayOfWhatOnlyAnotherBuildShows) {
    const Json line = json_of(0, {"--game", GetParam().game, "check", "--ticks", "400"});
    for (const Json& probe : line["probes"]) {
        const bool is_build = probe["probe"] == "build";
        EXPECT_EQ(probe["verdict"], is_build ? "not run" : "same") << probe;
        EXPECT_EQ(probe["ticks_checked"] > 0U, !is_build) << probe;
    }
}

bool needs_another_build(const PlantedFault& fault) {
    return *fault.caught.probe == '\0' && *fault.found.against.probe != '\0';
}

std::string fault_name(const testing::TestParamInfo<PlantedFault>& info) { return info.param.game; }

INSTANTIATE_TEST_SUITE_P(All, OneBuild,
                         testing::ValuesIn(planted_faults_where(&needs_another_build)), fault_name);

class Unsaved : public testing::TestWithParam<PlantedFault> {
protected:
    Unsaved() : folder_(std::filesystem::temp_directory_path() / "tandem-unsaved-XXXXXX") {
        std::string name = folder_.string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        json_of(0, {"--game", GetParam().game, "record", "--ticks", "250", "-o", file()});
    }
    ~Unsaved() override { std::filesystem::remove_all(folder_); }
    std::string file() const { return (folder_ / "a.tandem").string(); }

private:
    std::filesystem::path folder_;
};

TEST_P(Unsaved, IsFoundByRoundTripsAndBySeeksWhereVerifyAloneSaysSame) {
    EXPECT_EQ(json_of(0, {"verify", file()}).value("verdict", ""), "same");
    for (const std::string way : {"--roundtrip-every", "--seek-storm"}) {
        const Json line = json_of(1, {"verify", file(), way, "50"});
        EXPECT_EQ(line.value("verdict", ""), "unsaved") << line;
        ASSERT_FALSE(line["fields"].empty()) << line;
        EXPECT_EQ(line["fields"][0]["path"], GetParam().field) << line;
    }
}

bool is_unsaved_in_recordings(const PlantedFault& fault) {
    return fault.found.is_unsaved_in_recordings;
}

INSTANTIATE_TEST_SUITE_P(All, Unsaved,
                         testing::ValuesIn(planted_faults_where(&is_unsaved_in_recordings)),
                         fault_name);

// A recording by a program whose flags alone are others.
TEST(ContractedBuild, IsProvenToHaveOtherRulesByAskingIt) {
    if (readiness_of(k_contracted, is_ci()) != Readiness::ready) {
        GTEST_SKIP() << "this build has no program with " << k_contracted.description;
    }
    std::string folder = (std::filesystem::temp_directory_path() / "tandem-build-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    const std::string file = folder + "/b.tandem";
    const Outcome recorded = end_to_end::run_command(
        {CONTRACTED_PROGRAM, "--game", "contraction", "record", "--ticks", "400", "-o", file});
    EXPECT_EQ(recorded.exit_code, 0) << recorded;
    const auto class_of = [&](const Arguments& more) {
        return json_of(1, Arguments{"explain", file} + more).value("class", "");
    };
    EXPECT_EQ(class_of({"--against", CONTRACTED_PROGRAM}), "build");
    EXPECT_EQ(class_of({}), "unknown");
    EXPECT_EQ(class_of({"--against", MISBEHAVING_PROGRAM}), "unknown");
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tandem::misbehaving
