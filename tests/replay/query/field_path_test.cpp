// SPDX-License-Identifier: MIT
// A bound path finds what the list of all fields has under this path, in any value of any schema.
#include <tandem/replay/query/field_path.hpp>

#include <map>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/property/mutate.hpp>
#include <tests/property/random_schema.hpp>

namespace tandem::replay {
namespace {

using sim::ByteView;
using sim::Leaf;
using sim::SchemaNode;

std::string again_path(std::uint64_t seed) {
    return "seed " + std::to_string(seed) + "; again: TANDEM_SEED=" + std::to_string(seed) +
           " TANDEM_MUTANTS=1 tandem_replay_tests --gtest_filter=FieldPath.*";
}

// A structure, as states are.
SchemaNode random_root(test::SchemaMaker& maker) {
    SchemaNode root;
    for (int i = 0; i < 4; ++i) {
        root.children.push_back(maker.node(1));
        root.children.back().name = "f" + std::to_string(i);
    }
    return root;
}

std::vector<FieldPath::Part> found_parts(const SchemaNode& root, ByteView value,
                                         const std::string& path, PathDepth depth) {
    const auto bound = FieldPath::bind(root, path, depth);
    EXPECT_TRUE(bound) << (bound ? "" : bound.error().text());
    return bound ? bound->parts(value) : std::vector<FieldPath::Part>();
}

std::uint64_t offset_in(ByteView value, ByteView part) {
    return static_cast<std::uint64_t>(part.data() - value.data());
}

TEST(FieldPath, FindsEveryLeafThatIsListed) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 1'000);
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE(again_path(seed));
        test::SchemaMaker maker(seed);
        const SchemaNode root = random_root(maker);
        sim::Bytes value;
        maker.value(root, value);
        // A flag and what it holds share a path: the first is the whole, the last the content.
        std::map<std::string, std::pair<Leaf, Leaf>> leaves;
        for (const Leaf& leaf : sim::list_leaves(root, value)) {
            const auto [place, is_new] = leaves.emplace(leaf.path, std::pair(leaf, leaf));
            place->second.second = leaf;
        }
        for (const auto& [path, both] : leaves) {
            const auto whole = found_parts(root, value, path, PathDepth::whole);
            ASSERT_EQ(whole.size(), 1U) << path;
            ASSERT_EQ(offset_in(value, whole[0].bytes), both.first.offset) << path;
            const auto content = found_parts(root, value, path, PathDepth::content);
            const bool is_choice = both.second.kind == sim::FieldKind::optional ||
                                   both.second.kind == sim::FieldKind::variant;
            if (is_choice) {
                continue;  // what was chosen is no leaf, or nothing was
            }
            ASSERT_EQ(content.size(), 1U) << path;
            ASSERT_EQ(offset_in(value, content[0].bytes), both.second.offset) << path;
            ASSERT_EQ(content[0].bytes.size(), both.second.bytes) << path;
            ++compared;
        }
    }
    EXPECT_GT(compared, count);
}

// A part is named by the path of its fields up to there, and each element by its place.
TEST(FieldPath, WithAnyElementFindsThemAllInOrder) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 1'000);
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE(again_path(seed));
        test::SchemaMaker maker(seed);
        const SchemaNode root = random_root(maker);
        sim::Bytes value;
        maker.value(root, value);
        for (const SchemaNode& field : root.children) {
            const bool is_indexed =
                field.kind == sim::FieldKind::array || field.kind == sim::FieldKind::list ||
                field.kind == sim::FieldKind::commands || field.kind == sim::FieldKind::columns;
            if (!is_indexed) {
                continue;
            }
            std::vector<FieldPath::Part> one_by_one;
            constexpr std::uint64_t k_elements_max = 4;  // of the values that are made here
            const bool is_array = field.kind == sim::FieldKind::array;
            for (std::uint64_t i = 0; i < (is_array ? field.count : k_elements_max); ++i) {
                const auto parts = found_parts(
                    root, value, field.name + "[" + std::to_string(i) + "]", PathDepth::whole);
                one_by_one.insert(one_by_one.end(), parts.begin(), parts.end());
            }
            const auto together = found_parts(root, value, field.name + "[*]", PathDepth::whole);
            ASSERT_EQ(together.size(), one_by_one.size());
            for (std::size_t i = 0; i < together.size(); ++i) {
                ASSERT_EQ(together[i].bytes.data(), one_by_one[i].bytes.data());
                ASSERT_EQ(together[i].bytes.size(), one_by_one[i].bytes.size());
            }
            compared += together.size();
        }
    }
    EXPECT_GT(compared, count / 10);
}

TEST(FieldPath, ThatIsEmptyIsTheWholeValue) {
    test::SchemaMaker maker(1);
    const SchemaNode root = random_root(maker);
    sim::Bytes value;
    maker.value(root, value);
    const auto whole = found_parts(root, value, "", PathDepth::whole);
    ASSERT_EQ(whole.size(), 1U);
    EXPECT_EQ(whole[0].bytes.size(), value.size());
}

}  // namespace
}  // namespace tandem::replay
