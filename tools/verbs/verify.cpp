// SPDX-License-Identifier: MIT
// The verb verify simulates recordings again and compares every hash, on several threads if asked,
// and on many machines.
#include <cstdint>
#include <filesystem>
#include <limits>

#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/rebuild.hpp>
#include <tandem/tools/verify/shard.hpp>
#include <tandem/tools/verify/verify_run.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint64_t k_seeks_max = 1'000'000'000;

// Runs --on-rebuild. It refuses options that look at many files, or at a file in another way,
// because they are not for work that is done again and again.
Result<int> run_on_rebuild(const Arguments& arguments, Context& context) {
    const auto refuse = [](const std::string& why) {
        return Error{ErrorCode::usage, "--on-rebuild", why};
    };
    for (const char* const option : {"--jobs", "--roundtrip-every", "--seek-storm", "--shard",
                                     "--split", "--plan", "--report", "--cache", "--junit"}) {
        if (arguments.has(option)) {
            return refuse("only compares every hash of one file; leave " + std::string(option) +
                          " away");
        }
    }
    const auto paths = arguments.texts("FILE-or-DIR");
    if (arguments.flag("--follow") || arguments.flag("--bisect") || paths.size() != 1 ||
        std::filesystem::is_directory(paths.front())) {
        return refuse("goes with one finished recording, and neither --follow nor --bisect");
    }
    return verify_on_rebuild(paths.front(), context);
}

Result<int> run_verify_verb(const Arguments& arguments, Context& context) {
    if (arguments.flag("--on-rebuild")) {
        return run_on_rebuild(arguments, context);
    }
    VerifyArguments given;
    given.paths = arguments.texts("FILE-or-DIR");
    given.pool.jobs = arguments.whole<std::uint32_t>("--jobs").value_or(1);
    given.pool.checks.round_trip_ticks = arguments.whole("--roundtrip-every").value_or(0);
    given.pool.checks.storm.seeks = arguments.whole("--seek-storm").value_or(0);
    given.pool.checks.storm.seed = arguments.whole("--seed").value_or(1);
    given.split = arguments.whole<std::uint32_t>("--split").value_or(0);
    given.plan = arguments.text("--plan");
    given.shard = arguments.text("--shard");
    given.report = arguments.text("--report");
    given.cache = arguments.text("--cache");
    given.junit = arguments.text("--junit");
    given.force = arguments.flag("--force");
    given.bisect = arguments.flag("--bisect");
    given.follow = arguments.flag("--follow");
    return run_verify(given, context);
}

std::vector<Option> checking_options() {
    return {
        {.names = {"FILE-or-DIR"},
         .sentence = "Files, or folders of .tandem files",
         .value = Path{Path::Kind::either},
         .is_repeated = true},
        {.names = {"--jobs"},
         .value_name = "N",
         .sentence = "How many threads simulate, in one file or in several",
         .default_text = "1",
         .value = Whole{.least = 1, .most = std::numeric_limits<std::uint32_t>::max()}},
        {.names = {"--roundtrip-every"},
         .value_name = "K",
         .sentence = "Save every K ticks, restore into a new simulation and go on with that",
         .value = Whole{.least = 1}},
        {.names = {"--seek-storm"},
         .value_name = "N",
         .sentence = "Also seek N times at random and compare with the straight run",
         .value = Whole{.least = 1, .most = k_seeks_max}},
        {.names = {"--seed"},
         .value_name = "S",
         .sentence = "Seed of the seek storm",
         .default_text = "1",
         .value = Whole{}},
        {.names = {"--follow"},
         .sentence = "Wait for more of a file that is still written, until its end"},
        {.names = {"--on-rebuild"},
         .sentence = "Wait for each new build of this program, verify and say what changed, until "
                     "Ctrl-C"},
        {.names = {"--bisect"},
         .sentence = "Exit codes for git bisect run: 0 same, 1 different, 125 cannot tell"},
        {.names = {"--junit"},
         .value_name = "FILE.xml",
         .sentence = "Also write a JUnit report, one test case for each file",
         .value = Path{}},
        {.names = {"--force"}, .sentence = "Replace the JUnit report if it exists"}};
}

std::vector<Option> scaling_options() {
    return {{.names = {"--shard"},
             .value_name = "I/N|auto",
             .sentence = "Verify only part I of N; auto asks Slurm, Kubernetes or Bazel",
             .value = Text{.words = {"auto"}}},
            {.names = {"--split"},
             .value_name = "N",
             .sentence = "Only print which of N shards verifies which file",
             .value = Whole{.least = 1, .most = k_shards_max}},
            {.names = {"--plan"},
             .value_name = "FILE",
             .sentence = "Take the files from a plan that --split N --json printed",
             .value = Path{}},
            {.names = {"--report"},
             .value_name = "FILE",
             .sentence = "Append a line for each file; run again it goes on where it stopped",
             .value = Path{}},
            {.names = {"--cache"},
             .value_name = "FILE-or-DIR",
             .sentence = "Keep the verdict same here, and skip files that have it already",
             .value = Path{Path::Kind::either}}};
}

}  // namespace

Verb verify_verb() {
    std::vector<Option> options = checking_options();
    for (Option& option : scaling_options()) {
        options.push_back(std::move(option));
    }
    return {
        .name = "verify",
        .sentence = "Simulate recordings again and compare every hash",
        .example = "verify recordings/ --jobs 4",
        .options = std::move(options),
        .run = &reported<&run_verify_verb>,
    };
}

}  // namespace tandem::tools
