// SPDX-License-Identifier: MIT
// Schemas that nobody would write, with values of them and damaged values: whatever a file may
// bring, walking it ends, agrees with itself and stays within the bytes.
#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/property/mutate.hpp>
#include <tests/property/random_schema.hpp>

namespace tandem::sim {
namespace {

std::size_t leaf_bytes(const std::vector<Leaf>& leaves) {
    std::size_t bytes = 0;
    for (const Leaf& leaf : leaves) {
        bytes += leaf.bytes;
    }
    return bytes;
}

TEST(SimSchemas, AnySoundSchemaAndItsValuesAreWalkedAlike) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 3'000);
    std::uint64_t measured_mutants = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE(test::reproduce_mutant(seed));
        test::SchemaMaker maker(seed);
        const Schema schema(maker.node(0));
        const auto decoded = Schema::decode(schema.encode());
        ASSERT_TRUE(decoded) << decoded.error().text();
        ASSERT_TRUE(*decoded == schema);
        ASSERT_TRUE(changed_paths(*decoded, schema).empty());

        Bytes value;
        maker.value(schema.root(), value);
        const auto measured = measure_value(schema.root(), value);
        ASSERT_TRUE(measured) << measured.error().text();
        ASSERT_EQ(*measured, value.size());
        ASSERT_GE(value.size(), schema.size().bytes_min);
        ASSERT_LE(value.size(), schema.size().bytes_max);
        ASSERT_LE(leaf_bytes(list_leaves(schema.root(), value)), value.size());
        ASSERT_TRUE(compare_values(schema, value, value).empty());

        test::Mutator mutator(seed);
        for (int i = 0; i < 20; ++i) {
            Bytes mutant = mutator.mutate(value);
            const auto size = measure_value(schema.root(), mutant);
            if (!size) {
                continue;
            }
            ++measured_mutants;
            ASSERT_LE(*size, mutant.size());
            mutant.resize(*size);
            ASSERT_LE(leaf_bytes(list_leaves(schema.root(), mutant)), mutant.size());
            ASSERT_EQ(compare_values(schema, value, mutant).empty(), value == mutant);
            ASSERT_EQ(compare_values(schema, mutant, value).empty(), value == mutant);
        }
    }
    if (count >= 1000) {
        EXPECT_GT(measured_mutants, count);
    }
}

// Bytes of a damaged schema: refused, or a schema that is sound and has this one form.
TEST(SimSchemas, ADamagedSchemaIsRefusedOrSound) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 20'000);
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE(test::reproduce_mutant(seed));
        test::Mutator mutator(seed);
        const Bytes mutant = mutator.mutate(Schema(test::SchemaMaker(seed % 500).node(0)).encode());
        const auto decoded = Schema::decode(mutant);
        if (decoded) {
            ASSERT_TRUE(check_schema(decoded->root()));
            ASSERT_EQ(decoded->encode(), mutant);
        }
    }
}

}  // namespace
}  // namespace tandem::sim
