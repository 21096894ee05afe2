// SPDX-License-Identifier: MIT
// Compares a part as if it were a whole, and then names it by its place.
#include <tandem/tools/program/evidence/part_differences.hpp>

#include <utility>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {
namespace {

// The path of something within a part.
std::string path_within(const std::string& part, const std::string& path) {
    const bool is_attached = path.empty() || path.starts_with('[') || path.starts_with('.');
    return is_attached ? part + path : sim::field_path(part, path);
}

std::string text_or_presence(const std::optional<ValuePart>& part) {
    return part ? escaped(part_text(*part).value_or("present")) : "absent";
}

}  // namespace

std::vector<sim::FieldDifference> part_differences(const std::string& path,
                                                   const std::optional<ValuePart>& a,
                                                   const std::optional<ValuePart>& b) {
    if (!a && !b) {
        return {};
    }
    const bool is_other = a && b && *a->node != *b->node;  // another alternative of a variant
    if (is_other) {
        return {{path, sim::type_text(*a->node), sim::type_text(*b->node), "", "", 0}};
    }
    if (!a || !b || a->is_length) {
        sim::FieldDifference difference{path, text_or_presence(a), text_or_presence(b), "", "", 0};
        return difference.a == difference.b ? std::vector<sim::FieldDifference>()
                                            : std::vector{std::move(difference)};
    }
    auto differences = sim::compare_values(sim::Schema(*a->node), a->bytes, b->bytes);
    for (sim::FieldDifference& difference : differences) {
        difference.path = path_within(path, difference.path);
    }
    return differences;
}

}  // namespace tandem::tools
