// SPDX-License-Identifier: MIT
// A condition on the states and inputs of a recording. It is bound to the schemas once and then
// asked of every tick. The grammar stands in tools/CLI.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/query/exact_number.hpp>
#include <tandem/replay/query/expression_syntax.hpp>
#include <tandem/replay/query/field_path.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// The schemas and slots that an expression may speak of. The schemas must outlive the expressions
// bound to them.
struct ExpressionScope {
    const sim::Schema& state;
    const sim::Schema& input;
    std::uint32_t slots = 1;
};

// A state, and the inputs that led to it.
struct Instant {
    sim::ByteView state;                      // canonical and valid (asserted)
    const sim::RecordView* record = nullptr;  // the tick before the state; null at the first state
};

// The place in which a bound path is looked for: the state, or the inputs of one slot or of all.
struct FieldSource {
    FieldPath path;
    bool is_input = false;
    std::optional<std::uint32_t> slot;  // the slot of an input; nothing: any
};

// Binds "units[17].hp", or "input[0].forward" if the state has no field `input` of its own. The
// error (usage) names the nearest field.
sim::Result<FieldSource> bind_source(const ExpressionScope& scope, std::string_view path,
                                     PathDepth depth);

class Expression {
public:
    // Parses and binds the text. The error (usage) names the character, and for an unknown field
    // the nearest one.
    static sim::Result<Expression> parse(std::string_view text, const ExpressionScope& scope);

    // Returns whether the expression holds at `now`. `before` is one tick earlier; it is null if
    // there is none, and then nothing has changed. A comparison with something that is not there is
    // false.
    bool holds(const Instant& now, const Instant* before) const;

    // True if the expression asks for the state, for the inputs, or for the instant one tick
    // earlier. A caller need not give the others.
    bool asks_state() const { return asks_state_; }
    bool asks_inputs() const { return asks_inputs_; }
    bool asks_before() const { return asks_before_; }

private:
    friend class ExpressionBinder;

    // The right side of a comparison, for one of the ends of the left side's path.
    struct Comparand {
        enum class Kind : std::uint8_t { nothing, number, raw, bytes };
        Kind kind = Kind::nothing;  // nothing: never equal, never different
        ExactNumber number;
        sim::Bytes bytes;
    };
    struct Condition {
        ConditionSyntax::Kind kind = ConditionSyntax::Kind::truth;
        std::vector<std::size_t> parts;
        Relation relation = Relation::equal;
        FieldSource left;
        std::vector<Comparand> comparands;  // for each end of `left`; or
        std::optional<FieldSource> right;   // the other field
        std::uint32_t slot = 0;             // the slot of `present`
    };

    bool holds(std::size_t at, const Instant& now, const Instant* before) const;
    static bool compares(const Condition& condition, const Instant& now);
    static bool has_changed(const Condition& condition, const Instant& now, const Instant* before);

    std::vector<Condition> conditions_;  // parts come before what is made of them
    bool asks_state_ = false;
    bool asks_inputs_ = false;
    bool asks_before_ = false;
};

}  // namespace tandem::replay
