// SPDX-License-Identifier: MIT
// A program of games that misbehave on purpose, one classic mistake each: play with
// `misbehaving --game NAME check` to see how each one is found.
#include <tandem/tools/run.hpp>
#include <tests/misbehaving/games.hpp>
#include <tests/misbehaving/strange_record.hpp>

namespace {

template <class... Games>
int run(tandem::misbehaving::List<Games...>, int argc, char** argv) {
    return tandem::tools::run<Games...>(argc, argv, {tandem::misbehaving::strange_record_verb()});
}

}  // namespace

int main(int argc, char** argv) { return run(tandem::misbehaving::AllGames(), argc, argv); }
