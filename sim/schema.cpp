// SPDX-License-Identifier: MIT
// Encoding, decoding and comparing schemas. Decoding trusts nothing: depth, counts and texts are
// bounded first.
#include <tandem/sim/schema.hpp>

#include <algorithm>
#include <limits>

#include <tandem/sim/hash.hpp>

namespace tandem::sim {
namespace {

void encode_node(const SchemaNode& node, Bytes& out) {
    append_le(out, static_cast<std::uint8_t>(node.kind));
    append_le(out, node.width_bytes);
    append_le(out, node.fraction_bits);
    append_le(out, static_cast<std::uint8_t>(node.is_signed));
    append_le(out, node.count);
    append_text(out, node.name);
    append_text(out, node.unit);
    append_le(out, static_cast<std::uint16_t>(node.labels.size()));
    for (const auto& [value, label] : node.labels) {
        append_le(out, static_cast<std::uint64_t>(value));
        append_text(out, label);
    }
    append_le(out, static_cast<std::uint16_t>(node.children.size()));
    for (const SchemaNode& child : node.children) {
        encode_node(child, out);
    }
}

bool is_width(std::uint8_t width) { return width == 1 || width == 2 || width == 4 || width == 8; }

// How many children each kind has; structures and variants have as many as they like.
bool has_sound_children(const SchemaNode& node) {
    switch (node.kind) {
        case FieldKind::structure:
            return true;
        case FieldKind::variant:
            return !node.children.empty() &&
                   node.children.size() <= std::numeric_limits<std::uint8_t>::max();
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::optional:
            return node.children.size() == 1;
        case FieldKind::map:
            return node.children.size() == 2;
        default:
            return node.children.empty();
    }
}

bool has_sound_leaf(const SchemaNode& node) {
    switch (node.kind) {
        case FieldKind::boolean:
            return node.width_bytes == 1;
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::enumeration:
            return is_width(node.width_bytes);
        case FieldKind::fixed:
            return is_width(node.width_bytes) && node.fraction_bits < node.width_bytes * 8;
        case FieldKind::angle:
        case FieldKind::floating:
            return node.width_bytes == 4 || node.width_bytes == 8;
        case FieldKind::commands:
            return node.count <= std::numeric_limits<std::uint16_t>::max();
        default:
            return node.kind >= FieldKind::boolean && node.kind <= FieldKind::bits &&
                   node.count <= SchemaLimits::count_max;
    }
}

// An element of no bytes would let a few bytes of count ask for any amount of memory.
bool has_sized_elements(const SchemaNode& node) {
    switch (node.kind) {
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
            return size_range(node.children[0]).bytes_min > 0;
        default:
            return true;
    }
}

class NodeDecoder {
public:
    explicit NodeDecoder(ByteView bytes) : reader_(bytes) {}

    SchemaNode decode(std::uint32_t depth) {
        SchemaNode node;
        if (depth > SchemaLimits::depth_max || ++nodes_ > SchemaLimits::nodes_max) {
            reader_.fail();
            return node;
        }
        node.kind = static_cast<FieldKind>(reader_.u8());
        node.width_bytes = reader_.u8();
        node.fraction_bits = reader_.u8();
        const std::uint8_t is_signed = reader_.u8();
        node.is_signed = is_signed == 1;
        node.count = reader_.u64();
        node.name = reader_.text(SchemaLimits::text_bytes_max);
        node.unit = reader_.text(SchemaLimits::text_bytes_max);
        decode_labels(node);
        const std::uint32_t children = reader_.u16();
        for (std::uint32_t i = 0; i < children && !reader_.failed(); ++i) {
            node.children.push_back(decode(depth + 1));
        }
        if (reader_.failed() || is_signed > 1 || !has_sound_children(node) ||
            !has_sound_leaf(node) || !has_sized_elements(node)) {
            reader_.fail();
        }
        return node;
    }

    const ByteReader& reader() const { return reader_; }

private:
    void decode_labels(SchemaNode& node) {
        const std::uint32_t labels = reader_.u16();
        if (labels > SchemaLimits::labels_max) {
            reader_.fail();
        }
        for (std::uint32_t i = 0; i < labels && !reader_.failed(); ++i) {
            const auto value = static_cast<std::int64_t>(reader_.u64());
            node.labels.emplace_back(value, reader_.text(SchemaLimits::text_bytes_max));
        }
    }

    ByteReader reader_;
    std::uint32_t nodes_ = 0;
};

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > k_unbounded - b ? k_unbounded : a + b;
}

std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
    return a != 0 && b > k_unbounded / a ? k_unbounded : a * b;
}

std::string join_path(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

bool same_but_children(SchemaNode a, SchemaNode b) {
    a.children.clear();
    b.children.clear();
    return a == b;
}

void compare_nodes(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                   std::vector<std::string>& lines);

const SchemaNode* find_child(const SchemaNode& parent, const std::string& name) {
    const auto found = std::find_if(parent.children.begin(), parent.children.end(),
                                    [&](const SchemaNode& child) { return child.name == name; });
    return found == parent.children.end() ? nullptr : &*found;
}

void compare_structures(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                        std::vector<std::string>& lines) {
    const std::size_t lines_before = lines.size();
    for (const SchemaNode& child : a.children) {
        const std::string child_path = join_path(path, child.name);
        if (const SchemaNode* other = find_child(b, child.name)) {
            compare_nodes(child, *other, child_path, lines);
        } else {
            lines.push_back(child_path + ": " + type_text(child) + " | absent");
        }
    }
    for (const SchemaNode& child : b.children) {
        if (find_child(a, child.name) == nullptr) {
            lines.push_back(join_path(path, child.name) + ": absent | " + type_text(child));
        }
    }
    if (lines.size() == lines_before && !(a == b)) {
        lines.push_back((path.empty() ? "(state)" : path) + ": same fields in another order");
    }
}

void compare_nodes(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                   std::vector<std::string>& lines) {
    if (a == b) {
        return;
    }
    const bool is_structure = a.kind == FieldKind::structure;
    if (!same_but_children(a, b) || (!is_structure && a.children.size() != b.children.size())) {
        lines.push_back((path.empty() ? "(state)" : path) + ": " + type_text(a) + " | " +
                        type_text(b));
        return;
    }
    if (is_structure) {
        compare_structures(a, b, path, lines);
        return;
    }
    for (std::size_t i = 0; i < a.children.size(); ++i) {
        compare_nodes(a.children[i], b.children[i], path + "[]", lines);
    }
}

}  // namespace

Schema::Schema(SchemaNode root)
    : root_(std::move(root)), hash_(hash_bytes(encode())), size_(size_range(root_)) {}

Bytes Schema::encode() const {
    Bytes out;
    encode_node(root_, out);
    return out;
}

Result<Schema> Schema::decode(ByteView bytes) {
    NodeDecoder decoder(bytes);
    SchemaNode root = decoder.decode(0);
    if (decoder.reader().failed() || !decoder.reader().at_end()) {
        return Error{ErrorCode::bad_data,
                     "schema byte " + std::to_string(decoder.reader().offset()),
                     "the schema is malformed; the file or the other side is damaged or foreign"};
    }
    return Schema(std::move(root));
}

SizeRange size_range(const SchemaNode& node) {
    constexpr std::uint64_t k_length_bytes = 4;
    constexpr std::uint64_t k_commands_length_bytes = 2;
    switch (node.kind) {
        case FieldKind::structure: {
            SizeRange sum;
            for (const SchemaNode& child : node.children) {
                const SizeRange size = size_range(child);
                sum.bytes_min = saturating_add(sum.bytes_min, size.bytes_min);
                sum.bytes_max = saturating_add(sum.bytes_max, size.bytes_max);
            }
            return sum;
        }
        case FieldKind::array: {
            const SizeRange size = size_range(node.children[0]);
            return {saturating_multiply(size.bytes_min, node.count),
                    saturating_multiply(size.bytes_max, node.count)};
        }
        case FieldKind::text:
        case FieldKind::list:
        case FieldKind::set:
        case FieldKind::map:
            return {k_length_bytes, k_unbounded};
        case FieldKind::commands: {
            const std::uint64_t orders =
                saturating_multiply(size_range(node.children[0]).bytes_max, node.count);
            return {k_commands_length_bytes, saturating_add(k_commands_length_bytes, orders)};
        }
        case FieldKind::optional:
            return {1, saturating_add(1, size_range(node.children[0]).bytes_max)};
        case FieldKind::variant: {
            SizeRange range{k_unbounded, 0};
            for (const SchemaNode& child : node.children) {
                const SizeRange size = size_range(child);
                range.bytes_min = std::min(range.bytes_min, saturating_add(1, size.bytes_min));
                range.bytes_max = std::max(range.bytes_max, saturating_add(1, size.bytes_max));
            }
            return range;
        }
        case FieldKind::bits:
            return {(node.count + 7) / 8, (node.count + 7) / 8};
        default:
            return {node.width_bytes, node.width_bytes};
    }
}

std::vector<std::string> changed_paths(const Schema& a, const Schema& b) {
    std::vector<std::string> lines;
    compare_nodes(a.root(), b.root(), "", lines);
    return lines;
}

std::string type_text(const SchemaNode& node) {
    const std::string bits = std::to_string(node.width_bytes * 8);
    std::string text;
    switch (node.kind) {
        case FieldKind::boolean:
            text = "bool";
            break;
        case FieldKind::unsigned_integer:
            text = "u" + bits;
            break;
        case FieldKind::signed_integer:
            text = "i" + bits;
            break;
        case FieldKind::fixed:
            text = "fixed " + std::to_string(node.width_bytes * 8 - node.fraction_bits) + "." +
                   std::to_string(node.fraction_bits);
            break;
        case FieldKind::angle:
            text = "angle " + bits;
            break;
        case FieldKind::floating:
            text = "float " + bits;
            break;
        case FieldKind::enumeration:
            text = (node.is_signed ? "enum i" : "enum u") + bits;
            for (const auto& [value, label] : node.labels) {
                text += " " + label + "=" + std::to_string(value);
            }
            break;
        case FieldKind::text:
            text = "text";
            break;
        case FieldKind::structure:
            text = "structure";
            break;
        case FieldKind::array:
            text = "array[" + std::to_string(node.count) + "] of " + type_text(node.children[0]);
            break;
        case FieldKind::list:
            text = "list of " + type_text(node.children[0]);
            break;
        case FieldKind::commands:
            text = "commands<" + std::to_string(node.count) + "> of " + type_text(node.children[0]);
            break;
        case FieldKind::set:
            text = "set of " + type_text(node.children[0]);
            break;
        case FieldKind::map:
            text = "map of " + type_text(node.children[0]) + " to " + type_text(node.children[1]);
            break;
        case FieldKind::optional:
            text = "optional " + type_text(node.children[0]);
            break;
        case FieldKind::variant:
            text = "variant of " + std::to_string(node.children.size());
            break;
        case FieldKind::bits:
            text = "bits[" + std::to_string(node.count) + "]";
            break;
    }
    return node.unit.empty() ? text : text + " in " + node.unit;
}

}  // namespace tandem::sim
