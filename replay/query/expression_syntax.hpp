// SPDX-License-Identifier: MIT
// The text of an expression as a tree that is not bound to fields yet. The grammar stands in
// tools/CLI.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::replay {

// Bounds on an expression.
struct ExpressionLimits {
    static constexpr std::size_t bytes_max = 4'096;
    static constexpr std::uint32_t depth_max = 32;  // the most parentheses within each other
};

enum class Relation : std::uint8_t { equal, different, less, at_most, greater, at_least };

// The text on one side of a comparison, as it was written.
struct Operand {
    enum class Kind : std::uint8_t {
        word,         // a path, a label, true, false, none, some
        path,         // in backquotes: a path and nothing else
        number,       // "-12.5", "0xff"
        raw,          // a number behind `raw`
        alternative,  // a number behind `alternative`
        text,         // in quotes
    };
    Kind kind = Kind::word;
    std::string text;    // without quotes, escapes resolved
    std::size_t at = 0;  // its first byte in the expression
};

// A condition, and the conditions of which it is made.
struct ConditionSyntax {
    enum class Kind : std::uint8_t {
        all,         // all its parts hold
        any,         // any part holds
        negation,    // its one part does not hold
        comparison,  // left and right are compared
        truth,       // left alone: a field that is true or false
        changed,     // left has changed
        present,     // left is the number of a slot
    };
    Kind kind = Kind::truth;
    std::vector<std::size_t> parts;  // places in ExpressionSyntax::conditions
    Relation relation = Relation::equal;
    Operand left;
    Operand right;
};

struct ExpressionSyntax {
    std::vector<ConditionSyntax> conditions;  // parts come before what is made of them
    std::size_t root() const { return conditions.size() - 1; }
};

// Parses the text. The error (usage) names the character.
sim::Result<ExpressionSyntax> parse_expression(std::string_view text);

// Returns for example "character 12": the place of a byte in an expression, counted from 1.
std::string expression_place(std::string_view text, std::size_t at);

}  // namespace tandem::replay
