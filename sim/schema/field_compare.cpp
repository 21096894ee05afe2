// SPDX-License-Identifier: MIT
// Comparing two values of one schema down to every differing field.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

// The place where one of the two values is being read.
struct Cursor {
    ByteView bytes;
    std::size_t offset = 0;

    ByteView rest() const { return bytes.subspan(offset); }
    ByteView read(std::size_t size) {
        const ByteView taken = bytes.subspan(offset, size);
        offset += size;
        return taken;
    }
};

bool equal(ByteView a, ByteView b);
bool before(ByteView a, ByteView b);

// The entries of one side's set or map, front to back.
class EntryReader {
public:
    EntryReader(const SchemaNode& node, Cursor cursor) : node_(node), cursor_(cursor) {
        ByteReader reader(cursor_.read(length_bytes(node.kind)));
        count_ = left_ = read_length(reader, node.kind);
    }

    std::uint64_t count() const { return count_; }
    std::uint64_t left() const { return left_; }
    // The offset of the next entry, or of the bytes behind the last one.
    std::size_t offset() const { return cursor_.offset; }
    Cursor cursor() const { return cursor_; }

    ByteView peek_key() const { return first_key(node_, cursor_.rest()); }
    KeyedEntry read() {
        const KeyedEntry entry = first_entry(node_, cursor_.rest());
        cursor_.read(entry.key.size() + entry.mapped.size());
        --left_;
        return entry;
    }
    void move_to(std::size_t offset) { cursor_.offset = offset; }

private:
    const SchemaNode& node_;
    Cursor cursor_;
    std::uint64_t count_ = 0;
    std::uint64_t left_ = 0;
};

// The offset of each remaining key. It keeps no more, because keys may be small and many.
class KeyIndex {
public:
    explicit KeyIndex(EntryReader entries) : reader_(entries) {
        offsets_.reserve(static_cast<std::size_t>(entries.left()));
        while (entries.left() > 0) {
            offsets_.push_back(entries.offset());
            entries.read();
        }
        std::stable_sort(offsets_.begin(), offsets_.end(), [&](std::size_t a, std::size_t b) {
            return before(key_at(a), key_at(b));
        });
    }

    // The first offset from `from` on where `key` stands, or nothing.
    std::optional<std::size_t> find(ByteView key, std::size_t from) const;

private:
    ByteView key_at(std::size_t offset) const;

    EntryReader reader_;
    std::vector<std::size_t> offsets_;
};

ByteView content(const SchemaNode& node, ByteView leaf);
std::string shown(const SchemaNode& node, ByteView leaf, std::size_t differs);

class Comparer {
public:
    Comparer(ByteView a, ByteView b) : a_{a}, b_{b} {}

    void value(const SchemaNode& node, const Place& place) {
        switch (shape_of(node.kind)) {
            case FieldShape::structure:
                for (const SchemaNode& child : node.children) {
                    value(child, {&place, &child});
                }
                break;
            case FieldShape::array:
                elements(node.children[0], place, node.count, node.count);
                break;
            case FieldShape::list:
                lengths(node, place);
                break;
            case FieldShape::columns:
                columns(node, place);
                break;
            case FieldShape::keyed:
                keyed(node, place);
                break;
            case FieldShape::optional:
            case FieldShape::variant:
                choice(node, place);
                break;
            case FieldShape::number:
            case FieldShape::text:
            case FieldShape::bits:
                leaf(node, place);
                break;
        }
    }

    std::vector<FieldDifference> extract() { return std::move(differences_); }

private:
    // Only the first difference of a field is put into words, by `describe`.
    template <class Describe>
    void report(const SchemaNode& field, Describe&& describe) {
        const auto [known, is_new] = index_of_field_.try_emplace(&field, differences_.size());
        if (is_new) {
            differences_.push_back(describe());
        } else {
            ++differences_[known->second].more;
        }
    }

    void leaf(const SchemaNode& node, const Place& place);
    void report_size(const SchemaNode& node, const Place& place, std::uint64_t a, std::uint64_t b);
    static std::uint64_t extract_length(const SchemaNode& node, Cursor& cursor);
    void lengths(const SchemaNode& node, const Place& place);
    void columns(const SchemaNode& node, const Place& place);

    // Compares in place the elements that both have, or with `column` that field of them. The other
    // elements of the longer side show in the size alone.
    void elements(const SchemaNode& element, const Place& place, std::uint64_t count_a,
                  std::uint64_t count_b, const SchemaNode* column = nullptr);

    // The size that every value of this node has, or 0. It is kept, because short lists of large
    // elements ask for it far more often than they have bytes.
    std::size_t fixed_size(const SchemaNode& node);
    static void skip(const SchemaNode& element, Cursor& cursor, std::uint64_t count);
    void choice(const SchemaNode& node, const Place& place);

    // Pairs entries by key. Their order is the game's comparison, which is unknown here, so that
    // behind the first difference each key is looked up among the other side's, from where the last
    // one was found.
    void keyed(const SchemaNode& node, const Place& place);
    void pair_rest(const SchemaNode& node, const Place& place, EntryReader& of_a,
                   EntryReader& of_b);
    void only_one(const SchemaNode& node, const Place& place, EntryReader& entries,
                  std::uint64_t count, bool is_a);
    void pair(const SchemaNode& node, const Place& place, const KeyedEntry& entry_a,
              const KeyedEntry& entry_b);

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
    comparer.value(schema.root(), Place{});
    return comparer.extract();
}

namespace {

bool equal(ByteView a, ByteView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

bool before(ByteView a, ByteView b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

std::optional<std::size_t> KeyIndex::find(ByteView key, std::size_t from) const {
    const auto found = std::lower_bound(
        offsets_.begin(), offsets_.end(), from, [&](std::size_t offset, std::size_t least) {
            const ByteView other = key_at(offset);
            return before(other, key) || (equal(other, key) && offset < least);
        });
    if (found == offsets_.end() || !equal(key_at(*found), key)) {
        return std::nullopt;
    }
    return *found;
}

ByteView KeyIndex::key_at(std::size_t offset) const {
    EntryReader reader = reader_;
    reader.move_to(offset);
    return reader.peek_key();
}

// The bytes of a leaf behind its length.
ByteView content(const SchemaNode& node, ByteView leaf) {
    return leaf.subspan(node.kind == FieldKind::text ? length_bytes(node.kind) : 0);
}

// A leaf as text. Long text and bits give an excerpt around byte `differs` of the content.
std::string shown(const SchemaNode& node, ByteView leaf, std::size_t differs) {
    constexpr std::size_t k_bytes_whole = 128;
    constexpr std::size_t k_bytes_before = 8;
    constexpr std::size_t k_bytes_of_longer = 32;
    const ByteView whole = content(node, leaf);
    const bool can_be_cut = node.kind == FieldKind::text || node.kind == FieldKind::bits;
    if (whole.size() <= k_bytes_whole || !can_be_cut) {
        return leaf_text(node, leaf);
    }
    const std::size_t from =
        std::min(differs - std::min(differs, k_bytes_before), whole.size() - k_bytes_of_longer);
    const ByteView part = whole.subspan(from, k_bytes_of_longer);
    SchemaNode bits = node;
    bits.count = std::min<std::uint64_t>(8 * part.size(), node.count - 8 * from);
    const std::string excerpt = node.kind == FieldKind::bits
                                    ? leaf_text(bits, part)
                                    : "\"" + escaped_ascii(as_text(part)) + "\"";
    return excerpt + " at byte " + std::to_string(from) + " of " + std::to_string(whole.size());
}

void Comparer::leaf(const SchemaNode& node, const Place& place) {
    const ByteView a = a_.read(measured(node, a_.rest()));
    const ByteView b = b_.read(measured(node, b_.rest()));
    if (equal(a, b)) {
        return;
    }
    report(node, [&] {
        const ByteView in_a = content(node, a);
        const ByteView in_b = content(node, b);
        const auto differ = std::mismatch(in_a.begin(), in_a.end(), in_b.begin(), in_b.end());
        const auto at = static_cast<std::size_t>(differ.first - in_a.begin());
        return FieldDifference{place.text(),           shown(node, a, at),     shown(node, b, at),
                               leaf_raw_text(node, a), leaf_raw_text(node, b), 0};
    });
}

void Comparer::report_size(const SchemaNode& node, const Place& place, std::uint64_t a,
                           std::uint64_t b) {
    if (a != b) {
        report(node, [&] {
            return FieldDifference{
                place.text() + ".size", std::to_string(a), std::to_string(b), "", "", 0};
        });
    }
}

std::uint64_t Comparer::extract_length(const SchemaNode& node, Cursor& cursor) {
    ByteReader reader(cursor.read(length_bytes(node.kind)));
    return read_length(reader, node.kind);
}

void Comparer::lengths(const SchemaNode& node, const Place& place) {
    const std::uint64_t count_a = extract_length(node, a_);
    const std::uint64_t count_b = extract_length(node, b_);
    report_size(node, place, count_a, count_b);
    elements(node.children[0], place, count_a, count_b);
}

void Comparer::columns(const SchemaNode& node, const Place& place) {
    const std::uint64_t count_a = extract_length(node, a_);
    const std::uint64_t count_b = extract_length(node, b_);
    report_size(node, place, count_a, count_b);
    if (count_a == 0 && count_b == 0) {
        return;
    }
    for (const SchemaNode& child : node.children) {
        elements(child, place, count_a, count_b, &child);
    }
}

void Comparer::elements(const SchemaNode& element, const Place& place, std::uint64_t count_a,
                        std::uint64_t count_b, const SchemaNode* column) {
    const std::uint64_t common = std::min(count_a, count_b);
    const std::size_t fixed_bytes = common == 0 ? 0 : fixed_size(element);
    for (std::uint64_t i = 0; i < common; ++i) {
        if (fixed_bytes != 0 && equal(a_.rest().first(fixed_bytes), b_.rest().first(fixed_bytes))) {
            a_.read(fixed_bytes);
            b_.read(fixed_bytes);
            continue;
        }
        const Place at{&place, nullptr, i};
        value(element, column == nullptr ? at : Place{&at, column});
    }
    skip(element, a_, count_a - common);
    skip(element, b_, count_b - common);
}

std::size_t Comparer::fixed_size(const SchemaNode& node) {
    const auto [known, is_new] = fixed_sizes_.try_emplace(&node, 0);
    if (is_new) {
        const SizeRange size = size_range(node);
        known->second =
            size.bytes_min == size.bytes_max ? static_cast<std::size_t>(size.bytes_min) : 0;
    }
    return known->second;
}

void Comparer::skip(const SchemaNode& element, Cursor& cursor, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        cursor.read(measured(element, cursor.rest()));
    }
}

void Comparer::choice(const SchemaNode& node, const Place& place) {
    const ByteView flag_a = a_.read(1);
    const ByteView flag_b = b_.read(1);
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
            value(*of_a, place);
        }
        return;
    }
    report(node, [&] {
        return FieldDifference{
            place.text(), leaf_text(node, flag_a), leaf_text(node, flag_b), "", "", 0};
    });
    if (of_a != nullptr) {
        skip(*of_a, a_, 1);
    }
    if (of_b != nullptr) {
        skip(*of_b, b_, 1);
    }
}

void Comparer::keyed(const SchemaNode& node, const Place& place) {
    EntryReader of_a(node, a_);
    EntryReader of_b(node, b_);
    report_size(node, place, of_a.count(), of_b.count());
    while (of_a.left() > 0 && of_b.left() > 0 && equal(of_a.peek_key(), of_b.peek_key())) {
        pair(node, place, of_a.read(), of_b.read());
    }
    if (of_a.left() > 0 && of_b.left() > 0) {
        pair_rest(node, place, of_a, of_b);
    }
    only_one(node, place, of_a, of_a.left(), true);
    only_one(node, place, of_b, of_b.left(), false);
    a_ = of_a.cursor();
    b_ = of_b.cursor();
}

void Comparer::pair_rest(const SchemaNode& node, const Place& place, EntryReader& of_a,
                         EntryReader& of_b) {
    const KeyIndex index_of_b(of_b);
    while (of_a.left() > 0) {
        const auto found = index_of_b.find(of_a.peek_key(), of_b.offset());
        if (!found) {
            only_one(node, place, of_a, 1, true);
            continue;
        }
        while (of_b.offset() < *found) {
            only_one(node, place, of_b, 1, false);
        }
        pair(node, place, of_a.read(), of_b.read());
    }
}

void Comparer::only_one(const SchemaNode& node, const Place& place, EntryReader& entries,
                        std::uint64_t count, bool is_a) {
    const SchemaNode& key = node.children[0];
    for (; count > 0; --count) {
        const KeyedEntry entry = entries.read();
        report(key, [&] {
            return FieldDifference{Place{&place, nullptr, 0, &key, entry.key}.text(),
                                   is_a ? "present" : "absent",
                                   is_a ? "absent" : "present",
                                   "",
                                   "",
                                   0};
        });
    }
}

void Comparer::pair(const SchemaNode& node, const Place& place, const KeyedEntry& entry_a,
                    const KeyedEntry& entry_b) {
    if (node.kind != FieldKind::map || equal(entry_a.mapped, entry_b.mapped)) {
        return;
    }
    const Cursor after_a = std::exchange(a_, Cursor{entry_a.mapped});
    const Cursor after_b = std::exchange(b_, Cursor{entry_b.mapped});
    value(node.children[1], {&place, nullptr, 0, &node.children[0], entry_a.key});
    a_ = after_a;
    b_ = after_b;
}

}  // namespace
}  // namespace tandem::sim
