// SPDX-License-Identifier: MIT
// The program of a single game, as its author would have it: with a verb of its own.
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/run.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

// One line for each tick.
int run_hashes(const tools::Arguments& arguments, tools::Context& context) {
    const auto game = context.registry.choose(context.game);
    if (!game) {
        return context.fail(game.error());
    }
    sim::Timeline timeline(game->make());
    auto done = timeline.start(make_setup(*game->info, 2));
    const std::uint64_t ticks = arguments.whole("--ticks").value_or(60);
    while (done && timeline.ticks_done() < ticks) {
        done = timeline.advance(bot_record(timeline.simulation(), timeline.ticks_done()));
        const std::string hash = tools::hash_text(timeline.state_hash().value);
        context.console.print("after " + std::to_string(timeline.ticks_done()) + " ticks " + hash);
        context.console.list({{"ticks", timeline.ticks_done()}, {"state_hash", hash}});
    }
    return done ? 0 : context.fail(done.error());
}

tools::Verb hashes_verb() {
    return {.name = "hashes",
            .sentence = "Print the hash of every state while bots play",
            .example = "hashes --ticks 600",
            .options = {{.names = {"--ticks"},
                         .value_name = "N",
                         .sentence = "Stop after this many ticks",
                         .default_text = "60",
                         .value = tools::Whole{.least = 1}}},
            .run = &run_hashes};
}

}  // namespace
}  // namespace tandem::test

int main(int argc, char** argv) {
    using namespace tandem;
    return tools::run<test::Counter>(argc, argv, {test::hashes_verb()});
}
