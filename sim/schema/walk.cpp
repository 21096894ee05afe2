// SPDX-License-Identifier: MIT
// Shapes of kinds, and paths from the outside in.
#include <tandem/sim/schema/walk.hpp>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {
namespace {

void walk(const SchemaNode& field, const std::string& path, const FieldVisitor& visit) {
    if (!visit(field, path)) {
        return;
    }
    switch (shape_of(field.kind)) {
        case FieldShape::number:
        case FieldShape::text:
        case FieldShape::bits:
            break;
        case FieldShape::structure:
            for (const SchemaNode& child : field.children) {
                walk(child, field_path(path, child.name), visit);
            }
            break;
        case FieldShape::columns:
            for (const SchemaNode& child : field.children) {
                walk(child, path + "[]." + child.name, visit);
            }
            break;
        case FieldShape::array:
        case FieldShape::list:
        case FieldShape::keyed:
            walk(field.children.back(), path + "[]", visit);
            break;
        case FieldShape::optional:
        case FieldShape::variant:
            for (const SchemaNode& child : field.children) {
                walk(child, path, visit);
            }
            break;
    }
}

}  // namespace

FieldShape shape_of(FieldKind kind) {
    switch (kind) {
        case FieldKind::boolean:
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::floating:
        case FieldKind::enumeration:
            return FieldShape::number;
        case FieldKind::text:
            return FieldShape::text;
        case FieldKind::bits:
            return FieldShape::bits;
        case FieldKind::structure:
            return FieldShape::structure;
        case FieldKind::array:
            return FieldShape::array;
        case FieldKind::list:
        case FieldKind::commands:
            return FieldShape::list;
        case FieldKind::columns:
            return FieldShape::columns;
        case FieldKind::set:
        case FieldKind::map:
            return FieldShape::keyed;
        case FieldKind::optional:
            return FieldShape::optional;
        case FieldKind::variant:
            return FieldShape::variant;
    }
    assertion_failed("the kind is one of FieldKind", __FILE__, __LINE__);
}

bool is_value(FieldKind kind) {
    const FieldShape shape = shape_of(kind);
    return shape == FieldShape::number || shape == FieldShape::bits;
}

std::string field_path(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

void walk_fields(const SchemaNode& root, const FieldVisitor& visit) { walk(root, "", visit); }

}  // namespace tandem::sim
