// SPDX-License-Identifier: MIT
// Schemas that nobody would write, with values of them and damaged values: whatever a file may
// bring, walking it ends, agrees with itself and stays within the bytes.
#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/property/mutate.hpp>

namespace tandem::sim {
namespace {

// A random schema by check_schema's rules and a random value of it, made side by side.
class Maker {
public:
    explicit Maker(std::uint64_t seed) : engine_(seed) {}

    SchemaNode node(std::uint32_t depth) {
        SchemaNode made;
        const bool is_leaf = depth >= 5 || below(3) == 0;
        made.kind = static_cast<FieldKind>(is_leaf ? 1 + below(8) : 9 + below(10));
        constexpr std::uint8_t k_widths[] = {1, 2, 4, 8};
        switch (made.kind) {
            case FieldKind::boolean:
                made.width_bytes = 1;
                break;
            case FieldKind::angle:
            case FieldKind::floating:
                made.width_bytes = k_widths[2 + below(2)];
                break;
            case FieldKind::unsigned_integer:
            case FieldKind::signed_integer:
            case FieldKind::enumeration:
            case FieldKind::fixed:
                made.width_bytes = k_widths[below(4)];
                break;
            case FieldKind::array:
            case FieldKind::commands:
            case FieldKind::bits:
                made.count = 1 + below(4);
                break;
            default:
                break;
        }
        if (made.kind == FieldKind::fixed) {
            made.fraction_bits = static_cast<std::uint8_t>(below(made.width_bytes * 8U));
        }
        add_children(made, depth);
        return made;
    }

    void value(const SchemaNode& node, Bytes& out) {
        switch (node.kind) {
            case FieldKind::boolean:
                out.push_back(static_cast<std::byte>(below(2)));
                break;
            case FieldKind::text:
                append_block(out, Bytes(below(4), std::byte{'t'}));
                break;
            case FieldKind::structure:
                for (const SchemaNode& child : node.children) {
                    value(child, out);
                }
                break;
            case FieldKind::columns: {
                const auto count = put(std::uint32_t{3}, out);
                for (const SchemaNode& child : node.children) {
                    for (std::uint32_t i = 0; i < count; ++i) {
                        value(child, out);
                    }
                }
                break;
            }
            case FieldKind::array:
                values(node, node.count, out);
                break;
            case FieldKind::list:
                values(node, put(std::uint32_t{3}, out), out);
                break;
            case FieldKind::commands:
                values(node, put(static_cast<std::uint16_t>(node.count), out), out);
                break;
            case FieldKind::set:
            case FieldKind::map:
                // At most one key: two random ones could be equal.
                for (auto left = put(std::uint32_t{1}, out); left > 0; --left) {
                    for (const SchemaNode& child : node.children) {
                        value(child, out);
                    }
                }
                break;
            case FieldKind::optional:
                values(node, put(std::uint8_t{1}, out), out);
                break;
            case FieldKind::variant: {
                const auto last = static_cast<std::uint8_t>(node.children.size() - 1);
                value(node.children[put(last, out)], out);
                break;
            }
            case FieldKind::bits:
                append_le(out, static_cast<std::uint8_t>(below(std::uint64_t{1} << node.count)));
                break;
            default:
                for (int i = 0; i < node.width_bytes; ++i) {
                    out.push_back(static_cast<std::byte>(engine_()));
                }
        }
    }

private:
    std::uint64_t below(std::uint64_t n) { return engine_() % n; }

    // Appends a number of at most `most`.
    template <class Integer>
    Integer put(Integer most, Bytes& out) {
        const auto number = static_cast<Integer>(below(std::uint64_t{most} + 1));
        append_le(out, number);
        return number;
    }

    void values(const SchemaNode& node, std::uint64_t count, Bytes& out) {
        for (; count > 0; --count) {
            value(node.children[0], out);
        }
    }

    static bool has_one_size(const SchemaNode& node) {
        const SizeRange size = size_range(node);
        return size.bytes_min == size.bytes_max;
    }

    void add_children(SchemaNode& made, std::uint32_t depth) {
        std::uint64_t children = 0;
        switch (made.kind) {
            case FieldKind::structure:
            case FieldKind::variant:
            case FieldKind::columns:
                children = 1 + below(4);
                break;
            case FieldKind::map:
                children = 2;
                break;
            case FieldKind::array:
            case FieldKind::list:
            case FieldKind::commands:
            case FieldKind::set:
            case FieldKind::optional:
                children = 1;
                break;
            default:
                break;
        }
        for (std::uint64_t i = 0; i < children; ++i) {
            made.children.push_back(node(depth + 1));
            while (made.kind == FieldKind::columns && !has_one_size(made.children.back())) {
                made.children.back() = node(depth + 1);
            }
            made.children.back().name = "f" + std::to_string(i);
        }
    }

    std::mt19937_64 engine_;
};

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
        Maker maker(seed);
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
        const Bytes mutant = mutator.mutate(Schema(Maker(seed % 500).node(0)).encode());
        const auto decoded = Schema::decode(mutant);
        if (decoded) {
            ASSERT_TRUE(check_schema(decoded->root()));
            ASSERT_EQ(decoded->encode(), mutant);
        }
    }
}

}  // namespace
}  // namespace tandem::sim
