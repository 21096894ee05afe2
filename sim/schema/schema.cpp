// SPDX-License-Identifier: MIT
// Encoding, decoding and comparing schemas. Decoding trusts nothing: depth, counts and texts are
// bounded first.
#include <tandem/sim/schema/schema.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

void encode_node(const SchemaNode& node, Bytes& out);
bool is_width(std::uint8_t width);
bool has_sound_children(const SchemaNode& node);
bool has_sound_width(const SchemaNode& node);
bool has_sound_attributes(const SchemaNode& node);
bool is_sound_text(std::string_view text);
bool has_sound_texts(const SchemaNode& node);
bool has_fields(const SchemaNode& node);
Error unsound(const std::string& what);
Result<void> check_names(const SchemaNode& node);
bool has_sized_children(const SchemaNode& node);
bool has_columns_of_one_size(const SchemaNode& node);
Result<void> check_node(const SchemaNode& node);
std::string place_in_schema(const SchemaNode& node, std::uint32_t depth);
Result<void> check_tree(const SchemaNode& node, std::uint32_t depth, std::uint32_t& nodes);
void decode_labels(ByteReader& reader, SchemaNode& node);
SchemaNode decode_tree(ByteReader& reader, std::uint32_t depth, std::uint32_t& nodes);
std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b);
std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b);
bool same_but_children(SchemaNode a, SchemaNode b);

void compare_nodes(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                   std::vector<std::string>& lines);

using ChildrenByName = std::map<std::string_view, const SchemaNode*>;

ChildrenByName children_by_name(const SchemaNode& parent);
void compare_structures(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                        std::vector<std::string>& lines);
void compare_nodes(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                   std::vector<std::string>& lines);

}  // namespace

Schema::Schema(SchemaNode root)
    : root_(std::move(root)), hash_(hash_bytes(encode())), size_(size_range(root_)) {}

Bytes Schema::encode() const {
    Bytes out;
    encode_node(root_, out);
    return out;
}

Result<Schema> Schema::decode(ByteView bytes) {
    ByteReader reader(bytes);
    std::uint32_t nodes = 0;
    SchemaNode root = decode_tree(reader, 0, nodes);
    if (reader.failed() || !reader.at_end()) {
        return Error{ErrorCode::bad_data, "schema byte " + std::to_string(reader.offset()),
                     "the schema is malformed; the file or the other side is damaged or foreign"};
    }
    TANDEM_TRY(check_schema(root));
    return Schema(std::move(root));
}

Result<void> check_schema(const SchemaNode& root) {
    std::uint32_t nodes = 0;
    return check_tree(root, 0, nodes);
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
        case FieldKind::columns:
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
        case FieldKind::boolean:
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
            return {node.width_bytes, node.width_bytes};
    }
    return {};
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
        case FieldKind::columns:
            text = "columns";
            break;
    }
    return node.unit.empty() ? text : text + " in " + node.unit;
}

namespace {

void encode_node(const SchemaNode& node, Bytes& out) {
    append_le(out, static_cast<std::uint8_t>(node.kind));
    append_le(out, node.width_bytes);
    append_le(out, node.fraction_bits);
    append_flag(out, node.is_signed);
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

// True if the node has as many children as its kind allows.
bool has_sound_children(const SchemaNode& node) {
    switch (shape_of(node.kind)) {
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
            return node.children.empty();
        case FieldShape::structure:
            return node.children.size() <= std::numeric_limits<std::uint16_t>::max();
        case FieldShape::columns:
            return !node.children.empty() &&
                   node.children.size() <= std::numeric_limits<std::uint16_t>::max();
        case FieldShape::variant:
            return !node.children.empty() &&
                   node.children.size() <= std::numeric_limits<std::uint8_t>::max();
        case FieldShape::array:
        case FieldShape::list:
        case FieldShape::optional:
            return node.children.size() == 1;
        case FieldShape::keyed:
            return node.children.size() == (node.kind == FieldKind::map ? 2 : 1);
    }
    return false;
}

bool has_sound_width(const SchemaNode& node) {
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
        case FieldKind::text:
        case FieldKind::structure:
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::optional:
        case FieldKind::variant:
        case FieldKind::bits:
        case FieldKind::columns:
            return node.width_bytes == 0;
    }
    return false;
}

// An attribute that a kind does not use is zero, or one schema would have many forms and hashes.
bool has_sound_attributes(const SchemaNode& node) {
    const bool is_enumeration = node.kind == FieldKind::enumeration;
    const std::uint64_t count_max =
        node.kind == FieldKind::commands ? std::numeric_limits<std::uint16_t>::max()
        : node.kind == FieldKind::array || node.kind == FieldKind::bits ? SchemaLimits::count_max
                                                                        : 0;
    return node.count <= count_max && (node.fraction_bits == 0 || node.kind == FieldKind::fixed) &&
           (!node.is_signed || is_enumeration) && (node.labels.empty() || is_enumeration) &&
           node.labels.size() <= SchemaLimits::labels_max;
}

// True if the text is short and printable: it ends up on terminals and in paths.
bool is_sound_text(std::string_view text) {
    return text.size() <= SchemaLimits::text_bytes_max &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool has_sound_texts(const SchemaNode& node) {
    return is_sound_text(node.name) && is_sound_text(node.unit) &&
           std::all_of(node.labels.begin(), node.labels.end(),
                       [](const auto& label) { return is_sound_text(label.second); });
}

bool has_fields(const SchemaNode& node) {
    return node.kind == FieldKind::structure || node.kind == FieldKind::columns;
}

Error unsound(const std::string& what) { return {ErrorCode::bad_data, "schema", what}; }

Result<void> check_names(const SchemaNode& node) {
    if (!has_fields(node)) {
        return {};
    }
    std::set<std::string_view> names;
    for (const SchemaNode& child : node.children) {
        if (child.name.empty()) {
            return unsound("has a field without a name");
        }
        if (!names.insert(child.name).second) {
            return unsound("has two fields named \"" + escaped_ascii(child.name) + "\"");
        }
    }
    return {};
}

// An element of no bytes would let a few bytes of count ask for any amount of memory, and fields of
// no bytes for any amount of time.
bool has_sized_children(const SchemaNode& node) {
    switch (shape_of(node.kind)) {
        case FieldShape::array:
        case FieldShape::list:
        case FieldShape::keyed:
            return size_range(node.children[0]).bytes_min > 0;
        case FieldShape::structure:
        case FieldShape::columns:
            return std::all_of(
                node.children.begin(), node.children.end(),
                [](const SchemaNode& child) { return size_range(child).bytes_min > 0; });
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
        case FieldShape::optional:
        case FieldShape::variant:
            return true;
    }
    return false;
}

// An element's place in a column is computed, not found by walking, so each has the same size.
bool has_columns_of_one_size(const SchemaNode& node) {
    return node.kind != FieldKind::columns ||
           std::all_of(node.children.begin(), node.children.end(), [](const SchemaNode& child) {
               const SizeRange size = size_range(child);
               return size.bytes_min == size.bytes_max;
           });
}

// Checks a node whose children are sound.
Result<void> check_node(const SchemaNode& node) {
    if (node.kind < FieldKind::boolean || node.kind > FieldKind::columns) {
        return unsound("has the unknown kind " + std::to_string(static_cast<unsigned>(node.kind)));
    }
    if (!has_sound_texts(node)) {
        return unsound("has a name, unit or label that is not printable ASCII of at most " +
                       std::to_string(SchemaLimits::text_bytes_max) + " characters");
    }
    if (!has_sound_children(node)) {
        return unsound("has " + std::to_string(node.children.size()) +
                       " parts, which its kind cannot have");
    }
    if (!has_sound_width(node) || !has_sound_attributes(node)) {
        return unsound("has a width, scale, sign, count or labels that its kind cannot have");
    }
    TANDEM_TRY(check_names(node));
    if (!has_columns_of_one_size(node)) {
        return unsound("has a column whose elements can differ in size");
    }
    if (!has_sized_children(node)) {
        return unsound("has a part of no bytes, which says nothing");
    }
    return {};
}

std::string place_in_schema(const SchemaNode& node, std::uint32_t depth) {
    if (!node.name.empty()) {
        return "the field \"" + escaped_ascii(node.name) + "\"";
    }
    return depth == 0 ? "the outermost structure" : "an element";
}

// Checks a tree from its leaves up and stops at the first problem. `nodes` counts them all.
Result<void> check_tree(const SchemaNode& node, std::uint32_t depth, std::uint32_t& nodes) {
    if (depth > SchemaLimits::depth_max || ++nodes > SchemaLimits::nodes_max) {
        return unsound("the schema is nested too deeply or has too many fields");
    }
    for (const SchemaNode& child : node.children) {
        TANDEM_TRY(check_tree(child, depth + 1, nodes));
    }
    if (const auto checked = check_node(node); !checked) {
        return unsound(place_in_schema(node, depth) + " " + checked.error().message);
    }
    return {};
}

void decode_labels(ByteReader& reader, SchemaNode& node) {
    const std::uint32_t labels = reader.u16();
    if (labels > SchemaLimits::labels_max) {
        reader.fail();
    }
    for (std::uint32_t i = 0; i < labels && !reader.failed(); ++i) {
        const auto value = static_cast<std::int64_t>(reader.u64());
        node.labels.emplace_back(value, reader.text(SchemaLimits::text_bytes_max));
    }
}

// Takes the tree apart within the bounds of memory only; check_tree judges what it says.
SchemaNode decode_tree(ByteReader& reader, std::uint32_t depth, std::uint32_t& nodes) {
    SchemaNode node;
    if (depth > SchemaLimits::depth_max || ++nodes > SchemaLimits::nodes_max) {
        reader.fail();
        return node;
    }
    node.kind = static_cast<FieldKind>(reader.u8());
    node.width_bytes = reader.u8();
    node.fraction_bits = reader.u8();
    node.is_signed = reader.flag();
    node.count = reader.u64();
    node.name = reader.text(SchemaLimits::text_bytes_max);
    node.unit = reader.text(SchemaLimits::text_bytes_max);
    decode_labels(reader, node);
    const std::uint32_t children = reader.u16();
    for (std::uint32_t i = 0; i < children && !reader.failed(); ++i) {
        node.children.push_back(decode_tree(reader, depth + 1, nodes));
    }
    return node;
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > k_unbounded - b ? k_unbounded : a + b;
}

std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
    return a != 0 && b > k_unbounded / a ? k_unbounded : a * b;
}

bool same_but_children(SchemaNode a, SchemaNode b) {
    a.children.clear();
    b.children.clear();
    return a == b;
}

ChildrenByName children_by_name(const SchemaNode& parent) {
    ChildrenByName children;
    for (const SchemaNode& child : parent.children) {
        children.emplace(child.name, &child);
    }
    return children;
}

void compare_structures(const SchemaNode& a, const SchemaNode& b, const std::string& path,
                        std::vector<std::string>& lines) {
    const std::size_t lines_before = lines.size();
    const ChildrenByName of_a = children_by_name(a);
    const ChildrenByName of_b = children_by_name(b);
    for (const SchemaNode& child : a.children) {
        const std::string child_path = field_path(path, child.name);
        if (const auto other = of_b.find(child.name); other != of_b.end()) {
            compare_nodes(child, *other->second, child_path, lines);
        } else {
            lines.push_back(child_path + ": " + type_text(child) + " | absent");
        }
    }
    for (const SchemaNode& child : b.children) {
        if (!of_a.contains(child.name)) {
            lines.push_back(field_path(path, child.name) + ": absent | " + type_text(child));
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
    if (!same_but_children(a, b) || (!has_fields(a) && a.children.size() != b.children.size())) {
        lines.push_back((path.empty() ? "(state)" : path) + ": " + type_text(a) + " | " +
                        type_text(b));
        return;
    }
    if (has_fields(a)) {
        compare_structures(a, b, a.kind == FieldKind::columns ? path + "[]" : path, lines);
        return;
    }
    for (std::size_t i = 0; i < a.children.size(); ++i) {
        compare_nodes(a.children[i], b.children[i], path + "[]", lines);
    }
}

}  // namespace
}  // namespace tandem::sim
