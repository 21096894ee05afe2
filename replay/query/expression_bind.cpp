// SPDX-License-Identifier: MIT
// Turns the tree of an expression into bound fields and values. It refuses all that can be refused
// by the schemas alone.
#include <algorithm>
#include <charconv>
#include <utility>

#include <tandem/replay/query/expression.hpp>
#include <tandem/sim/nearest.hpp>
#include <tandem/sim/schema/path_text.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::replay {
namespace {

using sim::FieldKind;
using sim::FieldShape;
using sim::SchemaNode;

constexpr std::string_view k_input = "input";

// The sort of a value. Only values of one sort can be compared with each other.
enum class Sort : std::uint8_t { number, flag, text, bits, floating, none };

Sort sort_of(const FieldPath::End& end);
bool is_order(Relation relation);
bool is_word_of(const Operand& operand, std::string_view word);
std::string expectation(const FieldPath::End& end);
sim::Bytes bits_of(const std::string& digits);

// The slot that "[3]" or "[*]" behind `input` names; `rest` is then the text behind it.
struct SlotName {
    std::optional<std::uint64_t> slot;
};
std::optional<SlotName> read_slot(std::string_view& rest);
bool has_field(const SchemaNode& structure, std::string_view name);
Error no_such_slot(const ExpressionScope& scope, const std::string& place);

}  // namespace

Result<FieldSource> bind_source(const ExpressionScope& scope, std::string_view path,
                                PathDepth depth) {
    std::string_view rest = path;
    const bool is_input = rest.substr(0, rest.find_first_of(".[")) == k_input &&
                          !has_field(scope.state.root(), k_input);
    if (is_input) {
        rest.remove_prefix(k_input.size());
        const auto name = read_slot(rest);
        if (!name || (!rest.empty() && !rest.starts_with('.'))) {
            return Error{ErrorCode::usage, std::string(path),
                         "an input is that of a player: input[0].NAME, or input[*].NAME for any"};
        }
        if (name->slot && *name->slot >= scope.slots) {
            return no_such_slot(scope, std::string(path));
        }
        rest.remove_prefix(rest.empty() ? 0 : 1);
        auto bound = FieldPath::bind(scope.input.root(), rest, depth);
        if (!bound) {
            return Error{ErrorCode::usage, std::string(path),
                         "in an input " + bound.error().message};
        }
        FieldSource source{std::move(*bound), true, std::nullopt};
        if (name->slot) {
            source.slot = static_cast<std::uint32_t>(*name->slot);
        }
        return source;
    }
    auto bound = FieldPath::bind(scope.state.root(), rest, depth);
    return bound ? Result<FieldSource>(FieldSource{std::move(*bound), false, std::nullopt})
                 : bound.error();
}

class ExpressionBinder {
public:
    ExpressionBinder(std::string_view text, const ExpressionScope& scope)
        : text_(text), scope_(scope) {}

    Result<Expression> run(const ExpressionSyntax& syntax);

private:
    using Condition = Expression::Condition;
    using Comparand = Expression::Comparand;

    Error wrong(const Operand& operand, std::string message) const {
        return {ErrorCode::usage, expression_place(text_, operand.at), std::move(message)};
    }

    // The error of a path, which stands in the error's place. The character is that of the first
    // name in it that leads nowhere.
    Error wrong_path(const Operand& operand, const Error& error) const;
    Result<void> bind(const ConditionSyntax& syntax);
    Result<void> bind_field(const Operand& operand, PathDepth depth, FieldSource& into);
    Result<void> bind_present(const Operand& operand, Condition& condition);
    Result<void> bind_truth(const Operand& operand, Condition& condition);

    static bool may_be_path(const Operand& operand) {
        return operand.kind == Operand::Kind::word || operand.kind == Operand::Kind::path;
    }

    bool is_field(const Operand& operand) const;

    // Binds a comparison. A word on the right may be a label of the field on the left; else it is a
    // field of its own. It is the other way round if only that makes sense.
    Result<void> bind_comparison(const ConditionSyntax& syntax, Condition& condition);
    static void mirror_if(bool is_mirrored, Condition& condition);
    Result<void> bind_either(const Operand& field, const Operand& other, bool is_other_field,
                             Condition& condition);
    Result<void> bind_fields(const Operand& left, const Operand& right, Condition& condition);

    Error no_order(const Operand& operand) const {
        return wrong(operand, "'" + operand.text + "' has no order here; compare it with == or !=");
    }

    // True if the value speaks of a choice itself, and not of its content.
    static bool is_about_choice(const Operand& value, const FieldSource& field);
    Result<void> bind_value(const Operand& field, const Operand& value, Condition& condition);
    Result<Comparand> choice(const FieldPath::End& end, const Operand& value, Relation relation,
                             const Operand& field) const;
    Result<Comparand> comparand_of(const FieldPath::End& end, const Operand& value,
                                   Relation relation, const Operand& field) const;
    Result<Comparand> number(const Operand& value) const;
    Result<Comparand> label(const SchemaNode& node, const Operand& value, Relation relation,
                            const Operand& field) const;

    std::string_view text_;
    const ExpressionScope& scope_;
    Expression expression_;
};

Result<Expression> Expression::parse(std::string_view text, const ExpressionScope& scope) {
    const auto syntax = parse_expression(text);
    TANDEM_TRY(syntax);
    return ExpressionBinder(text, scope).run(*syntax);
}

Result<Expression> ExpressionBinder::run(const ExpressionSyntax& syntax) {
    for (const ConditionSyntax& condition : syntax.conditions) {
        TANDEM_TRY(bind(condition));
    }
    return std::move(expression_);
}

Error ExpressionBinder::wrong_path(const Operand& operand, const Error& error) const {
    const std::string_view path = operand.text;
    std::size_t sound = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const bool is_part = path[i] == '.' || path[i] == '[';
        if (is_part && bind_source(scope_, path.substr(0, i), PathDepth::whole)) {
            sound = path[i] == '.' ? i + 1 : i;
        }
    }
    const std::size_t quote = operand.kind == Operand::Kind::path ? 1 : 0;
    return {ErrorCode::usage, expression_place(text_, operand.at + quote + sound),
            "'" + sim::escaped_ascii(operand.text) + "': " + error.message};
}

Result<void> ExpressionBinder::bind(const ConditionSyntax& syntax) {
    Condition condition;
    condition.kind = syntax.kind;
    condition.parts = syntax.parts;
    condition.relation = syntax.relation;
    Result<void> bound;
    switch (syntax.kind) {
        case ConditionSyntax::Kind::all:
        case ConditionSyntax::Kind::any:
        case ConditionSyntax::Kind::negation:
            break;
        case ConditionSyntax::Kind::comparison:
            bound = bind_comparison(syntax, condition);
            break;
        case ConditionSyntax::Kind::truth:
            bound = bind_truth(syntax.left, condition);
            break;
        case ConditionSyntax::Kind::changed:
            bound = bind_field(syntax.left, PathDepth::whole, condition.left);
            expression_.asks_before_ = true;
            break;
        case ConditionSyntax::Kind::present:
            bound = bind_present(syntax.left, condition);
            break;
    }
    if (bound) {
        expression_.conditions_.push_back(std::move(condition));
    }
    return bound;
}

Result<void> ExpressionBinder::bind_field(const Operand& operand, PathDepth depth,
                                          FieldSource& into) {
    auto bound = bind_source(scope_, operand.text, depth);
    if (!bound) {
        return wrong_path(operand, bound.error());
    }
    expression_.asks_inputs_ = expression_.asks_inputs_ || bound->is_input;
    expression_.asks_state_ = expression_.asks_state_ || !bound->is_input;
    into = std::move(*bound);
    return {};
}

Result<void> ExpressionBinder::bind_present(const Operand& operand, Condition& condition) {
    const std::string& digits = operand.text;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), condition.slot);
    if (failure != std::errc() || end != digits.data() + digits.size() ||
        condition.slot >= scope_.slots) {
        return no_such_slot(scope_, expression_place(text_, operand.at));
    }
    expression_.asks_inputs_ = true;
    return {};
}

Result<void> ExpressionBinder::bind_truth(const Operand& operand, Condition& condition) {
    if (!may_be_path(operand)) {
        return wrong(operand, "a value alone is no condition; compare a field with it");
    }
    auto bound = bind_value(operand, {Operand::Kind::word, "true", operand.at}, condition);
    if (!bound && is_field(operand)) {
        Error error = bound.error();
        error.message += "; alone it is no condition";
        return error;
    }
    return bound;
}

bool ExpressionBinder::is_field(const Operand& operand) const {
    return may_be_path(operand) && bind_source(scope_, operand.text, PathDepth::whole).has_value();
}

Result<void> ExpressionBinder::bind_comparison(const ConditionSyntax& syntax,
                                               Condition& condition) {
    const bool is_left_field = is_field(syntax.left);
    const bool is_right_field = is_field(syntax.right);
    if (is_left_field || !is_right_field) {
        const Operand& field = may_be_path(syntax.left) ? syntax.left : syntax.right;
        if (!may_be_path(field)) {
            return wrong(syntax.left, "two values are compared; one side must be a field");
        }
        const Operand& value = &field == &syntax.left ? syntax.right : syntax.left;
        mirror_if(&field != &syntax.left, condition);
        return bind_either(field, value, is_right_field, condition);
    }
    mirror_if(true, condition);
    return bind_value(syntax.right, syntax.left, condition);
}

void ExpressionBinder::mirror_if(bool is_mirrored, Condition& condition) {
    if (!is_mirrored) {
        return;
    }
    switch (condition.relation) {
        case Relation::equal:
        case Relation::different:
            break;
        case Relation::less:
            condition.relation = Relation::greater;
            break;
        case Relation::at_most:
            condition.relation = Relation::at_least;
            break;
        case Relation::greater:
            condition.relation = Relation::less;
            break;
        case Relation::at_least:
            condition.relation = Relation::at_most;
            break;
    }
}

Result<void> ExpressionBinder::bind_either(const Operand& field, const Operand& other,
                                           bool is_other_field, Condition& condition) {
    if (!is_other_field) {
        return bind_value(field, other, condition);
    }
    // The word is a label and also the name of a field: the label is meant.
    if (auto bound = bind_value(field, other, condition); bound) {
        return bound;
    }
    return bind_fields(field, other, condition);
}

Result<void> ExpressionBinder::bind_fields(const Operand& left, const Operand& right,
                                           Condition& condition) {
    condition.right.emplace();
    TANDEM_TRY(bind_field(left, PathDepth::content, condition.left));
    TANDEM_TRY(bind_field(right, PathDepth::content, *condition.right));
    const FieldPath::End& end = condition.left.path.ends().front();
    for (const FieldSource* source : {&condition.left, &*condition.right}) {
        for (const FieldPath::End& other : source->path.ends()) {
            const Sort sort = sort_of(other);
            if (sort == Sort::none || sort == Sort::floating || sort != sort_of(end)) {
                return wrong(right, "'" + left.text + "' " + expectation(end) + ", and '" +
                                        right.text + "' " +
                                        expectation(condition.right->path.ends().front()) +
                                        "; these are not compared");
            }
            if (sort != Sort::number && is_order(condition.relation)) {
                return no_order(left);
            }
        }
    }
    return {};
}

bool ExpressionBinder::is_about_choice(const Operand& value, const FieldSource& field) {
    const bool is_flag = is_word_of(value, "none") || is_word_of(value, "some");
    const auto ends = field.path.ends();
    return std::any_of(ends.begin(), ends.end(), [&](const FieldPath::End& end) {
        return !end.is_length &&
               ((is_flag && end.node->kind == FieldKind::optional) ||
                (value.kind == Operand::Kind::alternative && end.node->kind == FieldKind::variant));
    });
}

Result<void> ExpressionBinder::bind_value(const Operand& field, const Operand& value,
                                          Condition& condition) {
    TANDEM_TRY(bind_field(field, PathDepth::whole, condition.left));
    const bool is_choice = is_about_choice(value, condition.left);
    if (!is_choice) {
        TANDEM_TRY(bind_field(field, PathDepth::content, condition.left));
    }
    // The comparison needs one end that fits: the others belong to other alternatives.
    std::optional<Error> error;
    bool is_any = false;
    condition.comparands.clear();
    for (const FieldPath::End& end : condition.left.path.ends()) {
        auto comparand = is_choice ? choice(end, value, condition.relation, field)
                                   : comparand_of(end, value, condition.relation, field);
        if (!comparand) {
            error = error ? error : std::optional(comparand.error());
        }
        is_any = is_any || comparand;
        condition.comparands.push_back(comparand ? std::move(*comparand) : Comparand{});
    }
    return is_any || !error ? Result<void>() : *error;
}

Result<ExpressionBinder::Comparand> ExpressionBinder::choice(const FieldPath::End& end,
                                                             const Operand& value,
                                                             Relation relation,
                                                             const Operand& field) const {
    if (is_order(relation)) {
        return no_order(field);
    }
    const bool is_alternative = value.kind == Operand::Kind::alternative;
    if (end.node->kind != (is_alternative ? FieldKind::variant : FieldKind::optional)) {
        return wrong(field, "'" + field.text + "' is no choice");
    }
    if (!is_alternative) {
        return Comparand{
            Comparand::Kind::raw, {false, is_word_of(value, "some") ? 1U : 0U, 0, false}, {}};
    }
    const auto number = parse_exact_number(value.text);
    if (!number || *number >= ExactNumber{false, end.node->children.size(), 0, false} ||
        number->is_negative) {
        return wrong(value, "'" + field.text + "' has the alternatives 0 to " +
                                std::to_string(end.node->children.size() - 1));
    }
    return Comparand{Comparand::Kind::raw, *number, {}};
}

Result<ExpressionBinder::Comparand> ExpressionBinder::comparand_of(const FieldPath::End& end,
                                                                   const Operand& value,
                                                                   Relation relation,
                                                                   const Operand& field) const {
    const SchemaNode& node = *end.node;
    const Sort sort = sort_of(end);
    if (sort != Sort::number && sort != Sort::none && sort != Sort::floating &&
        is_order(relation)) {
        return no_order(field);
    }
    switch (value.kind) {
        case Operand::Kind::number:
        case Operand::Kind::raw:
            if (sort == Sort::number) {
                return number(value);
            }
            break;
        case Operand::Kind::text:
            if (sort == Sort::text) {
                Comparand comparand{Comparand::Kind::bytes, {}, {}};
                sim::append_block(comparand.bytes, std::as_bytes(std::span(value.text)));
                return comparand;
            }
            if (sort == Sort::bits && value.text.size() == node.count &&
                value.text.find_first_not_of("01") == std::string::npos) {
                return Comparand{Comparand::Kind::bytes, {}, bits_of(value.text)};
            }
            break;
        case Operand::Kind::word:
            if (sort == Sort::flag && (value.text == "true" || value.text == "false")) {
                return Comparand{
                    Comparand::Kind::raw, {false, value.text == "true" ? 1U : 0U, 0, false}, {}};
            }
            break;
        case Operand::Kind::path:
        case Operand::Kind::alternative:
            break;
    }
    const bool is_word = value.kind == Operand::Kind::word || value.kind == Operand::Kind::text;
    if (is_word && !end.is_length && node.kind == FieldKind::enumeration) {
        return label(node, value, relation, field);
    }
    return wrong(field, "'" + sim::escaped_ascii(field.text) + "' " + expectation(end));
}

Result<ExpressionBinder::Comparand> ExpressionBinder::number(const Operand& value) const {
    const auto parsed = parse_exact_number(value.text);
    if (!parsed) {
        return wrong(
            value, "'" + value.text + "' is no number; write -12, 0.5 or 0xff, without exponents");
    }
    const bool is_raw = value.kind == Operand::Kind::raw;
    if (is_raw && (parsed->fraction != 0 || parsed->has_more)) {
        return wrong(value, "a raw number is a whole one");
    }
    return Comparand{is_raw ? Comparand::Kind::raw : Comparand::Kind::number, *parsed, {}};
}

Result<ExpressionBinder::Comparand> ExpressionBinder::label(const SchemaNode& node,
                                                            const Operand& value, Relation relation,
                                                            const Operand& field) const {
    std::vector<std::string> labels;
    for (const auto& [number, label] : node.labels) {
        if (label != value.text) {
            labels.push_back(label);
            continue;
        }
        if (is_order(relation)) {
            return wrong(value, "labels have no order; compare '" + field.text +
                                    "' with == or !=, or with a number");
        }
        const bool is_negative = node.is_signed && number < 0;
        return Comparand{
            Comparand::Kind::raw, {is_negative, static_cast<std::uint64_t>(number), 0, false}, {}};
    }
    return wrong(value, "'" + sim::escaped_ascii(field.text) + "' has no label '" +
                            sim::escaped_ascii(value.text) + "'" +
                            sim::nearest_hint(value.text, labels) + "; it " +
                            expectation({&node, false}));
}

namespace {

Sort sort_of(const FieldPath::End& end) {
    if (end.is_length) {
        return Sort::number;
    }
    switch (end.node->kind) {
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::enumeration:
            return Sort::number;
        case FieldKind::boolean:
            return Sort::flag;
        case FieldKind::text:
            return Sort::text;
        case FieldKind::bits:
            return Sort::bits;
        case FieldKind::floating:
            return Sort::floating;
        case FieldKind::structure:
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::optional:
        case FieldKind::variant:
        case FieldKind::columns:
            return Sort::none;
    }
    return Sort::none;
}

bool is_order(Relation relation) {
    return relation != Relation::equal && relation != Relation::different;
}

bool is_word_of(const Operand& operand, std::string_view word) {
    return operand.kind == Operand::Kind::word && operand.text == word;
}

// Describes the values of a field, for a person who compared it with something else.
std::string expectation(const FieldPath::End& end) {
    if (!end.is_length && end.node->kind == FieldKind::enumeration && !end.node->labels.empty()) {
        constexpr std::size_t k_labels_max = 16;
        std::string text = "has the labels ";
        for (std::size_t i = 0; i < std::min(end.node->labels.size(), k_labels_max); ++i) {
            text += (i == 0 ? "" : ", ") + sim::escaped_ascii(end.node->labels[i].second);
        }
        return text + (end.node->labels.size() > k_labels_max ? " and more" : "");
    }
    switch (sort_of(end)) {
        case Sort::number:
            return "is a number";
        case Sort::flag:
            return "is true or false";
        case Sort::text:
            return "is a text, which stands in quotes";
        case Sort::bits:
            return "has " + std::to_string(end.node->count) +
                   " bits, which stand in quotes, the highest first";
        case Sort::floating:
            return "is floating point, which only changed() may ask for";
        case Sort::none:
            return "has parts: name one of them, or ask changed()";
    }
    return "";
}

sim::Bytes bits_of(const std::string& digits) {
    sim::Bytes bytes((digits.size() + 7) / 8);
    for (std::size_t bit = 0; bit < digits.size(); ++bit) {
        if (digits[digits.size() - 1 - bit] == '1') {
            bytes[bit / 8] |= static_cast<std::byte>(1U << (bit % 8));
        }
    }
    return bytes;
}

std::optional<SlotName> read_slot(std::string_view& rest) {
    constexpr std::string_view k_any_slot = "[*]";
    if (rest.starts_with(k_any_slot)) {
        rest.remove_prefix(k_any_slot.size());
        return SlotName{};
    }
    const auto slot = sim::read_index(rest);
    return slot ? std::optional(SlotName{slot}) : std::nullopt;
}

bool has_field(const SchemaNode& structure, std::string_view name) {
    return std::any_of(structure.children.begin(), structure.children.end(),
                       [&](const SchemaNode& child) { return child.name == name; });
}

Error no_such_slot(const ExpressionScope& scope, const std::string& place) {
    return {ErrorCode::usage, place,
            "there are " + std::to_string(scope.slots) + " players, 0 to " +
                std::to_string(scope.slots - 1)};
}

}  // namespace
}  // namespace tandem::replay
