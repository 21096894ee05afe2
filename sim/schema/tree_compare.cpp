// SPDX-License-Identifier: MIT
// Walks two hash trees side by side into whatever differs. Either side may be hostile: answers have
// the shape that the schema gives them, and every step down ends at a difference or at an error.
#include <algorithm>
#include <map>
#include <utility>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/hash_tree.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

using Nodes = std::vector<TreeNode>;

// The same part on both sides, which an entry has at different places.
struct Pair {
    TreePath a;
    TreePath b;
    // What the sides said of it; nothing has been said of the whole.
    TreeNode said_a;
    TreeNode said_b;

    // On the way to parts that have been told of.
    Pair child(std::uint32_t step) const { return child(step, step, said_a, said_b); }
    Pair child(std::uint32_t step, const Nodes& nodes_a, const Nodes& nodes_b) const {
        return child(step, step, nodes_a[step], nodes_b[step]);
    }
    Pair child(std::uint32_t step_a, std::uint32_t step_b, const TreeNode& node_a,
               const TreeNode& node_b) const {
        Pair deeper{a, b, node_a, node_b};
        deeper.a.push_back(step_a);
        deeper.b.push_back(step_b);
        return deeper;
    }
};

class TreeComparer {
public:
    TreeComparer(const TreeSource& a, const TreeSource& b, std::size_t differences_max)
        : a_(a), b_(b), differences_max_(differences_max) {
        // The way to one difference, through every level of every list in which it lies; the longer
        // of two lists has one such way more that ends at nothing.
        constexpr std::uint64_t k_per_difference =
            SchemaLimits::depth_max * (k_tree_levels_max + 4);
        constexpr std::uint64_t k_differences = ~std::uint64_t{0} / k_per_difference / 4;
        questions_max_ =
            2 * k_per_difference * (1 + std::min<std::uint64_t>(differences_max, k_differences));
    }

    void value(const SchemaNode& node, const Pair& at, const std::string& path) {
        switch (shape_of(node.kind)) {
            case FieldShape::structure:
                structure(node, at, path);
                break;
            case FieldShape::array:
                elements(node.children[0], node.count, node.count, at, path, "");
                break;
            case FieldShape::list:
            case FieldShape::columns:
                list(node, at, path);
                break;
            case FieldShape::keyed:
                keyed(node, at, path);
                break;
            case FieldShape::optional:
            case FieldShape::variant:
                choice(node, at, path);
                break;
            case FieldShape::number:
            case FieldShape::text:
            case FieldShape::bits:
                leaf(node, at, path);
                break;
        }
    }

    Result<TreeComparison> finish() {
        return error_ ? Result<TreeComparison>(*error_)
                      : Result<TreeComparison>(std::move(comparison_));
    }

private:
    bool is_over() const { return error_.has_value() || !comparison_.is_complete; }

    void refuse(const std::string& path, const std::string& problem) {
        if (!error_) {
            error_ = Error{
                ErrorCode::bad_data, path.empty() ? "state" : path,
                "a side's answers " + problem + "; it has another schema or is not to be trusted"};
        }
    }

    template <class T>
    bool take(const Result<T>& answer) {
        if (!answer && !error_) {
            error_ = answer.error();
        }
        return answer.has_value();
    }

    // The parts on both sides; false where the comparison is over.
    bool ask(const Pair& at, Nodes& a, Nodes& b, const std::string& path) {
        if (is_over()) {
            return false;
        }
        if (++comparison_.questions > questions_max_) {
            refuse(path, "lead to more questions than there are parts");
            return false;
        }
        auto from_a = a_.children(at.a);
        auto from_b = b_.children(at.b);
        if (!take(from_a) || !take(from_b)) {
            return false;
        }
        a = std::move(*from_a);
        b = std::move(*from_b);
        if (std::max(a.size(), b.size()) > k_tree_children_max) {
            refuse(path, "have too many parts");
        }
        return !is_over();
    }

    bool ask(const Pair& at, Nodes& a, Nodes& b, const std::string& path, std::size_t parts) {
        if (ask(at, a, b, path) && (a.size() != parts || b.size() != parts)) {
            refuse(path, "have another number of parts than the schema");
        }
        return !is_over();
    }

    bool bytes_of(const TreeSource& side, const TreePath& at, Bytes& out) {
        auto answer = side.bytes(at);
        if (!take(answer)) {
            return false;
        }
        out = std::move(*answer);
        if (out.size() > k_tree_leaf_bytes_max) {
            refuse("", "are longer than they may be");
        }
        return !is_over();
    }

    void report(TreeDifference difference) {
        if (comparison_.differences.size() == differences_max_) {
            comparison_.is_complete = false;
        } else {
            comparison_.differences.push_back(std::move(difference));
        }
    }

    // Bytes of a leaf, or of the length or choice that a value begins with.
    void report_bytes(const SchemaNode& node, const Pair& at, const std::string& path,
                      std::uint64_t bytes_min, std::uint64_t bytes_max) {
        Bytes a;
        Bytes b;
        ++comparison_.questions;
        // Nothing has been said of a state that is one leaf.
        const bool is_said = !at.a.empty();
        if (is_over() || !bytes_of(a_, at.a, a) || !bytes_of(b_, at.b, b)) {
            return;
        }
        for (const Bytes* bytes : {&a, &b}) {
            if (bytes->size() < bytes_min || bytes->size() > bytes_max) {
                return refuse(path, "have another size than the schema says");
            }
        }
        if (is_said && (!fits(a, at.said_a) || !fits(b, at.said_b))) {
            return refuse(path, "have bytes that are not those of their hash");
        }
        if (a == b && a.size() < k_tree_leaf_bytes_max) {
            if (is_said) {
                refuse(path, "contradict each other");
            }
            return;
        }
        report({path, &node, std::move(a), std::move(b)});
    }

    // Bytes that may have been cut have no hash to be held to.
    static bool fits(const Bytes& bytes, const TreeNode& said) {
        return bytes.size() >= k_tree_leaf_bytes_max || hash_bytes(bytes) == said.hash;
    }

    void leaf(const SchemaNode& node, const Pair& at, const std::string& path) {
        const SizeRange size = size_range(node);
        report_bytes(node, at, path, std::min<std::uint64_t>(size.bytes_min, k_tree_leaf_bytes_max),
                     std::min<std::uint64_t>(size.bytes_max, k_tree_leaf_bytes_max));
    }

    void report_head(const SchemaNode& node, const Pair& at, const std::string& path,
                     const Nodes& a, const Nodes& b) {
        const std::size_t size = length_bytes(node.kind);
        report_bytes(node, at.child(0, a, b), path, size, size);
    }

    // Reports lengths that differ; refuses those that are not what the parts say.
    void lengths(const SchemaNode& node, const Pair& at, const std::string& path, const Nodes& a,
                 const Nodes& b) {
        const bool is_same = a[0].hash == b[0].hash;
        if (!is_same) {
            report_head(node, at, path + ".size", a, b);
        }
        for (std::size_t i = 1; i < a.size(); ++i) {
            if ((is_same && a[i].elements != b[i].elements) ||
                !is_length(node, a[0], a[i].elements) || !is_length(node, b[0], b[i].elements)) {
                return refuse(path, "have another number of elements than their length");
            }
        }
    }

    // Whether the canonical form of that number has that hash.
    static bool is_length(const SchemaNode& node, const TreeNode& said, std::uint64_t count) {
        Bytes bytes;
        for (std::size_t i = 0; i < length_bytes(node.kind); ++i) {
            bytes.push_back(static_cast<std::byte>(count >> (8 * i)));
        }
        return count >> (8 * bytes.size()) == 0 && hash_bytes(bytes) == said.hash;
    }

    void structure(const SchemaNode& node, const Pair& at, const std::string& path) {
        Nodes a;
        Nodes b;
        if (!ask(at, a, b, path, node.children.size())) {
            return;
        }
        const std::size_t before = comparison_.differences.size();
        for (std::uint32_t i = 0; i < node.children.size() && !is_over(); ++i) {
            if (a[i].hash != b[i].hash) {
                const SchemaNode& child = node.children[i];
                value(child, at.child(i, a, b), field_path(path, child.name));
            }
        }
        expect_a_difference(before, at, path);
    }

    // Whoever says that a part differs has to show where, or a liar could send us anywhere.
    void expect_a_difference(std::size_t before, const Pair& at, const std::string& path) {
        if (!is_over() && comparison_.differences.size() == before && !at.a.empty()) {
            refuse(path, "contradict each other");
        }
    }

    void list(const SchemaNode& node, const Pair& at, const std::string& path) {
        Nodes a;
        Nodes b;
        const bool is_columns = node.kind == FieldKind::columns;
        if (!ask(at, a, b, path, 1 + (is_columns ? node.children.size() : 1))) {
            return;
        }
        const std::size_t before = comparison_.differences.size();
        lengths(node, at, path, a, b);
        for (std::uint32_t i = 1; i < a.size() && !is_over(); ++i) {
            if (a[i].hash != b[i].hash) {
                const SchemaNode& element = node.children[i - 1];
                elements(element, a[i].elements, b[i].elements, at.child(i, a, b), path,
                         is_columns ? "." + element.name : "");
            }
        }
        expect_a_difference(before, at, path);
    }

    void elements(const SchemaNode& element, std::uint64_t count_a, std::uint64_t count_b,
                  const Pair& at, const std::string& path, const std::string& column) {
        if (count_a == 0 || count_b == 0) {
            return;  // the size tells it
        }
        const std::uint64_t last = std::max(count_a, count_b) - 1;
        std::uint32_t level = 0;
        while (level + 1 < k_tree_levels_max && (last >> (k_tree_chunk_bits * (level + 1))) != 0) {
            ++level;
        }
        chunks({element, path, column, count_a, count_b}, at.child(level), level, 0);
    }

    struct Run {
        const SchemaNode& element;
        const std::string& path;
        const std::string& column;
        std::uint64_t count_a;
        std::uint64_t count_b;
    };

    // The parts of a chunk that begins with element `first`.
    void chunks(const Run& run, const Pair& at, std::uint32_t level, std::uint64_t first) {
        const std::uint64_t chunk = std::uint64_t{1} << (k_tree_chunk_bits * level);
        const auto parts = [&](std::uint64_t count) {
            const std::uint64_t left = count - first;
            return std::min<std::uint64_t>(k_tree_chunks, (left - 1) / chunk + 1);
        };
        Nodes a;
        Nodes b;
        if (!ask(at, a, b, run.path)) {
            return;
        }
        if (a.size() != parts(run.count_a) || b.size() != parts(run.count_b)) {
            return refuse(run.path, "have another number of elements than they said");
        }
        const std::size_t before = comparison_.differences.size();
        for (std::uint32_t i = 0; i < std::min(a.size(), b.size()) && !is_over(); ++i) {
            const std::uint64_t index = first + i * chunk;
            if (a[i].hash == b[i].hash) {
                continue;
            }
            if (level == 0) {
                value(run.element, at.child(i, a, b),
                      run.path + "[" + std::to_string(index) + "]" + run.column);
            } else {
                chunks(run, at.child(i, a, b), level - 1, index);
            }
        }
        if (run.count_a == run.count_b) {
            expect_a_difference(before, at, run.path);
        }
    }

    void choice(const SchemaNode& node, const Pair& at, const std::string& path) {
        Nodes a;
        Nodes b;
        if (!ask(at, a, b, path)) {
            return;
        }
        if (a.empty() || b.empty()) {
            return refuse(path, "have another number of parts than the schema");
        }
        if (a[0].hash != b[0].hash) {
            return report_head(node, at, path, a, b);
        }
        Bytes which;
        if (a.size() != 2 || b.size() != 2 || !bytes_of(a_, at.child(0).a, which) ||
            !fits(which, a[0])) {
            return refuse(path, "contradict each other");
        }
        const std::size_t index = which.size() != 1 || node.kind == FieldKind::optional
                                      ? which.size() - 1
                                      : std::to_integer<std::size_t>(which[0]);
        if (index >= node.children.size()) {
            return refuse(path, "choose an alternative that is not there");
        }
        if (a[1].hash == b[1].hash) {
            return expect_a_difference(comparison_.differences.size(), at, path);
        }
        value(node.children[index], at.child(1, a, b), path);
    }

    void keyed(const SchemaNode& node, const Pair& at, const std::string& path) {
        Nodes a;
        Nodes b;
        if (!ask(at, a, b, path, 2)) {
            return;
        }
        const std::size_t before = comparison_.differences.size();
        lengths(node, at, path, a, b);
        if (!is_over() && a[1].hash != b[1].hash) {
            entries(node, a[1].elements, b[1].elements, at.child(1, a, b), path, 0);
        }
        expect_a_difference(before, at, path);
    }

    static std::size_t parts_of_bucket(std::uint64_t count) {
        return k_tree_chunks + (count <= k_tree_chunks ? 2 * static_cast<std::size_t>(count) : 0);
    }

    static bool are_in_buckets(const Nodes& nodes, std::uint64_t count) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < k_tree_chunks; ++i) {
            if (nodes[i].elements > count - sum) {
                return false;
            }
            sum += nodes[i].elements;
        }
        return sum == count;
    }

    void entries(const SchemaNode& node, std::uint64_t count_a, std::uint64_t count_b,
                 const Pair& at, const std::string& path, std::uint32_t level) {
        Nodes a;
        Nodes b;
        if (!ask(at, a, b, path)) {
            return;
        }
        if (a.size() != parts_of_bucket(count_a) || b.size() != parts_of_bucket(count_b) ||
            level > k_tree_levels_max || !are_in_buckets(a, count_a) ||
            !are_in_buckets(b, count_b)) {
            return refuse(path, "have another number of entries than they said");
        }
        const std::size_t before = comparison_.differences.size();
        if (std::max(count_a, count_b) <= k_tree_chunks) {
            pair_entries(node, a, b, at, path);
        } else {
            for (std::uint32_t i = 0; i < k_tree_chunks && !is_over(); ++i) {
                if (a[i].hash != b[i].hash) {
                    entries(node, a[i].elements, b[i].elements, at.child(i, a, b), path, level + 1);
                }
            }
        }
        expect_a_difference(before, at, path);
    }

    // Keys are told apart by their hashes.
    void pair_entries(const SchemaNode& node, const Nodes& a, const Nodes& b, const Pair& at,
                      const std::string& path) {
        std::map<std::uint64_t, std::uint32_t> of_b;
        for (std::uint32_t i = k_tree_chunks; i < b.size(); i += 2) {
            of_b.emplace(b[i].hash, i);
        }
        for (std::uint32_t i = k_tree_chunks; i < a.size() && !is_over(); i += 2) {
            const auto found = of_b.find(a[i].hash);
            const bool is_in_both = found != of_b.end();
            const bool is_same = is_in_both && a[i + 1].hash == b[found->second + 1].hash;
            const std::string key = key_path(node, a_, at.child(i).a, path, a[i].hash, !is_same);
            if (is_over()) {
                return;
            }
            if (!is_in_both) {
                report({key, &node.children[0], std::move(key_), std::nullopt});
                continue;
            }
            if (!is_same) {
                if (node.kind != FieldKind::map) {
                    return refuse(path, "contradict each other");
                }
                value(node.children[1],
                      at.child(i + 1, found->second + 1, a[i + 1], b[found->second + 1]), key);
            }
            of_b.erase(found);
        }
        for (const auto& [hash, i] : of_b) {
            const std::string key = key_path(node, b_, at.child(i).b, path, hash, !is_over());
            if (!is_over()) {
                report({key, &node.children[0], std::nullopt, std::move(key_)});
            }
        }
    }

    // "owners[Ada]", and the key's bytes in key_; where it is not wanted, nothing is asked.
    std::string key_path(const SchemaNode& node, const TreeSource& side, const TreePath& at,
                         const std::string& path, std::uint64_t hash, bool is_wanted) {
        const SchemaNode& key = node.children[0];
        if (!is_wanted || is_over()) {
            return "";
        }
        ++comparison_.questions;
        if (!bytes_of(side, at, key_)) {
            return "";
        }
        if (hash_bytes(key_) == hash) {
            const auto size = measure_value(key, key_);
            if (size && *size == key_.size()) {
                return path + "[" + key_text(key, key_) + "]";
            }
        }
        // A longer key, cut: named as key_text names it.
        constexpr std::size_t k_shown = sizeof(std::uint32_t) + 64;
        if (key_.size() != k_tree_leaf_bytes_max) {
            refuse(path, "have a key that is none");
            return "";
        }
        const std::string begin =
            key.kind == FieldKind::text ? leaf_text(key, ByteView(key_).first(k_shown)) : "";
        return path + "[" + begin + "...#" + hex64(hash) + "]";
    }

    const TreeSource& a_;
    const TreeSource& b_;
    std::size_t differences_max_;
    std::uint64_t questions_max_ = 0;
    TreeComparison comparison_;
    std::optional<Error> error_;
    Bytes key_;
};

}  // namespace

Result<TreeComparison> compare_trees(const Schema& schema, const TreeSource& a, const TreeSource& b,
                                     std::size_t differences_max) {
    TreeComparer comparer(a, b, differences_max);
    comparer.value(schema.root(), Pair{}, "");
    return comparer.finish();
}

}  // namespace tandem::sim
