// SPDX-License-Identifier: MIT
// A condition on the states and inputs of a recording, bound to its schemas once and then asked of
// every tick. The grammar stands in tools/CLI.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/replay/explain/exact_number.hpp>
#include <tandem/replay/explain/expression_syntax.hpp>
#include <tandem/replay/explain/field_path.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>

namespace tandem::replay {

// What an expression may speak of. The schemas must outlive the expressions bound to them.
struct ExpressionScope {
    const sim::Schema& state;
    const sim::Schema& input;
    std::uint32_t slots = 1;
};

// A state, and the inputs that led to it.
struct Instant {
    sim::ByteView state;                      // canonical and valid (asserted)
    const sim::RecordView* record = nullptr;  // of the tick before it; null at the first state
};

// Where a bound path is looked for: in the state, or in the inputs of one slot or of all.
struct FieldSource {
    FieldPath path;
    bool is_input = false;
    std::optional<std::uint32_t> slot;  // of an input; nothing: any
};

// Binds "units[17].hp", or "input[0].forward" where the state has no field `input` of its own. The
// error (usage) names the nearest field.
sim::Result<FieldSource> bind_source(const ExpressionScope& scope, std::string_view path,
                                     PathDepth depth);

class Expression {
public:
    // The error (usage) names the character, and for an unknown field the nearest one.
    static sim::Result<Expression> parse(std::string_view text, const ExpressionScope& scope);

    // Whether it holds at `now`. `before` is one tick earlier, null if there is nothing: then
    // nothing has changed. A comparison with something that is not there is false.
    bool holds(const Instant& now, const Instant* before) const;

    // Whether it asks for the state, for the inputs, and for what was one tick earlier: the rest
    // need not be given.
    bool asks_state() const { return asks_state_; }
    bool asks_inputs() const { return asks_inputs_; }
    bool asks_before() const { return asks_before_; }

private:
    friend class ExpressionBinder;

    // What the left side is compared with, for one of the ends of its path.
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
        std::uint32_t slot = 0;             // of `present`
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
