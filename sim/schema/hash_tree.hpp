// SPDX-License-Identifier: MIT
// Compares two states by the hashes of their parts. So two machines find every field in which they
// differ with a few small questions, and never send a whole state. It is for a game's own tools
// that compare running machines. Our verbs have both states in memory and use compare_values, which
// is faster there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// The steps from the whole value to a part of it. The meaning of a step depends on the part:
//   structure                   the field's number
//   list, commands              0 the length, 1 the elements
//   columns                     0 the length, 1 + i the elements of column i
//   set, map                    0 the length, 1 the entries
//   optional, variant           0 which, 1 what it holds
//   elements (and an array)     first a level, then at each level down to 0 one of 16 chunks: chunk
//                               i of level l begins 16^l elements behind chunk i - 1
//   entries                     a number below 16 keeps those whose key's hash has it in its next
//                               four bits, lowest first; 16 + 2i is the key of entry i of these and
//                               17 + 2i what it maps to
using TreePath = std::vector<std::uint32_t>;

// One part as a source reports it. `hash` is XXH3-64 of its canonical bytes; for entries, of their
// bytes in order.
struct TreeNode {
    std::uint64_t hash = 0;      // of its bytes
    std::uint64_t elements = 0;  // for elements and entries: how many there are
};

// How many chunks each level of elements has, and how many buckets entries have.
inline constexpr std::uint32_t k_tree_chunks = 16;
// How many bits of an index, or of a key's hash, one level decides.
inline constexpr std::uint32_t k_tree_chunk_bits = 4;
// The most levels: together they decide the 64 bits of a key's hash, more than any count has.
inline constexpr std::uint32_t k_tree_levels_max = 16;

// The most parts in one answer: the most fields of a structure.
inline constexpr std::size_t k_tree_children_max = 65'536;
// The most bytes in one answer about a leaf.
inline constexpr std::size_t k_tree_leaf_bytes_max = 256;

// One side of a comparison: a state in memory, or one on another machine.
class TreeSource {
public:
    virtual ~TreeSource() = default;
    // The parts of a part: its fields, chunks or elements. Entries have 16 buckets; if there are at
    // most 16 entries, key and mapped value of each follow. Empty for a leaf.
    virtual Result<std::vector<TreeNode>> children(const TreePath& path) const = 0;
    // The first k_tree_leaf_bytes_max canonical bytes of a part.
    virtual Result<Bytes> bytes(const TreePath& path) const = 0;
};

// A state in memory. Nothing is cached: each question hashes the part it asks for.
class HashTree final : public TreeSource {
public:
    // `bytes` must be a valid value of the schema (asserted). Both must outlive this object.
    HashTree(const Schema& schema, ByteView bytes);
    Result<std::vector<TreeNode>> children(const TreePath& path) const override;
    Result<Bytes> bytes(const TreePath& path) const override;

private:
    const Schema& schema_;
    ByteView bytes_;
};

// A leaf that differs, with its first bytes on both sides; nothing if it is absent there.
struct TreeDifference {
    // "units[17].hp", "units.size"; "owners[Ada]" for a key that only one side has.
    std::string path;
    const SchemaNode* node = nullptr;  // the leaf's place in the schema
    std::optional<Bytes> a;            // on the first side
    std::optional<Bytes> b;            // on the second
};

// The result of compare_trees.
struct TreeComparison {
    std::vector<TreeDifference> differences;  // in canonical order, except for entries
    std::uint64_t questions = 0;              // asked of each side
    bool is_complete = true;  // false if there are more differences than were asked for
};

// Finds the leaves that differ, at most `differences_max` of them. Equal states cost one question.
// Each difference costs a few questions for each level: O(log n) for n elements. Sets and maps are
// compared by key, so a removed entry is one difference. Lists are compared by index, like
// compare_values does: if an element is removed from the middle, all elements behind it may differ.
//
// Either side may send wrong answers. It is an error if an answer does not fit the schema, its
// length or (for a whole leaf) its hash, or if parts are said to differ in which no difference is
// found. `differences_max` and the depth of the schema bound the number of questions. A wrong
// answer that is consistent cannot be detected.
Result<TreeComparison> compare_trees(const Schema& schema, const TreeSource& a, const TreeSource& b,
                                     std::size_t differences_max);

}  // namespace tandem::sim
