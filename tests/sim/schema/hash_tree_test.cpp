// SPDX-License-Identifier: MIT
// Hash trees find every leaf that differs, with few questions, and believe nobody.
#include <tandem/sim/schema/hash_tree.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/operands.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

constexpr std::size_t k_all = 1'000'000;

TreeComparison compare(const Schema& schema, const Bytes& a, const Bytes& b,
                       std::size_t differences_max = k_all) {
    const auto result =
        compare_trees(schema, HashTree(schema, a), HashTree(schema, b), differences_max);
    EXPECT_TRUE(result) << result.error().text();
    return result ? *result : TreeComparison{};
}

template <class T>
TreeComparison compare(const T& a, const T& b, std::size_t differences_max = k_all) {
    return compare(schema_of<T>(), canonical_bytes(a), canonical_bytes(b), differences_max);
}

std::set<std::string> paths_of(const TreeComparison& comparison) {
    std::set<std::string> paths;
    for (const TreeDifference& difference : comparison.differences) {
        paths.insert(difference.path);
    }
    return paths;
}

// compare_values looks at every byte: as many leaves differ, and the first of each field is there.
void expect_as_compare_values(const Schema& schema, const Bytes& a, const Bytes& b) {
    const TreeComparison found = compare(schema, a, b);
    EXPECT_TRUE(found.is_complete);
    const std::set<std::string> paths = paths_of(found);
    std::uint64_t expected = 0;
    for (const FieldDifference& difference : compare_values(schema, a, b)) {
        expected += 1 + difference.more;
        EXPECT_TRUE(paths.contains(difference.path)) << difference.path;
    }
    EXPECT_EQ(found.differences.size(), expected);
}

template <class Game>
void compare_states(std::uint64_t first_seed) {
    std::vector<Bytes> states;
    const AnySimulation simulation = test::run_game<Game>(first_seed, 1);
    const Schema& schema = simulation.info().state_schema;
    for (std::uint64_t seed = first_seed; seed < first_seed + 12; ++seed) {
        states.push_back(test::run_game<Game>(seed / 3, seed % 7).save());
    }
    for (const Bytes& a : states) {
        for (const Bytes& b : states) {
            ASSERT_NO_FATAL_FAILURE(expect_as_compare_values(schema, a, b));
        }
    }
}

TEST(HashTree, FindsEveryLeafThatDiffersInStatesOfEveryKind) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    compare_states<test::RichGame>(seed);
    compare_states<test::CrowdGame>(seed);
}

TEST(HashTree, EqualStatesCostOneQuestion) {
    const AnySimulation simulation = test::run_rich(1, 5);
    const Bytes state = simulation.save();
    const TreeComparison found = compare(simulation.info().state_schema, state, state);
    EXPECT_EQ(found.questions, 1U);
    EXPECT_TRUE(found.differences.empty());
}

TEST(HashTree, OneDifferenceCostsAQuestionForEachLevel) {
    for (const std::size_t size : {10U, 1'000U, 100'000U}) {
        std::uint64_t levels = 1;
        for (std::size_t reach = 16; reach < size; reach *= 16) {
            ++levels;
        }
        std::vector<test::Cell> a(size);
        std::vector<test::Cell> b = a;
        b[size / 3].height = 1;
        const TreeComparison found = compare(a, b);
        EXPECT_EQ(paths_of(found),
                  (std::set<std::string>{"[" + std::to_string(size / 3) + "].height"}));
        // The list, its levels, the element and the leaf.
        EXPECT_EQ(found.questions, 1 + levels + 2);
    }
}

TEST(HashTree, ARemovedEntryOfAMapIsThatOneDifference) {
    std::map<std::uint32_t, std::uint16_t> a;
    for (std::uint32_t i = 0; i < 100'000; ++i) {
        a[i] = static_cast<std::uint16_t>(i);
    }
    auto b = a;
    b.erase(50'000);
    b[70'000] = 1;
    const TreeComparison found = compare(a, b);
    EXPECT_EQ(paths_of(found), (std::set<std::string>{".size", "[50000]", "[70000]"}));
    EXPECT_LT(found.questions, 25U);
    for (const TreeDifference& difference : found.differences) {
        EXPECT_TRUE(difference.a.has_value());
        EXPECT_EQ(difference.b.has_value(), difference.path != "[50000]");
    }
}

// What moves up behind it may differ too: lists are compared in place. The bound holds.
TEST(HashTree, ARemovedElementOfAListIsFoundAndTheReportIsBounded) {
    std::vector<std::uint32_t> a(100'000);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        a[i] = i;
    }
    std::vector<std::uint32_t> b = a;
    b.erase(b.begin() + 50'000);
    const TreeComparison found = compare(a, b, 10);
    EXPECT_FALSE(found.is_complete);
    ASSERT_EQ(found.differences.size(), 10U);
    EXPECT_EQ(found.differences[0].path, ".size");
    EXPECT_EQ(found.differences[1].path, "[50000]");
    EXPECT_LT(found.questions, 30U);
    // From the end nothing moves.
    b = a;
    b.pop_back();
    EXPECT_EQ(paths_of(compare(a, b)), (std::set<std::string>{".size"}));
}

TEST(HashTree, LongTextsAndKeysAreNamedAndCut) {
    using Map = std::map<std::string, std::string>;
    const std::string key(1'000, 'k');
    const Map a{{key + "1", std::string(1'000, 'a')}, {key + "2", "x"}};
    Map b = a;
    b[key + "1"].back() = 'b';
    b.erase(key + "2");
    const TreeComparison found = compare(a, b);
    const Bytes bytes_a = canonical_bytes(a);
    std::set<std::string> expected;
    for (const FieldDifference& difference :
         compare_values(schema_of<Map>(), bytes_a, canonical_bytes(b))) {
        expected.insert(difference.path);
    }
    EXPECT_EQ(paths_of(found), expected);
    for (const TreeDifference& difference : found.differences) {
        EXPECT_LE(difference.a->size(), k_tree_leaf_bytes_max);
    }
}

TEST(HashTree, APathToNowhereIsRefused) {
    const AnySimulation simulation = test::run_game<test::CrowdGame>(1, 3);
    const Bytes state = simulation.save();
    const HashTree tree(simulation.info().state_schema, state);
    std::mt19937_64 engine(1);
    for (int i = 0; i < 20'000; ++i) {
        TreePath path;
        for (std::uint64_t steps = engine() % 8; steps > 0; --steps) {
            path.push_back(
                static_cast<std::uint32_t>(engine() % 12 == 0 ? engine() : engine() % 24));
        }
        const auto children = tree.children(path);
        const auto bytes = tree.bytes(path);
        ASSERT_EQ(children.has_value(), bytes.has_value());
        if (children) {
            ASSERT_LE(children->size(), k_tree_children_max);
            ASSERT_LE(bytes->size(), k_tree_leaf_bytes_max);
        }
    }
}

// Answers by another tree, some of them changed.
class Liar : public TreeSource {
public:
    Liar(const TreeSource& honest, std::uint64_t seed) : honest_(honest), engine_(seed) {}

    Result<std::vector<TreeNode>> children(const TreePath& path) const override {
        ++asked;
        auto nodes = honest_.children(path);
        if (!nodes) {
            return nodes;
        }
        switch (engine_() % 12) {
            case 0:
                nodes->resize(engine_() % 40);
                break;
            case 1:
                for (TreeNode& node : *nodes) {
                    node.elements = engine_() >> (engine_() % 64);
                }
                break;
            case 2:
            case 3:
            case 4:
                for (TreeNode& node : *nodes) {
                    node.hash = engine_() % 2 == 0 ? engine_() : node.hash;
                }
                break;
            default:
                break;
        }
        return nodes;
    }
    Result<Bytes> bytes(const TreePath& path) const override {
        ++asked;
        auto bytes = honest_.bytes(path);
        if (bytes && engine_() % 8 == 0) {
            bytes->resize(engine_() % 300, std::byte{0xff});
        }
        return bytes;
    }

    mutable std::uint64_t asked = 0;

private:
    const TreeSource& honest_;
    mutable std::mt19937_64 engine_;
};

TEST(HashTree, ALyingSideEndsInAnErrorOrInBoundedDifferences) {
    constexpr std::size_t k_differences_max = 20;
    const std::uint64_t first_seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(first_seed));
    const AnySimulation crowd = test::run_game<test::CrowdGame>(1, 5);
    const AnySimulation rich = test::run_rich(1, 5);
    std::uint64_t refused = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + 4'000; ++seed) {
        const AnySimulation& simulation = seed % 2 == 0 ? crowd : rich;
        const Schema& schema = simulation.info().state_schema;
        const Bytes state = simulation.save();
        const HashTree tree(schema, state);
        const Liar liar(tree, seed);
        const auto found = seed % 4 < 2 ? compare_trees(schema, tree, liar, k_differences_max)
                                        : compare_trees(schema, liar, tree, k_differences_max);
        refused += found ? 0U : 1U;
        ASSERT_LE(liar.asked, 60U * k_differences_max) << "seed " << seed;
        if (found) {
            ASSERT_LE(found->differences.size(), k_differences_max);
        }
    }
    EXPECT_GT(refused, 500U);
    EXPECT_LT(refused, 4'000U);
}

// A list of lists of which every part is said to differ, and no inner list to have anything.
class Endless : public TreeSource {
public:
    explicit Endless(std::uint32_t length) : length_(length) {}

    Result<std::vector<TreeNode>> children(const TreePath& path) const override {
        if (++asked > 100'000) {
            return Error{ErrorCode::bad_data, "test", "asked without end"};
        }
        if (path.empty()) {
            return std::vector<TreeNode>{hash_of_length(length_), {length_, length_}};
        }
        const std::size_t steps_to_an_element = 2 + path[1] + 1;
        if (path.size() == steps_to_an_element) {
            return std::vector<TreeNode>{hash_of_length(0), {}};
        }
        const std::uint64_t chunk = std::uint64_t{1}
                                    << (4 * (steps_to_an_element - 1 - path.size()));
        std::uint64_t first = 0;
        for (std::size_t i = 2; i < path.size(); ++i) {
            first += path[i] * (std::uint64_t{1} << (4 * (steps_to_an_element - 1 - i)));
        }
        return std::vector<TreeNode>(std::min<std::uint64_t>(16, (length_ - first - 1) / chunk + 1),
                                     TreeNode{length_, 0});
    }
    Result<Bytes> bytes(const TreePath&) const override { return canonical_bytes(length_); }

    mutable std::uint64_t asked = 0;

private:
    static TreeNode hash_of_length(std::uint32_t length) {
        return {hash_bytes(canonical_bytes(length)), 0};
    }

    std::uint32_t length_;
};

TEST(HashTree, PartsThatAreSaidToDifferAndHoldNoDifferenceEndTheQuestions) {
    const Schema schema = schema_of<std::vector<std::vector<std::uint32_t>>>();
    const Endless a(0xffffffff);
    const Endless b(0xfffffffe);
    const auto found = compare_trees(schema, a, b, 10);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().text().find("contradict each other"), std::string::npos)
        << found.error().text();
    EXPECT_LT(a.asked, 100U);
}

// An honest side but for one kind of answer.
class Forger : public TreeSource {
public:
    enum class Lie { leaf, length_of_parts, length, bucket };
    Forger(const TreeSource& honest, Lie lie) : honest_(honest), lie_(lie) {}

    Result<std::vector<TreeNode>> children(const TreePath& path) const override {
        auto nodes = honest_.children(path);
        if (path.size() == 1 && nodes && nodes->size() == 2) {
            if (lie_ == Lie::length_of_parts) {
                (*nodes)[1].elements += std::uint64_t{1} << 32;
            } else if (lie_ == Lie::length) {
                (*nodes)[0].hash ^= 1;
            }
        }
        if (lie_ == Lie::bucket && path.size() == 2 && nodes && nodes->size() > 16) {
            (*nodes)[3].elements += 1;
        }
        return nodes;
    }
    Result<Bytes> bytes(const TreePath& path) const override {
        auto bytes = honest_.bytes(path);
        if (lie_ == Lie::leaf && bytes && !bytes->empty()) {
            bytes->front() ^= std::byte{1};
        }
        return bytes;
    }

private:
    const TreeSource& honest_;
    Lie lie_;
};

struct Lists {
    std::vector<std::uint32_t> list;
    std::map<std::uint16_t, std::uint8_t> map;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(list), CEREAL_NVP(map));
    }
};

TEST(HashTree, WhatDoesNotFitItsHashOrItsLengthIsRefusedInWords) {
    const Schema schema = schema_of<Lists>();
    Lists ours{{1, 2, 3}, {{1, 1}, {2, 2}}};
    Lists theirs{{1, 5, 3}, {{1, 1}, {2, 9}}};
    const Bytes our_bytes = canonical_bytes(ours);
    const Bytes their_bytes = canonical_bytes(theirs);
    const HashTree a(schema, our_bytes);
    const HashTree b(schema, their_bytes);
    ASSERT_TRUE(compare_trees(schema, a, b, k_all));
    const auto expect_refused = [&](Forger::Lie lie, const std::string& words) {
        const Forger forger(b, lie);
        for (const auto& found :
             {compare_trees(schema, a, forger, k_all), compare_trees(schema, forger, a, k_all)}) {
            ASSERT_FALSE(found) << words;
            EXPECT_NE(found.error().text().find(words), std::string::npos) << found.error().text();
        }
    };
    expect_refused(Forger::Lie::leaf, "have bytes that are not those of their hash");
    expect_refused(Forger::Lie::length_of_parts, "have another number of elements than their");
    expect_refused(Forger::Lie::length, "not those of their hash");
    expect_refused(Forger::Lie::bucket, "have another number of entries than they said");
}

}  // namespace
}  // namespace tandem::sim
