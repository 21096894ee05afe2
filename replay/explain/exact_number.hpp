// SPDX-License-Identifier: MIT
// Numbers of fields and numbers that a person writes, compared exactly: without rounding, and
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
    std::uint64_t whole = 0;     // the largest whole number not above; two's complement
    std::uint64_t fraction = 0;  // in 2^-64, rounded down
    bool has_more = false;       // and something above that, below 2^-64

    // By value. Two decimals that differ only below 2^-64 are not told apart; a field's number,
    // which has nothing there, is told from any other.
    friend std::strong_ordering operator<=>(const ExactNumber& a, const ExactNumber& b);
    friend bool operator==(const ExactNumber& a, const ExactNumber& b) = default;
};

// "12", "-0.5", "0xff", "-0xff". Beyond 64 bits it is a number beyond all fields. Nothing if it is
// no number.
std::optional<ExactNumber> parse_exact_number(std::string_view text);

// Whether fields of this kind are numbers that read_exact_number reads. Floating point is not.
bool is_exact_number(sim::FieldKind kind);
// The number that canonical bytes of a node of such a kind (asserted) begin with. An angle is in
// degrees; of a flag, a choice or a length the number stored.
ExactNumber read_exact_number(const sim::SchemaNode& node, sim::ByteView bytes);
// The raw integer of the same.
ExactNumber read_raw_number(const sim::SchemaNode& node, sim::ByteView bytes);

}  // namespace tandem::replay
