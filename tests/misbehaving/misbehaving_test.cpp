// SPDX-License-Identifier: MIT
// Every classic mistake is caught and named by check. The table is the claim: which mistake, which
// probe, which field. Run against real processes, as a user would.
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
using Json = nlohmann::json;

// What the other build is, for mistakes that one build never shows. Where this machine cannot make
// it, the test is skipped and says so. In CI what can be installed has to be there.
struct OtherBuild {
    const char* program;
    const char* what;
    const char* package;  // that has it; empty: it is the processor that lacks it
};
constexpr OtherBuild k_none{nullptr, "", ""};
constexpr OtherBuild k_libcxx{LIBCXX_PROGRAM, "clang++ with libc++",
                              "libc++-14-dev and libc++abi-14-dev"};
constexpr OtherBuild k_contracted{CONTRACTED_PROGRAM, "fused multiplication and addition (FMA)",
                                  ""};

enum class Readiness { ready, skipped, failed };

Readiness readiness_of(const OtherBuild& other, bool is_ci) {
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
    const OtherBuild absent{"", "", "a package"};
    EXPECT_EQ(readiness_of(absent, false), Readiness::skipped);
    EXPECT_EQ(readiness_of(absent, true), Readiness::failed);
    EXPECT_EQ(readiness_of({"", "", ""}, true), Readiness::skipped);
    EXPECT_EQ(readiness_of({"program", "", "a package"}, true), Readiness::ready);
    EXPECT_EQ(readiness_of(k_none, true), Readiness::ready);
    EXPECT_NE(*k_libcxx.package, '\0');
}

struct Mistake {
    const char* game;
    const char* probe;  // that catches it, alone or with all others
    const char* field;  // where it shows first; empty: it is no difference of fields
    const char* words;  // of the error
    OtherBuild other;
    // Whether the whole check names this probe. Where memory or addresses take part, luck decides
    // which of several is first.
    bool is_first;
};

constexpr Mistake k_mistakes[] = {
    // A field not serialised.
    {"missing_field", "fresh", "total", "a member that serialize leaves out", k_none, true},
    {"missing_late", "fresh", "total", "a member that serialize leaves out", k_none, true},
    // The same where no state ever differs, but what the game answers.
    {"missing_at_the_end", "fresh", "",
     "finished() differs though the state is the same: it reads a member that serialize leaves out",
     k_none, true},
    {"missing_in_the_picture", "fresh", "", "draw differs though the state is the same", k_none,
     true},
    {"missing_for_bots", "fresh", "", "bot_input differs though the state is the same", k_none,
     true},
    // A serialize that branches, and one that changes what it writes.
    {"branching_serialize", "serialize", "", "without a condition on values", k_none, true},
    {"changing_serialize", "serialize", "saves", "changes something", k_none, true},
    // A stale cache.
    {"stale_cache", "dirty", "total", "most likely a cache", k_none, true},
    // A static local.
    {"static_local", "twin", "total", "a static or global that changes", k_none, true},
    {"static_seldom", "twin", "total", "a static or global that changes", k_none, true},
    {"global_random", "twin", "total", "rand()", k_none, true},
    {"self_pointer", "copy", "total", "a member points into its own object", k_none, true},
    // A reset that relies on a new object, where a few ticks show it and where a long session does.
    {"forgetful_reset", "reset", "combo", "as an earlier session made it", k_none, true},
    {"forgetful_late", "reset", "is_late", "as an earlier session made it", k_none, true},
    {"drawing_decides", "observed", "total", "a mutable member", k_none, true},
    {"bots_decide", "observed", "total", "a mutable member", k_none, true},
    // What copying loses as restoring does.
    {"copied_anew", "fresh", "total", "", k_none, true},
    {"thread_decides", "thread", "total", "", k_none, true},
    // Scratch memory that games share without a lock.
    {"shared_scratch", "thread", "total", "a static buffer", k_none, true},
    // The same, where the process may well crash before a number differs.
    {"shared_container", "thread", "", "a static buffer", k_none, true},
    // An uninitialised byte.
    {"uninitialised_byte", "memory", "last", "a byte that was never written", k_none, false},
    // The same on the stack: a member that no constructor writes.
    {"unwritten_member", "memory", "scores[0]", "a byte that was never written", k_none, true},
    // A pointer as a key.
    {"pointer_key", "memory", "total", "a pointer as a key", k_none, false},
    // Iteration over addresses.
    {"address_iteration", "process", "total", "an address", k_none, false},
    {"process_address", "process", "total", "an address", k_none, false},
    // The wall clock.
    {"wall_clock", "process", "total", "a clock", k_none, false},
    // Two games of one process already differ, and yet it is none of the process's variables.
    {"device_random", "process", "total", "random_device", k_none, true},
    {"fine_clock", "process", "total", "a clock", k_none, true},
    // Randomness that is seldom or comes in other ways. Which probe sees it is luck.
    {"device_bit", "memory", "total", "random_device", k_none, false},
    {"device_seldom", "memory", "total", "random_device", k_none, false},
    {"engine_seeded_once", "memory", "total", "random_device", k_none, false},
    {"time_taken", "process", "total", "a clock", k_none, false},
    {"process_number", "thread", "total", "the number of a process", k_none, false},
    // Unordered iteration, library random, heap ties and sort ties are the same in every run of one
    // build: it takes another standard library to see them.
    {"unordered_iteration", "build", "total", "an unordered container", k_libcxx, true},
    {"library_random", "build", "total", "a distribution of <random>", k_libcxx, true},
    {"heap_ties", "build", "total", "equal elements in std::sort or a heap", k_libcxx, true},
    {"sort_ties", "build", "total", "equal elements in std::sort or a heap", k_libcxx, true},
    // Float with contraction: seen by its rounding in one build, and by a build that contracts.
    {"contraction", "rounding", "total", "floating point decides something", k_none, true},
    {"contraction", "build", "total", "floating point", k_contracted, false},
};

void PrintTo(const Mistake& mistake, std::ostream* stream) {
    *stream << mistake.game << ", " << mistake.probe;
}

class Mistakes : public testing::TestWithParam<Mistake> {
protected:
    void SetUp() override {
        const Mistake& mistake = GetParam();
        switch (readiness_of(mistake.other, is_ci())) {
            case Readiness::ready:
                break;
            case Readiness::skipped:
                GTEST_SKIP() << "this build has no " << mistake.other.what;
            case Readiness::failed:
                FAIL() << "this build has no " << mistake.other.what << "; install "
                       << mistake.other.package << " and configure again";
        }
    }

    // The one JSON object of a check that must find something.
    static Json check(const Arguments& more) {
        const Mistake& mistake = GetParam();
        Arguments arguments{MISBEHAVING_PROGRAM, "--json", "--game", mistake.game, "check",
                            "--ticks",           "400"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        if (mistake.other.program != nullptr) {
            arguments.insert(arguments.end(), {"--against", mistake.other.program});
        }
        const Outcome outcome = end_to_end::run_command(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << outcome;
        const Json line = Json::parse(outcome.out, nullptr, false);
        EXPECT_TRUE(line.is_object()) << outcome;
        EXPECT_EQ(line.value("verdict", ""), "diverged") << outcome;
        return line.is_object() ? line : Json::object();
    }

    // The class is that of explain. A fault of chance is never told as one of memory.
    static void expect_classed(const Json& line) {
        const std::string game = GetParam().game;
        const std::string probe = GetParam().probe;
        const std::string expected = probe == "fresh" || probe == "dirty" || probe == "serialize"
                                         ? "unsaved"
                                     : probe == "build" || probe == "rounding" ? "build"
                                                                               : "local";
        EXPECT_EQ(line.value("class", ""), expected) << line;
        EXPECT_NE(line.value("proof", ""), "") << line;
        const std::string reason = line.value("reason", "");
        const bool is_chance = game.starts_with("device_") || game.starts_with("engine_") ||
                               game == "fine_clock" || game == "process_number" ||
                               game == "time_taken";
        // A second that ends while runs are compared makes them differ like chance does.
        if (game != "wall_clock") {
            EXPECT_EQ(reason == "chance", is_chance) << line;
        }
        if (is_chance) {
            EXPECT_EQ(line.value("error", "").find("never written"), std::string::npos) << line;
        }
    }

    static void expect_named(const Json& line) {
        const Mistake& mistake = GetParam();
        EXPECT_EQ(line.value("probe", ""), mistake.probe) << line;
        const std::string error = line.value("error", "");
        EXPECT_NE(error.find(std::string("probe ") + mistake.probe), std::string::npos) << line;
        EXPECT_NE(error.find(mistake.words), std::string::npos) << line;
        if (*mistake.field != '\0') {
            ASSERT_FALSE(line["fields"].empty()) << line;
            EXPECT_EQ(line["fields"][0]["path"], mistake.field) << line;
        }
    }
};

TEST_P(Mistakes, AreCaughtAndNamedByTheirProbeAlone) {
    const Json line = check({"--probe", GetParam().probe});
    expect_named(line);
    expect_classed(line);
}

// Where addresses decide, chance decides which probe sees it first.
TEST_P(Mistakes, AreCaughtByTheWholeCheck) {
    const Json line = check({});
    expect_classed(line);
    if (GetParam().is_first) {
        expect_named(line);
    }
}

std::string test_name(const testing::TestParamInfo<Mistake>& info) {
    return std::string(info.param.game) + "_" + info.param.probe;
}

INSTANTIATE_TEST_SUITE_P(All, Mistakes, testing::ValuesIn(k_mistakes), test_name);

// A recording shows it too, where a state is restored on the way: its own run saved nothing.
class Unsaved : public testing::TestWithParam<const char*> {
protected:
    Unsaved() : folder_(std::filesystem::temp_directory_path() / "tandem-unsaved-XXXXXX") {
        std::string name = folder_.string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        expect(0, {"--game", GetParam(), "record", "--ticks", "250", "-o", file()});
    }
    ~Unsaved() override { std::filesystem::remove_all(folder_); }
    std::string file() const { return (folder_ / "a.tandem").string(); }
    static Json expect(int exit_code, Arguments arguments) {
        arguments.insert(arguments.begin(), {MISBEHAVING_PROGRAM, "--json"});
        const Outcome outcome = end_to_end::run_command(arguments);
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
        const Json line = Json::parse(outcome.out, nullptr, false);
        return line.is_object() ? line : Json::object();
    }

private:
    std::filesystem::path folder_;
};

TEST_P(Unsaved, IsFoundByRoundTripsAndBySeeksWhereVerifyAloneSaysSame) {
    EXPECT_EQ(expect(0, {"verify", file()}).value("verdict", ""), "same");
    for (const Arguments& more : {Arguments{"--roundtrip-every", "50"}, {"--seek-storm", "50"}}) {
        const Json line = expect(1, {"verify", file(), more[0], more[1]});
        EXPECT_EQ(line.value("verdict", ""), "unsaved") << line;
        ASSERT_FALSE(line["fields"].empty()) << line;
        EXPECT_EQ(line["fields"][0]["path"], "total") << line;
    }
}

INSTANTIATE_TEST_SUITE_P(ForgottenFields, Unsaved,
                         testing::Values("missing_field", "missing_late"));

// A recording by a program whose flags alone are others.
TEST(ContractedBuild, IsProvenToHaveOtherRulesByAskingIt) {
    if (readiness_of(k_contracted, is_ci()) != Readiness::ready) {
        GTEST_SKIP() << "this build has no program with " << k_contracted.what;
    }
    std::string folder = (std::filesystem::temp_directory_path() / "tandem-build-XXXXXX").string();
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    const std::string file = folder + "/b.tandem";
    const Outcome recorded = end_to_end::run_command(
        {CONTRACTED_PROGRAM, "--game", "contraction", "record", "--ticks", "400", "-o", file});
    EXPECT_EQ(recorded.exit_code, 0) << recorded;
    const auto class_of = [&](Arguments arguments) {
        arguments.insert(arguments.begin(), {MISBEHAVING_PROGRAM, "--json", "explain", file});
        const Outcome outcome = end_to_end::run_command(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << outcome;
        const Json line = Json::parse(outcome.out, nullptr, false);
        return line.is_object() ? line.value("class", "") : outcome.out;
    };
    EXPECT_EQ(class_of({"--against", CONTRACTED_PROGRAM}), "build");
    EXPECT_EQ(class_of({}), "unknown");
    EXPECT_EQ(class_of({"--against", MISBEHAVING_PROGRAM}), "unknown");
    std::filesystem::remove_all(folder);
}

// What no probe of one build may complain of: the base without a mistake is one game too few to be
// listed, so a mistake that needs another build stands for it.
TEST(Misbehaving, WhatOnlyAnotherLibraryShowsIsSilentInOneBuild) {
    const Outcome outcome = end_to_end::run_command(
        {MISBEHAVING_PROGRAM, "--json", "--game", "sort_ties", "check", "--ticks", "400"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    const Json line = Json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(line.is_object()) << outcome;
    for (const Json& probe : line["probes"]) {
        const bool is_build = probe["probe"] == "build";
        EXPECT_EQ(probe["verdict"], is_build ? "not run" : "same") << probe;
        EXPECT_EQ(probe["ticks_checked"] > 0U, !is_build) << probe;
    }
}

}  // namespace
}  // namespace tandem::misbehaving
