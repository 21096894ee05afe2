// SPDX-License-Identifier: MIT
// Comparing two values of one schema down to every differing field.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/field_text.hpp>
#include <tandem/sim/fields.hpp>

namespace tandem::sim {
namespace {

// Where one of the two values is being read.
struct Cursor {
    ByteView bytes;
    std::size_t offset = 0;

    ByteView rest() const { return bytes.subspan(offset); }
    ByteView take(std::size_t size) {
        const ByteView taken = bytes.subspan(offset, size);
        offset += size;
        return taken;
    }
};

std::size_t measured(const SchemaNode& node, const Cursor& cursor) {
    const auto size = measure_value(node, cursor.rest());
    TANDEM_ASSERT(size.has_value());
    return *size;
}

bool equal(ByteView a, ByteView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

class Comparer {
public:
    Comparer(ByteView a, ByteView b) : a_{a}, b_{b} {}

    void value(const SchemaNode& node, const std::string& path) {
        switch (node.kind) {
            case FieldKind::structure:
                for (const SchemaNode& child : node.children) {
                    value(child, path.empty() ? child.name : path + "." + child.name);
                }
                break;
            case FieldKind::array:
                elements(node.children[0], path, node.count, node.count);
                break;
            case FieldKind::list:
                lengths(node, path, sizeof(std::uint32_t));
                break;
            case FieldKind::commands:
                lengths(node, path, sizeof(std::uint16_t));
                break;
            case FieldKind::set:
                set(node, path);
                break;
            case FieldKind::map:
                map(node, path);
                break;
            case FieldKind::optional:
            case FieldKind::variant:
                choice(node, path);
                break;
            default:
                leaf(node, path);
        }
    }

    std::vector<FieldDifference> take() { return std::move(differences_); }

private:
    void report(const SchemaNode& field, FieldDifference difference) {
        const auto [known, is_new] = index_of_field_.try_emplace(&field, differences_.size());
        if (is_new) {
            differences_.push_back(std::move(difference));
        } else {
            ++differences_[known->second].more;
        }
    }

    void leaf(const SchemaNode& node, const std::string& path) {
        const ByteView a = a_.take(measured(node, a_));
        const ByteView b = b_.take(measured(node, b_));
        if (!equal(a, b)) {
            report(node, {path, leaf_text(node, a), leaf_text(node, b), leaf_raw_text(node, a),
                          leaf_raw_text(node, b), 0});
        }
    }

    std::uint64_t length(Cursor& cursor, std::size_t bytes) {
        ByteReader reader(cursor.take(bytes));
        return bytes == 1 ? reader.u8() : bytes == 2 ? reader.u16() : reader.u32();
    }

    void lengths(const SchemaNode& node, const std::string& path, std::size_t bytes) {
        const std::uint64_t count_a = length(a_, bytes);
        const std::uint64_t count_b = length(b_, bytes);
        if (count_a != count_b) {
            report(node,
                   {path + ".size", std::to_string(count_a), std::to_string(count_b), "", "", 0});
        }
        elements(node.children[0], path, count_a, count_b);
    }

    // Elements that both have are compared in place; the longer side's others are told by the size
    // alone.
    void elements(const SchemaNode& element, const std::string& path, std::uint64_t count_a,
                  std::uint64_t count_b) {
        const std::uint64_t common = std::min(count_a, count_b);
        const std::size_t fixed_bytes = common == 0 ? 0 : fixed_size(element);
        for (std::uint64_t i = 0; i < common; ++i) {
            if (fixed_bytes != 0 &&
                equal(a_.rest().first(fixed_bytes), b_.rest().first(fixed_bytes))) {
                a_.take(fixed_bytes);
                b_.take(fixed_bytes);
                continue;
            }
            value(element, path + "[" + std::to_string(i) + "]");
        }
        skip(element, a_, count_a - common);
        skip(element, b_, count_b - common);
    }

    // The size that every value of this node has, or 0. Kept, because short lists of large elements
    // ask for it far more often than they have bytes.
    std::size_t fixed_size(const SchemaNode& node) {
        const auto [known, is_new] = fixed_sizes_.try_emplace(&node, 0);
        if (is_new) {
            const SizeRange size = size_range(node);
            known->second =
                size.bytes_min == size.bytes_max ? static_cast<std::size_t>(size.bytes_min) : 0;
        }
        return known->second;
    }

    static void skip(const SchemaNode& element, Cursor& cursor, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
            cursor.take(measured(element, cursor));
        }
    }

    void choice(const SchemaNode& node, const std::string& path) {
        const ByteView flag_a = a_.take(1);
        const ByteView flag_b = b_.take(1);
        const auto child = [&](ByteView flag) -> const SchemaNode* {
            const auto index = static_cast<std::size_t>(flag[0]);
            if (node.kind == FieldKind::variant) {
                return &node.children[index];
            }
            return index == 0 ? nullptr : &node.children[0];
        };
        const SchemaNode* of_a = child(flag_a);
        const SchemaNode* of_b = child(flag_b);
        if (of_a == of_b) {
            if (of_a != nullptr) {
                value(*of_a, path);
            }
            return;
        }
        report(node, {path, leaf_text(node, flag_a), leaf_text(node, flag_b), "", "", 0});
        if (of_a != nullptr) {
            skip(*of_a, a_, 1);
        }
        if (of_b != nullptr) {
            skip(*of_b, b_, 1);
        }
    }

    struct Entry {
        ByteView key;
        ByteView mapped;
    };

    std::vector<Entry> entries(const SchemaNode& node, Cursor& cursor) {
        std::vector<Entry> list;
        const std::uint64_t count = length(cursor, sizeof(std::uint32_t));
        for (std::uint64_t i = 0; i < count; ++i) {
            Entry entry;
            entry.key = cursor.take(measured(node.children[0], cursor));
            if (node.kind == FieldKind::map) {
                entry.mapped = cursor.take(measured(node.children[1], cursor));
            }
            list.push_back(entry);
        }
        return list;
    }

    // Where each key stands, sorted by its bytes, then by place.
    class KeyIndex {
    public:
        explicit KeyIndex(const std::vector<Entry>& entries) : entries_(entries) {
            for (std::size_t i = 0; i < entries.size(); ++i) {
                places_.insert({entries[i].key, i});
            }
        }
        // The first place from `from` on where `key` stands, or entries.size().
        std::size_t find(ByteView key, std::size_t from) const {
            const auto found = places_.lower_bound({key, from});
            return found != places_.end() && equal(found->first, key) ? found->second
                                                                      : entries_.size();
        }

    private:
        struct Before {
            using Place = std::pair<ByteView, std::size_t>;
            bool operator()(const Place& a, const Place& b) const {
                if (!equal(a.first, b.first)) {
                    return std::lexicographical_compare(a.first.begin(), a.first.end(),
                                                        b.first.begin(), b.first.end());
                }
                return a.second < b.second;
            }
        };
        const std::vector<Entry>& entries_;
        std::set<Before::Place, Before> places_;
    };

    // Pairs entries by key. Their order is the game's comparison, which is unknown here, so each
    // key is looked up among the other side's, from where the last one was found.
    template <class Both>
    void match(const SchemaNode& node, const std::string& path, Both&& both) {
        const std::vector<Entry> of_a = entries(node, a_);
        const std::vector<Entry> of_b = entries(node, b_);
        if (of_a.size() != of_b.size()) {
            report(node, {path + ".size", std::to_string(of_a.size()), std::to_string(of_b.size()),
                          "", "", 0});
        }
        const KeyIndex index_of_b(of_b);
        std::size_t next_b = 0;
        for (const Entry& entry : of_a) {
            const std::size_t found = index_of_b.find(entry.key, next_b);
            if (found == of_b.size()) {
                only_one(node, path, entry, true);
                continue;
            }
            for (; next_b < found; ++next_b) {
                only_one(node, path, of_b[next_b], false);
            }
            ++next_b;
            both(entry, of_b[found]);
        }
        for (; next_b < of_b.size(); ++next_b) {
            only_one(node, path, of_b[next_b], false);
        }
    }

    void only_one(const SchemaNode& node, const std::string& path, const Entry& entry, bool is_a) {
        report(node.children[0],
               {path + "[" + key_text(node.children[0], entry.key) + "]",
                is_a ? "present" : "absent", is_a ? "absent" : "present", "", "", 0});
    }

    void set(const SchemaNode& node, const std::string& path) {
        match(node, path, [](const Entry&, const Entry&) {});
    }

    void map(const SchemaNode& node, const std::string& path) {
        match(node, path, [&](const Entry& entry_a, const Entry& entry_b) {
            const Cursor after_a = std::exchange(a_, Cursor{entry_a.mapped});
            const Cursor after_b = std::exchange(b_, Cursor{entry_b.mapped});
            value(node.children[1], path + "[" + key_text(node.children[0], entry_a.key) + "]");
            a_ = after_a;
            b_ = after_b;
        });
    }

    Cursor a_;
    Cursor b_;
    std::vector<FieldDifference> differences_;
    std::map<const SchemaNode*, std::size_t> index_of_field_;
    std::map<const SchemaNode*, std::size_t> fixed_sizes_;
};

}  // namespace

std::vector<FieldDifference> compare_values(const Schema& schema, ByteView a, ByteView b) {
    TANDEM_ASSERT(measure_value(schema.root(), a).has_value());
    TANDEM_ASSERT(measure_value(schema.root(), b).has_value());
    Comparer comparer(a, b);
    comparer.value(schema.root(), "");
    return comparer.take();
}

}  // namespace tandem::sim
