// SPDX-License-Identifier: MIT
// Damaged states: each is refused and changes nothing, or it is accepted and writes back to the
// very same bytes. TANDEM_MUTANTS says how many are tried, TANDEM_SEED with which one to begin.
#include <memory>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tests/property/mutate.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

// A million where that takes seconds.
#ifdef NDEBUG
constexpr std::uint64_t k_mutants = 1'000'000;
#else
constexpr std::uint64_t k_mutants = 100'000;
#endif

template <class Game>
std::vector<Bytes> base_states() {
    std::vector<Bytes> states;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        states.push_back(test::run_game<Game>(seed, seed % 5).save());
    }
    return states;
}

// What a schema does not know and only reading finds: the order of keys, the game's limit of
// memory, and what SlotMap and PriorityQueue hold beyond the rules of their fields.
bool is_beyond_the_schema(const std::string& message) {
    for (const char* part : {"does not follow the one before it", "a slot map with", "a free slot",
                             "a queue with", "a queue in", "a queue that", "an empty queue"}) {
        if (message.find(part) != std::string::npos) {
            return true;
        }
    }
    return false;
}

// Reading and measuring agree on all that both know.
template <class Game>
void read_and_measure_mutants() {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants);
    const std::vector<Bytes> bases = base_states<Game>();
    const Schema schema = schema_of<Game>();
    const auto game = std::make_unique<Game>();
    Bytes written;
    std::uint64_t accepted = 0;
    std::uint64_t refused_beyond_the_schema = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        test::Mutator mutator(seed);
        const Bytes mutant = mutator.mutate(bases[mutator.below(bases.size())]);
        const auto read = read_value(mutant, *game, Game::state_bytes_max, "state");
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
            ++refused_beyond_the_schema;
            ASSERT_TRUE(is_beyond_the_schema(read.error().message)) << read.error().text() << "\n"
                                                                    << test::reproduce_mutant(seed);
        }
    }
    if (count >= 10'000) {
        EXPECT_GT(accepted, count / 10);
        EXPECT_GT(refused_beyond_the_schema, 0U);
        EXPECT_LT(accepted, count * 9 / 10);
    }
}

TEST(SimMutants, WhatIsReadWritesBackToTheSameBytesAndMeasuresAsLong) {
    read_and_measure_mutants<test::RichGame>();
}
TEST(SimMutants, WhatIsReadOfACrowdWritesBackToTheSameBytesAndMeasuresAsLong) {
    read_and_measure_mutants<test::CrowdGame>();
}

template <class Game>
void restore_mutants() {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants / 10);
    const std::vector<Bytes> bases = base_states<Game>();
    AnySimulation simulation = test::run_game<Game>(1, 3);
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

TEST(SimMutants, ARefusedStateLeavesTheOldOneAndAnAcceptedOneIsSavedAsItCame) {
    restore_mutants<test::RichGame>();
}
TEST(SimMutants, ARefusedCrowdLeavesTheOldOneAndAnAcceptedOneIsSavedAsItCame) {
    restore_mutants<test::CrowdGame>();
}

// What was accepted is a state like any other: it can be listed, compared and stepped from.
template <class Game, class CanStep>
void compare_and_step_mutants(CanStep&& can_step) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", k_mutants / 50);
    const std::vector<Bytes> bases = base_states<Game>();
    AnySimulation simulation = test::run_game<Game>(1, 3);
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
        if (can_step(schema, mutant)) {
            ASSERT_TRUE(simulation.step(test::rich_record(simulation, seed)));
        }
    }
}

TEST(SimMutants, AnAcceptedStateCanBeComparedAndStepped) {
    compare_and_step_mutants<test::RichGame>([](const Schema& schema, const Bytes& mutant) {
        const auto leaf = find_leaf(schema, mutant, "units.size");
        EXPECT_TRUE(leaf);
        // The game divides by the number of its units, which only reset makes sure of.
        return leaf && load_le<std::uint32_t>(mutant.data() + leaf->offset) != 0;
    });
}
TEST(SimMutants, AnAcceptedCrowdCanBeComparedAndStepped) {
    compare_and_step_mutants<test::CrowdGame>([](const Schema&, const Bytes&) { return true; });
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
