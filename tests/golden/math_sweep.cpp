// SPDX-License-Identifier: MIT
// The groups. To add a function: a line in the sweep_ file of its header, in a new group, and a
// scenario for it; public_functions_test.cpp finds those that have none.
#include <tests/golden/math_sweep.hpp>

#include <array>
#include <cstddef>

#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/math/fault.hpp>
#include <tests/golden/sweep_functions.hpp>

namespace tandem::test {

namespace {

// In the order of MathGroup.
const std::vector<Function>& functions_of(MathGroup group) {
    static const std::array<std::vector<Function>, 9> k_groups{
        functions_of_fixed(),         functions_of_compact(),        functions_of_vectors(),
        functions_of_angles(),        functions_of_random(),         functions_of_batches(),
        functions_of_fixed_batches(), functions_of_random_choices(), functions_of_comparisons()};
    return k_groups.at(static_cast<std::size_t>(group));
}

}  // namespace

void MathSweep::reset(const Setup& setup) {
    options = setup.options_as<Options>();
    random = Random(setup.seed);
    digests.assign(functions_of(options.group).size(), 0);
}

void MathSweep::step(Inputs<Input> inputs) {
    const sim::FaultsExpected overflows_and_divisions_by_zero;
    random = Random(random.next64() ^ inputs[0].salt);
    const std::vector<Function>& functions = functions_of(options.group);
    for (std::size_t i = 0; i < digests.size(); ++i) {
        Digest digest(digests[i]);
        functions[i](random, digest);
        digests[i] = digest.value();
    }
}

}  // namespace tandem::test
