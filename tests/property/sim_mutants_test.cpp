// SPDX-License-Identifier: MIT
// Damaged states: each is refused and changes nothing, or it is accepted and writes back to the
// very same bytes. TANDEM_MUTANTS says how many are tried, TANDEM_SEED with which one to begin.
#include <memory>

#include <gtest/gtest.h>

#include <tandem/sim/fields.hpp>
#include <tandem/sim/hash.hpp>
#include <tests/property/mutate.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

// A million where that takes seconds.
#ifdef NDEBUG
constexpr std::uint64_t k_mutants = 1'000'000;
#else
constexpr std::uint64_t k_mutants = 100'000;
#endif

std::vector<Bytes> base_states() {
    std::vector<Bytes> states;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        states.push_back(test::run_rich(seed, seed % 5).save());
    }
    return states;
}

// Reading and measuring agree, but for what a schema does not know: the order of keys and the
// game's limit of memory.
TEST(SimMutants, WhatIsReadWritesBackToTheSameBytesAndMeasuresAsLong) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants);
    const std::vector<Bytes> bases = base_states();
    const Schema schema = schema_of<test::RichGame>();
    const auto game = std::make_unique<test::RichGame>();
    Bytes written;
    std::uint64_t accepted = 0;
    std::uint64_t refused_for_order = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        test::Mutator mutator(seed);
        const Bytes mutant = mutator.mutate(bases[mutator.below(bases.size())]);
        const auto read = read_value(mutant, *game, test::RichGame::state_bytes_max, "state");
        const auto measured = measure_value(schema.root(), mutant);
        const bool is_measured = measured && *measured == mutant.size();
        if (read) {
            ++accepted;
            BufferSink sink(written);
            write_value(*game, sink);
            sink.finish();
            ASSERT_EQ(written, mutant) << test::reproduce_mutant(seed);
            ASSERT_TRUE(is_measured) << test::reproduce_mutant(seed);
        } else if (is_measured) {
            ++refused_for_order;
            ASSERT_NE(read.error().message.find("does not follow the one before it"),
                      std::string::npos)
                << read.error().text() << "\n"
                << test::reproduce_mutant(seed);
        }
    }
    if (count >= 10'000) {
        EXPECT_GT(accepted, count / 10);
        EXPECT_GT(refused_for_order, 0U);
        EXPECT_LT(accepted, count * 9 / 10);
    }
}

TEST(SimMutants, ARefusedStateLeavesTheOldOneAndAnAcceptedOneIsSavedAsItCame) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants / 10);
    const std::vector<Bytes> bases = base_states();
    AnySimulation simulation = test::run_rich(1, 3);
    Bytes state = simulation.save();
    StateHash hash = simulation.state_hash();
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        test::Mutator mutator(seed);
        const Bytes mutant = mutator.mutate(bases[mutator.below(bases.size())]);
        if (simulation.restore(mutant)) {
            state = mutant;
            hash = StateHash{hash_bytes(mutant)};
        }
        ASSERT_EQ(simulation.save(), state) << test::reproduce_mutant(seed);
        ASSERT_EQ(simulation.state_hash(), hash) << test::reproduce_mutant(seed);
    }
}

// What was accepted is a state like any other: it can be listed, compared and stepped from.
TEST(SimMutants, AnAcceptedStateCanBeComparedAndStepped) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants / 50);
    const std::vector<Bytes> bases = base_states();
    AnySimulation simulation = test::run_rich(1, 3);
    const Schema& schema = simulation.info().state_schema;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        test::Mutator mutator(seed);
        const Bytes& base = bases[mutator.below(bases.size())];
        const Bytes mutant = mutator.mutate(base);
        if (!simulation.restore(mutant)) {
            continue;
        }
        ASSERT_FALSE(list_leaves(schema.root(), mutant).empty());
        const auto differences = compare_values(schema, base, mutant);
        ASSERT_EQ(differences.empty(), base == mutant) << test::reproduce_mutant(seed);
        const auto leaf = find_leaf(schema, mutant, "units.size");
        ASSERT_TRUE(leaf);
        // The game divides by the number of its units, which only reset makes sure of.
        if (load_le<std::uint32_t>(mutant.data() + leaf->offset) != 0) {
            ASSERT_TRUE(simulation.step(test::rich_record(simulation, seed)));
        }
    }
}

TEST(SimMutants, ARecordIsRefusedOrMadeAgainFromItsParts) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants / 5);
    constexpr std::uint32_t k_slots = 20;
    const AnySimulation simulation = test::run_rich(1, 0, k_slots);
    std::uint64_t accepted = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        test::Mutator mutator(seed);
        const Bytes mutant =
            mutator.mutate(test::rich_record(simulation, seed % 50, mutator.below(1 << k_slots)));
        const auto view = parse_record(simulation.info().input_schema, k_slots, mutant);
        if (!view) {
            continue;
        }
        ++accepted;
        std::vector<Bytes> inputs(k_slots);
        for (std::uint32_t slot = 0; slot < k_slots; ++slot) {
            inputs[slot].assign(view->inputs[slot].begin(), view->inputs[slot].end());
            test::RichGame::Input input;
            ASSERT_EQ(view->present(slot),
                      read_value(inputs[slot], input, k_input_bytes_max, "input").has_value())
                << test::reproduce_mutant(seed);
        }
        ASSERT_EQ(make_record(view->presence, inputs),
                  Bytes(mutant.begin(), mutant.begin() + static_cast<std::ptrdiff_t>(view->bytes)))
            << test::reproduce_mutant(seed);
    }
    if (count >= 1000) {
        EXPECT_GT(accepted, count / 10);
    }
}

}  // namespace
}  // namespace tandem::sim
