// SPDX-License-Identifier: MIT
// The whole program of a game on Tandem, with a verb of its own; tools/CLI.md shows it.
#include "tug.hpp"

#include <tandem/tools/run.hpp>

// How often the even side wins when bots pull.
int run_odds(const tandem::tools::Arguments& arguments, tandem::tools::Context& context) {
    const std::uint64_t rounds = arguments.whole("--rounds").value_or(100);
    std::uint64_t wins = 0;
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
        tandem::Setup setup;
        setup.seed = seed;
        setup.slots = 2;
        Tug tug;
        tug.reset(setup);
        tandem::Random random{seed};
        for (int tick = 0; tick < 300; ++tick) {
            const std::array inputs{tug.bot_input(tandem::Slot{0}, random),
                                    tug.bot_input(tandem::Slot{1}, random)};
            tug.step({inputs, 0b11});
        }
        wins += tug.rope > tandem::Fixed{} ? 1U : 0U;
    }
    context.console.print("the even side wins " + std::to_string(wins) + " of " +
                          std::to_string(rounds));
    context.console.report({{"rounds", rounds}, {"wins", wins}});  // with --json, in its place
    return 0;
}

int main(int argc, char** argv) {
    using namespace tandem::tools;
    const Verb odds{
        .name = "odds",
        .sentence = "Say how often the even side wins when bots pull",
        .example = "odds --rounds 1000",
        .options = {{.names = {"--rounds"},
                     .value_name = "N",
                     .sentence = "So many matches are played",
                     .default_text = "100",
                     .value = Whole{.least = 1}}},
        .run = &run_odds,
    };
    return run<Tug>(argc, argv, {odds});
}
