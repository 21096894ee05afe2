// SPDX-License-Identifier: MIT
// The game whose rules a macro decides, in a build with the other ones.
#define TANDEM_MISBEHAVING_OTHER_RULES
#include <tandem/tools/run.hpp>
#include <tests/misbehaving/build_mistakes.hpp>
#include <tests/misbehaving/strange_record.hpp>

int main(int argc, char** argv) {
    using tandem::misbehaving::RulesByMacro;
    return tandem::tools::run<RulesByMacro>(argc, argv,
                                            {tandem::misbehaving::strange_record_verb()});
}
