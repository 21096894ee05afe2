// SPDX-License-Identifier: MIT
// Walks through canonical values by their schema: the parts of a value, and the part with a path. A
// list that is stored by columns has rows like any other list.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::tools {

// A part of a value.
struct ValuePart {
    const sim::SchemaNode* node = nullptr;  // its schema
    sim::ByteView bytes;                    // canonical
    std::uint64_t index = 0;                // an element's
    std::string key;                        // a map value's key, as a path writes it
    bool is_length = false;                 // the length of `node`, as "units.size" names it
    // The owner of a row of columns; it lives as long as a copy of this part.
    std::shared_ptr<const void> owner;
};

// Returns the length of a list, set, map or columns; nothing for other values.
std::optional<std::uint64_t> length_of(const sim::SchemaNode& node, sim::ByteView bytes);

// Visits the parts directly within a valid value (asserted), in canonical order: fields, elements,
// a map's values, or the content of an optional or a variant. Return false to stop.
void each_part(const sim::SchemaNode& node, sim::ByteView bytes,
               const std::function<bool(const ValuePart& part)>& visit);

// Returns the path of a part of a value that has `path`: a field's name or an index follows.
std::string part_path(const std::string& path, const sim::SchemaNode& node, const ValuePart& part);

// A field that a schema has.
struct KnownField {
    sim::SchemaNode node;         // its schema
    bool is_length = false;       // the length of `node`
    bool may_be_missing = false;  // not every value has it: it is in a list, an optional, a variant
};

// Returns the field with this path; an index or a key may be any. The error (usage) names the
// fields that exist where the path goes wrong, and the nearest.
sim::Result<KnownField> find_field(const sim::Schema& schema, std::string_view path);

// Returns the part of a valid value (asserted) with this path, which find_field knows; an empty
// path is the whole. Nothing if this value has no such part.
std::optional<ValuePart> find_part(const sim::SchemaNode& node, sim::ByteView bytes,
                                   std::string_view path);

// Returns a part that is one leaf as text: "12.2500000000", "none", a label; a text without quotes,
// an angle without its unit. A variant gives its number, and behind a colon its content if that is
// a leaf. Nothing if it is no leaf.
std::optional<std::string> part_text(const ValuePart& part);

}  // namespace tandem::tools
