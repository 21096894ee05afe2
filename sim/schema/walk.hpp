// SPDX-License-Identifier: MIT
// What the walks over a schema share: which kinds are laid out alike, and the one walk that visits
// every field by its path.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::sim {

// Kinds whose bytes are laid out alike. A walk that treats all numbers the same switches over this,
// so that a new kind of number touches only what prints and reads numbers. No such switch has a
// `default:`; the compiler then names every walk that a new shape has to be added to.
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

// The path of a field of a structure that has `path`, which is empty for the outermost one.
std::string field_path(const std::string& path, const std::string& name);

// Asked for each field with its path, "units[].hp"; says whether what the field holds is visited
// too.
using FieldVisitor = std::function<bool(const SchemaNode& field, const std::string& path)>;

// Visits a field, then what it holds, in canonical order. An element's path ends in "[]", and so
// does that of what a map maps to; an optional and a variant share theirs with what they hold. Keys
// of a map are no fields and are not visited. The outermost structure has an empty path.
void walk_fields(const SchemaNode& root, const FieldVisitor& visit);

}  // namespace tandem::sim
