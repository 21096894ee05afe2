// SPDX-License-Identifier: MIT
// Walks through canonical values by their schema: the parts of a value, and the part with a path.
// A list that is stored by columns has rows like any other list.
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
    const sim::SchemaNode* node = nullptr;  // what it is
    sim::ByteView bytes;                    // canonical
    std::uint64_t index = 0;                // of an element
    std::string key;                        // of a map's value, as a path writes it
    bool is_length = false;                 // the length of `node`, as "units.size" names it
    // What owns a row of columns; it lives as long as a copy of this part.
    std::shared_ptr<const void> owner;
};

// The length of a list, set, map or columns; nothing of other values.
std::optional<std::uint64_t> length_of(const sim::SchemaNode& node, sim::ByteView bytes);

// Visits the parts directly within a valid value (asserted), in canonical order: fields, elements,
// a map's values, or what an optional or a variant holds. Return false to stop.
void each_part(const sim::SchemaNode& node, sim::ByteView bytes,
               const std::function<bool(const ValuePart& part)>& visit);

// What a path leads to from a value that has `path`: a field's name or an index follows.
std::string part_path(const std::string& path, const sim::SchemaNode& node, const ValuePart& part);

// A field that a schema has.
struct KnownField {
    sim::SchemaNode node;         // what it is
    bool is_length = false;       // the length of `node`
    bool may_be_missing = false;  // not every value has it: it is in a list, an optional, a variant
};

// The field with this path; an index or a key may be any. The error (usage) names the fields that
// there are where the path goes wrong, and the nearest.
sim::Result<KnownField> find_field(const sim::Schema& schema, std::string_view path);

// The part of a valid value (asserted) with this path, which find_field knows; an empty path is the
// whole. Nothing if this value has no such part.
std::optional<ValuePart> find_part(const sim::SchemaNode& node, sim::ByteView bytes,
                                   std::string_view path);

// A part that is one leaf as text: "12.2500000000", "none", a label; a text without quotes, an
// angle without its unit. Of a variant its number, and behind a colon what it holds if that is a
// leaf. Nothing if it is no leaf.
std::optional<std::string> part_text(const ValuePart& part);

}  // namespace tandem::tools
