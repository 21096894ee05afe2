// SPDX-License-Identifier: MIT
// Two states compared by hashes of their parts, so that two machines find every field in which they
// differ with a few small questions and never send a state. For tools of a game's own that compare
// running machines; our verbs have both states at hand, where compare_values reads them faster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// The steps from the whole value to a part of it. What a step means depends on the part:
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

// One part, as a source tells of it. `hash` is XXH3-64 of its canonical bytes, those of entries one
// behind the other.
struct TreeNode {
    std::uint64_t hash = 0;      // of its bytes
    std::uint64_t elements = 0;  // of elements and entries: how many there are
};

// Bounds of an answer: of the widest structure ...
inline constexpr std::size_t k_tree_children_max = 65'536;
// ... and of what is shown of one leaf.
inline constexpr std::size_t k_tree_leaf_bytes_max = 256;

// One side of a comparison: a state at hand, or one at the other end of a wire.
class TreeSource {
public:
    virtual ~TreeSource() = default;
    // The parts of a part: fields; chunks or elements; of entries 16 buckets, then key and mapped
    // value of each where there are at most 16. Empty for a leaf.
    virtual Result<std::vector<TreeNode>> children(const TreePath& path) const = 0;
    // The first k_tree_leaf_bytes_max canonical bytes of a part.
    virtual Result<Bytes> bytes(const TreePath& path) const = 0;
};

// A state at hand. Nothing is kept: a question costs the hashing of the part it is about.
class HashTree final : public TreeSource {
public:
    // `bytes` must measure by the schema (asserted); both have to outlive this.
    HashTree(const Schema& schema, ByteView bytes);
    Result<std::vector<TreeNode>> children(const TreePath& path) const override;
    Result<Bytes> bytes(const TreePath& path) const override;

private:
    const Schema& schema_;
    ByteView bytes_;
};

// A leaf that differs; its first bytes on both sides, nothing where it is absent.
struct TreeDifference {
    std::string path;  // "units[17].hp", "units.size", of a key on one side only "owners[Ada]"
    const SchemaNode* node = nullptr;  // what is there, in the schema
    std::optional<Bytes> a;            // on the first side
    std::optional<Bytes> b;            // on the second
};

// What was found.
struct TreeComparison {
    std::vector<TreeDifference> differences;  // in canonical order but for entries
    std::uint64_t questions = 0;              // asked of each side
    bool is_complete = true;                  // false where there are more than were asked for
};

// Every leaf that differs, the first `differences_max` of them. Equal states cost one question and
// each difference a few for each level: O(log n) of n elements. Sets and maps are paired by key, so
// that an entry removed is that one difference; lists are compared in place like compare_values
// does, so that behind an element removed from the middle all that moved up may differ.
//
// Either side may lie. Fails where an answer cannot be of this schema, does not fit its length or,
// whole leaves, its hash, and where parts are said to differ that hold no difference; the questions
// are bounded by `differences_max` and the schema's depth. A lie that fits itself is believed: it
// differs where it says so.
Result<TreeComparison> compare_trees(const Schema& schema, const TreeSource& a, const TreeSource& b,
                                     std::size_t differences_max);

}  // namespace tandem::sim
