// SPDX-License-Identifier: MIT
// Numbers come from the bytes and never through text or floating point.
#include <tandem/tools/formats/value_json.hpp>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>

namespace tandem::tools {
namespace {

using sim::ByteView;
using sim::FieldKind;
using sim::FieldShape;
using sim::SchemaNode;

std::uint64_t unsigned_of(ByteView bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return value;
}

std::int64_t signed_of(ByteView bytes) {
    const std::size_t unused_bits = 64 - 8 * bytes.size();
    return static_cast<std::int64_t>(unsigned_of(bytes) << unused_bits) >> unused_bits;
}

JsonValue number_json(const SchemaNode& node, ByteView bytes) {
    const std::string text = sim::leaf_text(node, bytes);
    switch (node.kind) {
        case FieldKind::boolean:
            return bytes[0] != std::byte{0};
        case FieldKind::unsigned_integer:
            return unsigned_of(bytes);
        case FieldKind::signed_integer:
            return signed_of(bytes);
        case FieldKind::fixed:
            return JsonObject{{"raw", signed_of(bytes)}, {"decimal", text}};
        case FieldKind::angle:
            return JsonObject{{"raw", unsigned_of(bytes)},
                              {"degrees", text.substr(0, text.find(' '))}};
        case FieldKind::floating:
            return JsonObject{{"raw", unsigned_of(bytes)}, {"decimal", text}};
        case FieldKind::enumeration: {
            const JsonValue raw =
                node.is_signed ? JsonValue(signed_of(bytes)) : JsonValue(unsigned_of(bytes));
            return node.labels.empty() ? raw : JsonObject{{"raw", raw}, {"label", text}};
        }
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
            break;
    }
    return {};
}

JsonArray elements_json(const SchemaNode& node, ByteView bytes) {
    JsonArray array;
    each_part(node, bytes, [&](const ValuePart& part) {
        JsonValue value = value_json(*part.node, part.bytes);
        if (node.kind == FieldKind::map) {
            array.emplace_back(JsonObject{{"key", part.key}, {"value", std::move(value)}});
        } else {
            array.push_back(std::move(value));
        }
        return true;
    });
    return array;
}

}  // namespace

JsonValue value_json(const SchemaNode& node, ByteView bytes) {
    JsonValue content;
    const auto take_content = [&](const ValuePart& part) {
        content = value_json(*part.node, part.bytes);
        return false;
    };
    switch (sim::shape_of(node.kind)) {
        case FieldShape::number:
            return number_json(node, bytes);
        case FieldShape::text:
        case FieldShape::bits: {
            ValuePart part;
            part.node = &node;
            part.bytes = bytes;
            return part_text(part).value_or("");
        }
        case FieldShape::structure: {
            JsonObject object;
            each_part(node, bytes, [&](const ValuePart& part) {
                object.emplace_back(part.node->name, value_json(*part.node, part.bytes));
                return true;
            });
            return object;
        }
        case FieldShape::array:
        case FieldShape::list:
        case FieldShape::keyed:
        case FieldShape::columns:
            return elements_json(node, bytes);
        case FieldShape::optional:
            each_part(node, bytes, take_content);
            return content;
        case FieldShape::variant:
            each_part(node, bytes, take_content);
            return JsonObject{{"alternative", std::to_integer<std::uint64_t>(bytes[0])},
                              {"value", std::move(content)}};
    }
    return {};
}

JsonValue part_json(const ValuePart& part) {
    return part.is_length ? JsonValue(unsigned_of(part.bytes)) : value_json(*part.node, part.bytes);
}

}  // namespace tandem::tools
