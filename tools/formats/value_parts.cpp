// SPDX-License-Identifier: MIT
// There is one walk for all: the meaning of a path is decided once for schemas and once for values.
#include <tandem/tools/formats/value_parts.hpp>

#include <algorithm>
#include <vector>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/path_text.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::tools {
namespace {

using sim::ByteView;
using sim::FieldKind;
using sim::FieldShape;
using sim::SchemaNode;

constexpr std::string_view k_size = ".size";

std::size_t measured(const SchemaNode& node, ByteView bytes);
std::size_t length_bytes(FieldKind kind);
SchemaNode row_of(const SchemaNode& columns);

using Visit = std::function<bool(const ValuePart&)>;

void each_element(const SchemaNode& node, ByteView rest, std::uint64_t count, const Visit& visit);

// Puts rows of columns together when they are asked for. All values of a column have the same size.
class Rows {
public:
    Rows(const SchemaNode& node, ByteView rest, std::uint64_t count)
        : node_(std::make_shared<SchemaNode>(row_of(node))), count_(count) {
        for (const SchemaNode& child : node.children) {
            const std::size_t size = count == 0 ? 0 : measured(child, rest);
            columns_.push_back({rest, size});
            rest = rest.subspan(size * static_cast<std::size_t>(count));
        }
    }

    ValuePart at(std::uint64_t index) const;
    void each(const Visit& visit) const;

private:
    std::shared_ptr<const SchemaNode> node_;
    std::uint64_t count_;
    std::vector<std::pair<ByteView, std::size_t>>
        columns_;  // the begin of each, and its value's size
};

void each_field(const SchemaNode& node, ByteView rest, const Visit& visit);

class FieldFinder {
public:
    explicit FieldFinder(std::string_view path) : path_(path) {}

    sim::Result<KnownField> run(const SchemaNode& root);

private:
    // Finds a field. A field within one that has a unit, an element of a list for example, has that
    // unit.
    std::optional<KnownField> find(const SchemaNode& node, std::string_view rest,
                                   bool may_be_missing);
    std::optional<KnownField> find_within(const SchemaNode& node, std::string_view rest,
                                          bool may_be_missing);
    std::optional<KnownField> find_in_structure(const SchemaNode& node, std::string_view rest,
                                                bool may_be_missing);
    std::optional<KnownField> find_in_list(const SchemaNode& node, std::string_view rest,
                                           bool may_be_missing);

    // Remembers the choices at the error that lies farthest to the right. Returns nothing.
    std::optional<KnownField> wrong(std::string_view rest, std::vector<std::string> choices);

    std::string_view path_;
    std::size_t wrong_at_ = 0;
    std::vector<std::string> choices_;
};

std::optional<ValuePart> element_at(const ValuePart& part, std::uint64_t index);
std::optional<ValuePart> next_part(const ValuePart& part, std::string_view& rest, bool is_first);

}  // namespace

std::optional<std::uint64_t> length_of(const SchemaNode& node, ByteView bytes) {
    switch (sim::shape_of(node.kind)) {
        case FieldShape::list:
        case FieldShape::keyed:
        case FieldShape::columns:
            return node.kind == FieldKind::commands ? sim::load_le<std::uint16_t>(bytes.data())
                                                    : sim::load_le<std::uint32_t>(bytes.data());
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
        case FieldShape::structure:
        case FieldShape::array:
        case FieldShape::optional:
        case FieldShape::variant:
            return std::nullopt;
    }
    return std::nullopt;
}

void each_part(const SchemaNode& node, ByteView bytes, const Visit& visit) {
    ValuePart content;
    switch (sim::shape_of(node.kind)) {
        case FieldShape::structure:
            return each_field(node, bytes, visit);
        case FieldShape::array:
            return each_element(node, bytes, node.count, visit);
        case FieldShape::list:
        case FieldShape::keyed:
            return each_element(node, bytes.subspan(length_bytes(node.kind)),
                                *length_of(node, bytes), visit);
        case FieldShape::columns: {
            const std::uint64_t count = *length_of(node, bytes);
            return Rows(node, bytes.subspan(length_bytes(node.kind)), count).each(visit);
        }
        case FieldShape::optional:
            if (bytes[0] != std::byte{0}) {
                content.node = &node.children[0];
                content.bytes = bytes.subspan(1);
                visit(content);
            }
            return;
        case FieldShape::variant:
            content.node = &node.children[std::to_integer<std::size_t>(bytes[0])];
            content.bytes = bytes.subspan(1);
            visit(content);
            return;
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
            return;
    }
}

std::string part_path(const std::string& path, const SchemaNode& node, const ValuePart& part) {
    switch (sim::shape_of(node.kind)) {
        case FieldShape::structure:
            return sim::field_path(path, part.node->name);
        case FieldShape::array:
        case FieldShape::list:
        case FieldShape::columns:
            return path + "[" + std::to_string(part.index) + "]";
        case FieldShape::keyed:
            return path + "[" +
                   (node.kind == FieldKind::map ? part.key : std::to_string(part.index)) + "]";
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
        case FieldShape::optional:
        case FieldShape::variant:
            break;
    }
    return path;
}

sim::Result<KnownField> find_field(const sim::Schema& schema, std::string_view path) {
    return FieldFinder(path).run(schema.root());
}

std::optional<ValuePart> find_part(const SchemaNode& node, ByteView bytes, std::string_view path) {
    std::optional<ValuePart> part(std::in_place);
    part->node = &node;
    part->bytes = bytes;
    for (std::string_view rest = path; part && !rest.empty();) {
        if (rest == k_size && length_of(*part->node, part->bytes)) {
            part->bytes = part->bytes.first(length_bytes(part->node->kind));
            part->is_length = true;
            return part;
        }
        part = next_part(*part, rest, rest.size() == path.size());
    }
    return part;
}

std::optional<std::string> part_text(const ValuePart& part) {
    if (part.is_length) {
        return sim::leaf_text(*part.node, part.bytes);
    }
    switch (sim::shape_of(part.node->kind)) {
        case FieldShape::text: {
            const ByteView text = part.bytes.subspan(sizeof(std::uint32_t));
            return std::string(sim::as_text(text));
        }
        case FieldShape::number:
        case FieldShape::bits: {
            std::string text = sim::leaf_text(*part.node, part.bytes);
            if (part.node->kind == FieldKind::angle) {
                text.resize(text.find(' '));
            }
            return text;
        }
        case FieldShape::optional:
        case FieldShape::variant: {
            const bool is_optional = part.node->kind == FieldKind::optional;
            std::string text =
                is_optional ? "none" : std::to_string(std::to_integer<int>(part.bytes[0]));
            each_part(*part.node, part.bytes, [&](const ValuePart& content) {
                const auto inner = part_text(content);
                text = is_optional ? inner.value_or("some") : text + (inner ? ":" + *inner : "");
                return false;
            });
            return text;
        }
        case FieldShape::structure:
        case FieldShape::array:
        case FieldShape::list:
        case FieldShape::keyed:
        case FieldShape::columns:
            return std::nullopt;
    }
    return std::nullopt;
}

namespace {

std::size_t measured(const SchemaNode& node, ByteView bytes) {
    const auto size = sim::measure_value(node, bytes);
    TANDEM_ASSERT(size.has_value());
    return *size;
}

std::size_t length_bytes(FieldKind kind) {
    return kind == FieldKind::commands ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

// Returns a row of columns as the structure that it is.
SchemaNode row_of(const SchemaNode& columns) {
    SchemaNode row;
    row.kind = FieldKind::structure;
    row.children = columns.children;
    return row;
}

void each_element(const SchemaNode& node, ByteView rest, std::uint64_t count, const Visit& visit) {
    const bool is_map = node.kind == FieldKind::map;
    for (std::uint64_t i = 0; i < count; ++i) {
        ValuePart part;
        part.index = i;
        part.node = &node.children.back();
        if (is_map) {
            const std::size_t key_bytes = measured(node.children[0], rest);
            part.key = sim::key_text(node.children[0], rest.first(key_bytes));
            rest = rest.subspan(key_bytes);
        }
        const std::size_t size = measured(*part.node, rest);
        part.bytes = rest.first(size);
        rest = rest.subspan(size);
        if (!visit(part)) {
            return;
        }
    }
}

ValuePart Rows::at(std::uint64_t index) const {
    struct Row {
        std::shared_ptr<const SchemaNode> node;
        sim::Bytes bytes;
    };
    const auto row = std::make_shared<Row>();
    row->node = node_;
    for (const auto& [bytes, size] : columns_) {
        sim::append(row->bytes, bytes.subspan(static_cast<std::size_t>(index) * size, size));
    }
    ValuePart part;
    part.node = row->node.get();
    part.bytes = row->bytes;
    part.index = index;
    part.owner = row;
    return part;
}

void Rows::each(const Visit& visit) const {
    for (std::uint64_t i = 0; i < count_ && visit(at(i)); ++i) {
    }
}

void each_field(const SchemaNode& node, ByteView rest, const Visit& visit) {
    for (const SchemaNode& child : node.children) {
        const std::size_t size = measured(child, rest);
        ValuePart part;
        part.node = &child;
        part.bytes = rest.first(size);
        rest = rest.subspan(size);
        if (!visit(part)) {
            return;
        }
    }
}

sim::Result<KnownField> FieldFinder::run(const SchemaNode& root) {
    if (auto found = find(root, path_, false)) {
        return *found;
    }
    return sim::no_such_field(path_, wrong_at_, choices_);
}

std::optional<KnownField> FieldFinder::find(const SchemaNode& node, std::string_view rest,
                                            bool may_be_missing) {
    auto found = find_within(node, rest, may_be_missing);
    if (found && found->node.unit.empty() && !found->is_length) {
        found->node.unit = node.unit;
    }
    return found;
}

std::optional<KnownField> FieldFinder::find_within(const SchemaNode& node, std::string_view rest,
                                                   bool may_be_missing) {
    if (rest.empty()) {
        return KnownField{node, false, may_be_missing};
    }
    switch (sim::shape_of(node.kind)) {
        case FieldShape::structure:
            return find_in_structure(node, rest, may_be_missing);
        case FieldShape::array: {
            std::string_view behind = rest;
            const auto index = sim::read_index(behind);
            return index && *index < node.count
                       ? find(node.children[0], behind, may_be_missing)
                       : wrong(rest, {"[0] to [" + std::to_string(node.count - 1) + "]"});
        }
        case FieldShape::list:
        case FieldShape::keyed:
        case FieldShape::columns:
            return find_in_list(node, rest, may_be_missing);
        case FieldShape::optional:
        case FieldShape::variant:
            for (const SchemaNode& child : node.children) {
                if (auto found = find(child, rest, true)) {
                    return found;
                }
            }
            return std::nullopt;
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
            return wrong(rest, {});
    }
    return std::nullopt;
}

std::optional<KnownField> FieldFinder::find_in_structure(const SchemaNode& node,
                                                         std::string_view rest,
                                                         bool may_be_missing) {
    std::vector<std::string> names;
    for (const SchemaNode& child : node.children) {
        std::string_view behind = rest;
        if (sim::read_field_name(behind, child.name, rest.size() == path_.size())) {
            return find(child, behind, may_be_missing);
        }
        names.push_back(child.name);
    }
    return wrong(rest, std::move(names));
}

std::optional<KnownField> FieldFinder::find_in_list(const SchemaNode& node, std::string_view rest,
                                                    bool may_be_missing) {
    if (rest == k_size) {
        return KnownField{node, true, may_be_missing};
    }
    const bool is_columns = node.kind == FieldKind::columns;
    const SchemaNode element = is_columns ? row_of(node) : node.children.back();
    if (node.kind != FieldKind::map) {
        std::string_view behind = rest;
        return sim::read_index(behind) ? find(element, behind, true)
                                       : wrong(rest, {"size", "[0] and so on"});
    }
    // A key may hold brackets of its own.
    for (std::size_t end = rest.find(']'); rest.starts_with('[') && end != rest.npos;
         end = rest.find(']', end + 1)) {
        if (auto found = find(element, rest.substr(end + 1), true)) {
            return found;
        }
    }
    return wrong(rest, {"size", "[KEY]"});
}

std::optional<KnownField> FieldFinder::wrong(std::string_view rest,
                                             std::vector<std::string> choices) {
    const std::size_t at = path_.size() - rest.size();
    if (at >= wrong_at_) {
        wrong_at_ = at;
        choices_ = std::move(choices);
    }
    return std::nullopt;
}

// Returns the element with this index without a look at those before it; nothing if they differ in
// size, so that this cannot be done, or there is no such element.
std::optional<ValuePart> element_at(const ValuePart& part, std::uint64_t index) {
    const SchemaNode& node = *part.node;
    const FieldShape shape = sim::shape_of(node.kind);
    if (shape != FieldShape::array && shape != FieldShape::list && shape != FieldShape::columns) {
        return std::nullopt;
    }
    const bool is_array = shape == FieldShape::array;
    const std::uint64_t count = is_array ? node.count : *length_of(node, part.bytes);
    const ByteView elements = part.bytes.subspan(is_array ? 0 : length_bytes(node.kind));
    if (index >= count) {
        return std::nullopt;
    }
    if (shape == FieldShape::columns) {
        return Rows(node, elements, count).at(index);
    }
    const sim::SizeRange size = sim::size_range(node.children[0]);
    if (size.bytes_min != size.bytes_max) {
        return std::nullopt;
    }
    const auto bytes = static_cast<std::size_t>(size.bytes_max);
    ValuePart element;
    element.node = &node.children[0];
    element.bytes = elements.subspan(static_cast<std::size_t>(index) * bytes, bytes);
    element.index = index;
    return element;
}

// Returns the part to go on with, and `rest` behind it.
std::optional<ValuePart> next_part(const ValuePart& part, std::string_view& rest, bool is_first) {
    std::optional<ValuePart> found;
    const FieldShape shape = sim::shape_of(part.node->kind);
    std::string_view behind = rest;
    const bool is_map = part.node->kind == FieldKind::map;
    const auto index = is_map ? std::nullopt : sim::read_index(behind);
    if (index && (found = element_at(part, *index))) {
        found->owner = found->owner ? found->owner : part.owner;
        rest = behind;
        return found;
    }
    each_part(*part.node, part.bytes, [&](const ValuePart& child) {
        bool is_it = shape == FieldShape::optional || shape == FieldShape::variant;
        if (shape == FieldShape::structure) {
            is_it = sim::read_field_name(behind, child.node->name, is_first);
        } else if (is_map) {
            const std::string key = "[" + child.key + "]";
            is_it = rest.starts_with(key);
            behind = is_it ? rest.substr(key.size()) : behind;
        } else if (!is_it) {
            is_it = index == child.index;
        }
        if (is_it) {
            found = child;
            found->owner = child.owner ? child.owner : part.owner;
        }
        return !is_it;
    });
    if (found) {
        rest = behind;
    }
    return found;
}

}  // namespace
}  // namespace tandem::tools
