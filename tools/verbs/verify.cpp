// SPDX-License-Identifier: MIT
// verify: simulate recordings again and compare every hash, on several threads where asked.
#include <cstdint>
#include <limits>

#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/file_list.hpp>
#include <tandem/tools/verify/outcome.hpp>
#include <tandem/tools/verify/pool.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint64_t k_seeks_max = 1'000'000'000;

PoolOptions pool_options(const Arguments& arguments) {
    PoolOptions options;
    options.jobs = arguments.whole<std::uint32_t>("--jobs").value_or(1);
    options.checks.round_trip_ticks = arguments.whole("--roundtrip-every").value_or(0);
    options.checks.storm.seeks = arguments.whole("--seek-storm").value_or(0);
    options.checks.storm.seed = arguments.whole("--seed").value_or(1);
    return options;
}

int run_verify(const Arguments& arguments, Context& context) {
    const SignalGuard signals;
    const auto files = list_recordings(arguments.texts("FILE-or-DIR"));
    if (!files) {
        return context.fail(files.error());
    }
    Sum sum;
    for (const Outcome& outcome : verify_files(*files, pool_options(arguments), context)) {
        sum.add(outcome);
        if (outcome.is_begun()) {
            tell(outcome, context.console);
        }
    }
    if (files->size() > 1 || sum.not_begun > 0) {
        context.console.say(sum.text(files->size()));
    }
    // What was found until then counts for more than who wanted to stop.
    return pending_signal() != 0 && sum.code != ExitCode::divergence
               ? exit_code_of_signal(pending_signal())
               : static_cast<int>(sum.code);
}

}  // namespace

Verb verify_verb() {
    return {
        .name = "verify",
        .sentence = "Simulate recordings again and compare every hash",
        .example = "verify recordings/ --jobs 4",
        .options = {{.names = {"FILE-or-DIR"},
                     .sentence = "Files, or folders of .tandem files",
                     .value = Path{Path::Kind::either},
                     .is_repeated = true,
                     .is_required = true},
                    {.names = {"--jobs"},
                     .value_name = "N",
                     .sentence = "How many threads simulate, in one file or in several",
                     .default_text = "1",
                     .value = Whole{.least = 1, .most = std::numeric_limits<std::uint32_t>::max()}},
                    {.names = {"--roundtrip-every"},
                     .value_name = "K",
                     .sentence =
                         "Save every K ticks, restore into a new simulation and go on with that",
                     .value = Whole{.least = 1}},
                    {.names = {"--seek-storm"},
                     .value_name = "N",
                     .sentence = "Also seek N times at random and compare with the straight run",
                     .value = Whole{.least = 1, .most = k_seeks_max}},
                    {.names = {"--seed"},
                     .value_name = "S",
                     .sentence = "Seed of the seek storm",
                     .default_text = "1",
                     .value = Whole{}}},
        .run = &run_verify,
    };
}

}  // namespace tandem::tools
