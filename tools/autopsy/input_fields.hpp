// SPDX-License-Identifier: MIT
// Finds which fields of a game's input have a strip on the time line, and where they stand in the
// bytes of an input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::tools::autopsy {

struct InputField {
    std::string path;         // "move.x"
    sim::SchemaNode node;     // its part of the schema
    bool is_number = false;   // has an order, so a least and a largest value
    std::uint64_t bytes = 0;  // 0 if its size varies
};

// A number, flag or label has a field of its own; a list, set, map, text and the like is a single
// field, and only its changes are told.
class InputFields {
public:
    // Takes at most so many fields of this schema.
    InputFields(const sim::Schema& input_schema, std::size_t fields_max);

    std::span<const InputField> shown() const { return std::span(fields_).first(shown_); }
    // The number of fields that have no strip.
    std::size_t left_out() const { return fields_.size() - shown_; }

    // Replaces `out` with the bytes of each shown field of a valid input (asserted).
    void cut(sim::ByteView input, std::vector<sim::ByteView>& out) const;

private:
    void add(const sim::SchemaNode& node, const std::string& path);

    std::vector<InputField> fields_;  // in the order in which an input has them
    std::size_t shown_ = 0;
};

// Returns the bits of a number of this field, the lowest first.
std::uint64_t raw_of(sim::ByteView bytes);
// Returns a number that grows with the field's value.
std::uint64_t order_of(const sim::SchemaNode& node, std::uint64_t raw);
// Returns the value of a field for a person: "12.25", "up", "3 entries".
std::string field_text(const sim::SchemaNode& node, sim::ByteView bytes);
// Returns the same for a number.
std::string number_text(const sim::SchemaNode& node, std::uint64_t raw);

}  // namespace tandem::tools::autopsy
