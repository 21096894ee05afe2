// SPDX-License-Identifier: MIT
// Walking canonical bytes by their schema: measuring, listing and finding leaves.
#include <tandem/sim/schema/fields.hpp>

#include <algorithm>
#include <optional>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/field_place.hpp>
#include <tandem/sim/schema/field_text.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

class Measurer {
public:
    explicit Measurer(ByteView bytes) : reader_(bytes), bytes_(bytes) {}

    bool value(const SchemaNode& node, const Place& place);
    Result<std::size_t> finish() const;

private:
    bool fail(const Place& place, const std::string& problem);

    bool still_good(const Place& place) {
        return !reader_.failed() || fail(place, "the end of the bytes in the middle of the field");
    }

    bool structure(const SchemaNode& node, const Place& place);

    // Columns without elements are not walked: the bytes bound the time here too.
    bool columns(const SchemaNode& node, const Place& place);

    // Checks `count` elements, or with `column` that field of as many. Elements that accept any
    // bytes are skipped as one run; the others are walked. Every element has at least one byte
    // (check_schema), so that the bytes bound the time, whatever the count is.
    bool run(const SchemaNode& element, std::uint64_t count, const Place& place,
             const SchemaNode* column = nullptr);

    // The size of a node if all its bytes may have any value, else nothing. It walks no further
    // than measuring such a value does.
    static std::optional<std::uint64_t> fixed_bytes_of_any_content(const SchemaNode& node);
    bool commands(const SchemaNode& node, const Place& place);

    // The order of keys is the game's own comparison, which a schema does not know; equal
    // neighbours are always wrong.
    bool keyed(const SchemaNode& node, const Place& place);

    // Keys are strictly ascending, so there are no more of them than there are different ones.
    // Small counts harm nobody, and large ones have the bytes that pay for looking at the schema.
    bool keys_may_differ(const SchemaNode& key, std::uint64_t count, const Place& place);
    bool optional(const SchemaNode& node, const Place& place);
    bool variant(const SchemaNode& node, const Place& place);
    bool bits(const SchemaNode& node, const Place& place);

    ByteReader reader_;
    ByteView bytes_;
    std::string place_;
    std::string problem_;
};

// Lists leaves of bytes that have been measured, so that no bound needs to be checked again.
class Lister {
public:
    Lister(ByteView bytes, std::vector<Leaf>& leaves)
        : bytes_(bytes), reader_(bytes), leaves_(leaves) {}

    void value(const SchemaNode& node, const std::string& path);

private:
    void leaf(const SchemaNode& node, const std::string& path, std::size_t bytes);
    std::uint64_t length(const SchemaNode& node, const std::string& path);
    void elements(const SchemaNode& node, const std::string& path, std::uint64_t count);
    void columns(const SchemaNode& node, const std::string& path);
    std::string read_key(const SchemaNode& node);

    ByteView bytes_;
    ByteReader reader_;
    std::vector<Leaf>& leaves_;
};

}  // namespace

Result<std::size_t> measure_value(const SchemaNode& node, ByteView bytes) {
    Measurer measurer(bytes);
    measurer.value(node, Place{});
    return measurer.finish();
}

std::vector<Leaf> list_leaves(const SchemaNode& node, ByteView bytes) {
    TANDEM_ASSERT(measure_value(node, bytes).has_value());
    std::vector<Leaf> leaves;
    Lister(bytes, leaves).value(node, "");
    return leaves;
}

std::string key_text(const SchemaNode& node, ByteView key) {
    // A longer key is shown by its beginning, and told apart by its hash.
    constexpr std::size_t k_key_bytes_whole = 128;
    constexpr std::size_t k_characters_of_longer = 64;
    std::string text;
    if (key.size() > k_key_bytes_whole) {
        if (node.kind == FieldKind::text) {
            text = leaf_text(node, key.first(sizeof(std::uint32_t) + k_characters_of_longer));
        }
        return text + "...#" + hex64(hash_bytes(key));
    }
    for (const Leaf& leaf : list_leaves(node, key)) {
        text += text.empty() ? "" : ",";
        text += leaf_text(*leaf.node, key.subspan(leaf.offset, leaf.bytes));
    }
    return text;
}

Result<Leaf> find_leaf(const Schema& schema, ByteView bytes, std::string_view path) {
    const std::vector<Leaf> leaves = list_leaves(schema.root(), bytes);
    // The flag of an optional and the number it holds share a path. The path means the number,
    // which comes later.
    const auto found = std::find_if(leaves.rbegin(), leaves.rend(),
                                    [&](const Leaf& leaf) { return leaf.path == path; });
    if (found != leaves.rend()) {
        return *found;
    }
    return Error{ErrorCode::usage, std::string(path), unknown_field_text(leaves, path)};
}

namespace {

bool Measurer::value(const SchemaNode& node, const Place& place) {
    switch (node.kind) {
        case FieldKind::structure:
            return structure(node, place);
        case FieldKind::array:
            return run(node.children[0], node.count, place);
        case FieldKind::list:
            return run(node.children[0], reader_.u32(), place);
        case FieldKind::commands:
            return commands(node, place);
        case FieldKind::set:
        case FieldKind::map:
            return keyed(node, place);
        case FieldKind::columns:
            return columns(node, place);
        case FieldKind::text:
            reader_.read(reader_.u32());
            return still_good(place);
        case FieldKind::optional:
            return optional(node, place);
        case FieldKind::variant:
            return variant(node, place);
        case FieldKind::bits:
            return bits(node, place);
        case FieldKind::boolean: {
            const std::uint8_t flag = reader_.u8();
            return still_good(place) &&
                   (flag <= 1 || fail(place, "a bool of " + std::to_string(flag)));
        }
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
            reader_.read(node.width_bytes);
            return still_good(place);
    }
    return false;
}

Result<std::size_t> Measurer::finish() const {
    if (!problem_.empty()) {
        return Error{ErrorCode::bad_data, place_, problem_};
    }
    return reader_.offset();
}

bool Measurer::fail(const Place& place, const std::string& problem) {
    if (problem_.empty()) {
        const std::string path = place.text();
        place_ = "byte " + std::to_string(reader_.offset()) + ", field " +
                 (path.empty() ? "(all)" : path);
        problem_ = "found " + problem;
    }
    return false;
}

bool Measurer::structure(const SchemaNode& node, const Place& place) {
    for (const SchemaNode& child : node.children) {
        if (!value(child, {&place, &child})) {
            return false;
        }
    }
    return true;
}

bool Measurer::columns(const SchemaNode& node, const Place& place) {
    const std::uint64_t count = reader_.u32();
    if (count == 0) {
        return still_good(place);
    }
    for (const SchemaNode& child : node.children) {
        if (!run(child, count, place, &child)) {
            return false;
        }
    }
    return true;
}

bool Measurer::run(const SchemaNode& element, std::uint64_t count, const Place& place,
                   const SchemaNode* column) {
    if (!still_good(place)) {
        return false;
    }
    if (count > reader_.remaining()) {
        return fail(place, "a length of " + std::to_string(count) + " elements where " +
                               std::to_string(reader_.remaining()) + " bytes remain");
    }
    if (count == 0) {
        return true;
    }
    if (const auto element_bytes = fixed_bytes_of_any_content(element)) {
        if (*element_bytes > reader_.remaining() / count) {
            return fail(place, "the end of the bytes in the middle of the field");
        }
        reader_.read(count * *element_bytes);
        return true;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        const Place at{&place, nullptr, i};
        if (!value(element, column == nullptr ? at : Place{&at, column})) {
            return false;
        }
    }
    return true;
}

std::optional<std::uint64_t> Measurer::fixed_bytes_of_any_content(const SchemaNode& node) {
    switch (node.kind) {
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
            return node.width_bytes;
        case FieldKind::structure: {
            std::uint64_t sum = 0;
            for (const SchemaNode& child : node.children) {
                const auto bytes = fixed_bytes_of_any_content(child);
                if (!bytes) {
                    return std::nullopt;
                }
                sum += *bytes;
            }
            return sum;
        }
        case FieldKind::boolean:
        case FieldKind::text:
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::optional:
        case FieldKind::variant:
        case FieldKind::bits:
        case FieldKind::columns:
            return std::nullopt;
    }
    return std::nullopt;
}

bool Measurer::commands(const SchemaNode& node, const Place& place) {
    const std::uint64_t count = reader_.u16();
    if (!still_good(place)) {
        return false;
    }
    if (count > node.count) {
        return fail(place, std::to_string(count) + " orders where at most " +
                               std::to_string(node.count) + " are allowed");
    }
    return run(node.children[0], count, place);
}

bool Measurer::keyed(const SchemaNode& node, const Place& place) {
    const std::uint64_t count = reader_.u32();
    if (!still_good(place) || !keys_may_differ(node.children[0], count, place)) {
        return false;
    }
    ByteView previous_key;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Place element{&place, nullptr, i};
        const std::size_t key_at = reader_.offset();
        if (!value(node.children[0], element)) {
            return false;
        }
        const ByteView key = bytes_.subspan(key_at, reader_.offset() - key_at);
        if (i != 0 &&
            std::equal(key.begin(), key.end(), previous_key.begin(), previous_key.end())) {
            return fail(element, "the same key twice");
        }
        previous_key = key;
        if (node.kind == FieldKind::map && !value(node.children[1], element)) {
            return false;
        }
    }
    return true;
}

bool Measurer::keys_may_differ(const SchemaNode& key, std::uint64_t count, const Place& place) {
    constexpr std::uint64_t k_harmless = std::uint64_t{2} << 16;
    if (count <= k_harmless) {
        return true;
    }
    const std::uint64_t bytes_max = size_range(key).bytes_max;
    // All keys of up to n bytes together are fewer than 2 x 256^n.
    return bytes_max >= sizeof(count) - 1 || count < std::uint64_t{2} << (8 * bytes_max) ||
           fail(place, "a length of " + std::to_string(count) + " keys of at most " +
                           std::to_string(bytes_max) + " bytes, which cannot all differ");
}

bool Measurer::optional(const SchemaNode& node, const Place& place) {
    const std::uint8_t flag = reader_.u8();
    if (!still_good(place)) {
        return false;
    }
    if (flag > 1) {
        return fail(place, "an optional's flag of " + std::to_string(flag));
    }
    return flag == 0 || value(node.children[0], place);
}

bool Measurer::variant(const SchemaNode& node, const Place& place) {
    const std::uint8_t index = reader_.u8();
    if (!still_good(place)) {
        return false;
    }
    if (index >= node.children.size()) {
        return fail(place, "alternative " + std::to_string(index) + " of a variant that has " +
                               std::to_string(node.children.size()));
    }
    return value(node.children[index], place);
}

bool Measurer::bits(const SchemaNode& node, const Place& place) {
    const ByteView raw = reader_.read((node.count + 7) / 8);
    if (!still_good(place)) {
        return false;
    }
    const std::uint64_t used_in_last = node.count % 8;
    if (used_in_last != 0 && static_cast<std::uint8_t>(raw.back()) >> used_in_last != 0) {
        return fail(place, "a bit set beyond the last one");
    }
    return true;
}

void Lister::value(const SchemaNode& node, const std::string& path) {
    switch (shape_of(node.kind)) {
        case FieldShape::structure:
            for (const SchemaNode& child : node.children) {
                value(child, field_path(path, child.name));
            }
            break;
        case FieldShape::array:
            elements(node, path, node.count);
            break;
        case FieldShape::list:
        case FieldShape::keyed:
            elements(node, path, length(node, path + ".size"));
            break;
        case FieldShape::columns:
            columns(node, path);
            break;
        case FieldShape::optional:
            if (length(node, path) != 0) {
                value(node.children[0], path);
            }
            break;
        case FieldShape::variant:
            value(node.children[static_cast<std::size_t>(length(node, path))], path);
            break;
        case FieldShape::text: {
            const std::size_t at = reader_.offset();
            reader_.read(read_length(reader_, node.kind));
            leaves_.push_back({path, node.kind, &node, at, reader_.offset() - at});
            break;
        }
        case FieldShape::bits:
            leaf(node, path, static_cast<std::size_t>((node.count + 7) / 8));
            break;
        case FieldShape::number:
            leaf(node, path, node.width_bytes);
            break;
    }
}

void Lister::leaf(const SchemaNode& node, const std::string& path, std::size_t bytes) {
    leaves_.push_back({path, node.kind, &node, reader_.offset(), bytes});
    reader_.read(bytes);
}

std::uint64_t Lister::length(const SchemaNode& node, const std::string& path) {
    leaves_.push_back({path, node.kind, &node, reader_.offset(), length_bytes(node.kind)});
    return read_length(reader_, node.kind);
}

void Lister::elements(const SchemaNode& node, const std::string& path, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        if (node.kind == FieldKind::map) {
            const std::string key = read_key(node.children[0]);
            value(node.children[1], path + "[" + key + "]");
        } else {
            value(node.children[0], path + "[" + std::to_string(i) + "]");
        }
    }
}

void Lister::columns(const SchemaNode& node, const std::string& path) {
    const std::uint64_t count = length(node, path + ".size");
    if (count == 0) {
        return;
    }
    for (const SchemaNode& child : node.children) {
        for (std::uint64_t i = 0; i < count; ++i) {
            value(child, path + "[" + std::to_string(i) + "]." + child.name);
        }
    }
}

std::string Lister::read_key(const SchemaNode& node) {
    const ByteView rest = bytes_.subspan(reader_.offset());
    const auto size = measure_value(node, rest);
    TANDEM_ASSERT(size.has_value());
    reader_.read(*size);
    return key_text(node, rest.first(*size));
}

}  // namespace
}  // namespace tandem::sim
