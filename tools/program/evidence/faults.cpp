// SPDX-License-Identifier: MIT
// Writes faults in words and as JSON.
#include <tandem/tools/program/evidence/faults.hpp>

#include <string>

namespace tandem::tools {

void report_faults(const sim::FaultLog& faults, Console& console) {
    std::uint64_t told = 0;
    for (const sim::Fault& fault : faults.places()) {
        const std::string times =
            fault.count > 1 ? ", and " + std::to_string(fault.count - 1) + " times more" : "";
        console.print_note(fault.text() + times);
        told += fault.count;
    }
    if (told < faults.count()) {
        console.print_note(std::to_string(faults.count() - told) + " faults more at other places");
    }
}

JsonObject faults_json(const sim::FaultLog& faults) {
    JsonArray places;
    for (const sim::Fault& fault : faults.places()) {
        places.push_back(
            JsonObject{{"text", fault.text()},
                       {"tick", fault.tick},
                       {"count", fault.count},
                       {"asked", *fault.asked == '\0' ? JsonValue() : JsonValue(fault.asked)}});
    }
    return {{"count", faults.count()}, {"places", std::move(places)}};
}

}  // namespace tandem::tools
