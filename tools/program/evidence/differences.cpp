// SPDX-License-Identifier: MIT
// Writes differences in words and as JSON.
#include <tandem/tools/program/evidence/differences.hpp>

namespace tandem::tools {

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

void print_fields(const std::vector<sim::FieldDifference>& fields, const std::string& moment,
                  Console& console) {
    for (const sim::FieldDifference& field : fields) {
        console.print("  " + moment + "  " + sim::difference_text(field));
    }
}

}  // namespace tandem::tools
