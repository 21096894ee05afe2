// SPDX-License-Identifier: MIT
// Exact comparison of the numbers of fields with numbers that a person writes, without rounding and
// without floating point.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// A whole number and a fraction of 0 to less than 1 above it: -0.25 is -1 and 0.75.
struct ExactNumber {
    bool is_negative = false;
    std::uint64_t whole = 0;     // the largest whole number that is not above it; two's complement
    std::uint64_t fraction = 0;  // in 2^-64, rounded down
    bool has_more = false;       // there is a rest, smaller than 2^-64

    // Compares by value. Two decimals that differ only below 2^-64 are not told apart; the
    // number of a field has nothing there, so it is told from any other.
    friend std::strong_ordering operator<=>(const ExactNumber& a, const ExactNumber& b);
    friend bool operator==(const ExactNumber& a, const ExactNumber& b) = default;
};

// Reads "12", "-0.5", "0xff" or "-0xff". A number beyond 64 bits counts as beyond all fields.
// Returns nothing if the text is no number.
std::optional<ExactNumber> parse_exact_number(std::string_view text);

// True if read_exact_number reads fields of this kind. It does not read floating point.
bool is_exact_number(sim::FieldKind kind);
// Returns the number that canonical bytes of a node of such a kind (asserted) begin with. An angle
// is in degrees; a flag, a choice or a length gives the number stored.
ExactNumber read_exact_number(const sim::SchemaNode& node, sim::ByteView bytes);
// Returns the raw integer of the same field.
ExactNumber read_raw_number(const sim::SchemaNode& node, sim::ByteView bytes);

}  // namespace tandem::replay
