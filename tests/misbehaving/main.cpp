// SPDX-License-Identifier: MIT
// A program of games that misbehave on purpose, one classic mistake each: play with
// `misbehaving --game NAME check` to see how each one is found.
#include <tandem/tools/run.hpp>
#include <tests/misbehaving/games.hpp>
#include <tests/misbehaving/planted_faults.hpp>
#include <tests/misbehaving/strange_record.hpp>

namespace {

// Prints what chaos is measured by, for scripts.
int list_faults(const tandem::tools::Arguments&, tandem::tools::Context& context) {
    using tandem::misbehaving::ToldByChaos;
    for (const auto& fault : tandem::misbehaving::planted_faults()) {
        if (fault.found.chaos != ToldByChaos::unclaimed) {
            context.console.list({{"game", fault.game},
                                  {"class", fault.cause_class},
                                  {"reason", fault.reason},
                                  {"other_reason", fault.found.other_reason}});
        }
    }
    return 0;
}

template <class... Games>
int run(tandem::misbehaving::List<Games...>, int argc, char** argv) {
    const tandem::tools::Verb faults{.name = "faults",
                                     .sentence = "List the faults that check --chaos finds",
                                     .example = "--json faults",
                                     .run = &list_faults};
    return tandem::tools::run<Games...>(argc, argv,
                                        {tandem::misbehaving::strange_record_verb(), faults});
}

}  // namespace

int main(int argc, char** argv) { return run(tandem::misbehaving::AllGames(), argc, argv); }
