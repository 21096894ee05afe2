// SPDX-License-Identifier: MIT
// Differences in words and as JSON.
#include <tandem/tools/program/differences.hpp>

#include <utility>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/schema/walk.hpp>

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
    const bool is_other = a && b && *a->node != *b->node;  // of another alternative of a variant
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

JsonArray fields_json(const std::vector<sim::FieldDifference>& fields) {
    JsonArray array;
    for (const sim::FieldDifference& field : fields) {
        array.emplace_back(JsonObject{{"path", field.path},
                                      {"a", field.a},
                                      {"b", field.b},
                                      {"raw_a", field.raw_a},
                                      {"raw_b", field.raw_b},
                                      {"more", field.more}});
    }
    return array;
}

std::string moment_text(std::uint64_t ticks_done) {
    return ticks_done == 0 ? "start" : "tick " + std::to_string(ticks_done - 1);
}

void say_fields(const std::vector<sim::FieldDifference>& fields, const std::string& moment,
                Console& console) {
    for (const sim::FieldDifference& field : fields) {
        console.say("  " + moment + "  " + sim::difference_text(field));
    }
}

}  // namespace tandem::tools
