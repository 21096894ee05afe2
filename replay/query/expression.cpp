// SPDX-License-Identifier: MIT
// Asks a bound expression. expression_bind.cpp binds it.
#include <tandem/replay/query/expression.hpp>

#include <algorithm>
#include <compare>

namespace tandem::replay {
namespace {

bool agrees(Relation relation, std::strong_ordering order) {
    switch (relation) {
        case Relation::equal:
            return order == 0;
        case Relation::different:
            return order != 0;
        case Relation::less:
            return order < 0;
        case Relation::at_most:
            return order <= 0;
        case Relation::greater:
            return order > 0;
        case Relation::at_least:
            return order >= 0;
    }
    return false;
}

bool is_equal(ByteView a, ByteView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

// Compares two fields. Both hold the same sort of value; expression_bind.cpp sees to that.
bool compare_fields(Relation relation, const FieldPath::End& end, ByteView bytes,
                    const FieldPath::End& other_end, ByteView other) {
    if (!is_exact_number(end.node->kind) || !is_exact_number(other_end.node->kind)) {
        return is_equal(bytes, other) == (relation == Relation::equal);
    }
    return agrees(relation, read_exact_number(*end.node, bytes) <=>
                                read_exact_number(*other_end.node, other));
}

// Calls `visit` with every part of the source, until that returns false.
template <class Visit>
void visit_source(const FieldSource& source, const Instant& instant, Visit&& visit) {
    if (!source.is_input) {
        source.path.visit(instant.state, visit);
        return;
    }
    if (instant.record == nullptr) {
        return;
    }
    const std::uint32_t first = source.slot.value_or(0);
    const auto last =
        source.slot ? first + 1 : static_cast<std::uint32_t>(instant.record->inputs.size());
    bool goes_on = true;
    for (std::uint32_t slot = first; slot < last && goes_on; ++slot) {
        if (instant.record->present(slot)) {
            source.path.visit(instant.record->inputs[slot], [&](const FieldPath::Part& part) {
                goes_on = visit(part);
                return goes_on;
            });
        }
    }
}

std::vector<FieldPath::Part> parts_of(const FieldSource& source, const Instant& instant) {
    std::vector<FieldPath::Part> parts;
    visit_source(source, instant, [&](const FieldPath::Part& part) {
        parts.push_back(part);
        return true;
    });
    return parts;
}

}  // namespace

bool Expression::holds(const Instant& now, const Instant* before) const {
    return holds(conditions_.size() - 1, now, before);
}

// Evaluates a condition. Conditions nest only as deep as parentheses, which are bounded.
bool Expression::holds(std::size_t at, const Instant& now, const Instant* before) const {
    const Condition& condition = conditions_[at];
    const auto part_holds = [&](std::size_t part) { return holds(part, now, before); };
    switch (condition.kind) {
        case ConditionSyntax::Kind::all:
            return std::all_of(condition.parts.begin(), condition.parts.end(), part_holds);
        case ConditionSyntax::Kind::any:
            return std::any_of(condition.parts.begin(), condition.parts.end(), part_holds);
        case ConditionSyntax::Kind::negation:
            return !part_holds(condition.parts[0]);
        case ConditionSyntax::Kind::comparison:
        case ConditionSyntax::Kind::truth:
            return compares(condition, now);
        case ConditionSyntax::Kind::changed:
            return has_changed(condition, now, before);
        case ConditionSyntax::Kind::present:
            return now.record != nullptr && now.record->present(condition.slot);
    }
    return false;
}

// Returns whether the comparison holds. If there are several elements, one of them is enough.
bool Expression::compares(const Condition& condition, const Instant& now) {
    bool is_found = false;
    visit_source(condition.left, now, [&](const FieldPath::Part& part) {
        const FieldPath::End& end = condition.left.path.ends()[part.end];
        if (condition.right) {
            visit_source(*condition.right, now, [&](const FieldPath::Part& other) {
                is_found = compare_fields(condition.relation, end, part.bytes,
                                          condition.right->path.ends()[other.end], other.bytes);
                return !is_found;
            });
            return !is_found;
        }
        const Comparand& comparand = condition.comparands[part.end];
        switch (comparand.kind) {
            case Comparand::Kind::nothing:
                break;
            case Comparand::Kind::number:
                is_found = agrees(condition.relation,
                                  read_exact_number(*end.node, part.bytes) <=> comparand.number);
                break;
            case Comparand::Kind::raw:
                is_found = agrees(condition.relation,
                                  read_raw_number(*end.node, part.bytes) <=> comparand.number);
                break;
            case Comparand::Kind::bytes:
                is_found = is_equal(part.bytes, comparand.bytes) ==
                           (condition.relation == Relation::equal);
                break;
        }
        return !is_found;
    });
    return is_found;
}

bool Expression::has_changed(const Condition& condition, const Instant& now,
                             const Instant* before) {
    if (before == nullptr || (condition.left.is_input && before->record == nullptr)) {
        return false;
    }
    return parts_of(condition.left, now) != parts_of(condition.left, *before);
}

}  // namespace tandem::replay
