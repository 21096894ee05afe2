// SPDX-License-Identifier: MIT
// Common parts of walks over a schema: which kinds have the same layout, and the walk that visits
// every field with its path.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// Groups of kinds with the same layout of their bytes. A walk that treats all numbers in the same
// way switches over this. So a new kind of number changes only the code that prints and reads
// numbers. No such switch has a `default:`, so that the compiler names every walk that lacks a new
// shape.
enum class FieldShape : std::uint8_t {
    number,     // `width_bytes` bytes: flags, integers, fixed, angles, floats, labels
    text,       // length, characters
    bits,       // `count` bits
    structure,  // its children in order
    array,      // `count` times child 0
    list,       // length, that many of child 0: lists and commands
    columns,    // length, that many of each child
    keyed,      // length, that many entries: sets and maps
    optional,   // a flag, then child 0 or nothing
    variant,    // which child, then that child
};

// `kind` is one of the enumeration's (asserted).
FieldShape shape_of(FieldKind kind);

// True if a leaf of this kind is a number or bits. Other leaves hold text, or say how much follows
// them.
bool is_value(FieldKind kind);

// The path of a field of a structure that has `path`, which is empty for the outermost one.
std::string field_path(const std::string& path, const std::string& name);

// It is called for each field with its path, "units[].hp". It returns whether to visit the parts of
// the field too.
using FieldVisitor = std::function<bool(const SchemaNode& field, const std::string& path)>;

// Visits a field, then its parts, in canonical order. The path of an element ends in "[]", and so
// does the path of a map's value. The parts of an optional or a variant have the same path as
// itself. The keys of a map are not fields and are not visited. The outermost structure has an
// empty path.
void walk_fields(const SchemaNode& root, const FieldVisitor& visit);

}  // namespace tandem::sim
